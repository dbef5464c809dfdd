import Foundation

/// What a file descriptor leads to: a terminal with a width and colours, or something else.
struct Terminal: Sendable {
    let isInteractive: Bool
    /// The number of columns.
    let width: Int
    let hasColour: Bool

    static let standardOutput = Terminal(descriptor: 1)
    static let standardError = Terminal(descriptor: 2)

    init(isInteractive: Bool, width: Int, hasColour: Bool) {
        self.isInteractive = isInteractive
        self.width = width
        self.hasColour = hasColour
    }

    private init(descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        isInteractive = isatty(descriptor) == 1
        hasColour = Self.hasColour(isInteractive: isInteractive, environment)
        var size = winsize()
        let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = known ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
    }

    /// Decides about colour: `NO_COLOR` and `TERM=dumb` turn it off, `FORCE_COLOR` on; else terminals have it.
    static func hasColour(isInteractive: Bool, _ environment: [String: String]) -> Bool {
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if let force = environment["FORCE_COLOR"], !force.isEmpty, force != "0" { return true }
        return isInteractive && environment["TERM"] != "dumb"
    }

    /// The same without colour.
    var plain: Terminal { Terminal(isInteractive: isInteractive, width: width, hasColour: false) }
}
