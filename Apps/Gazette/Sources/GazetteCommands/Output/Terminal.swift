import Foundation

/// The properties of an output: whether it is a terminal, its size and its colours.
struct Terminal: Sendable {
    let isInteractive: Bool
    /// The number of columns.
    let width: Int
    /// The number of lines.
    let height: Int
    let hasColour: Bool
    /// Whether it is a terminal that supports control sequences.
    let hasControls: Bool

    /// Standard output, for results, with its current size.
    static var standardOutput: Terminal { Terminal(descriptor: Console.current.output) }
    /// Standard error, for notes, with its current size.
    static var standardError: Terminal { Terminal(descriptor: Console.current.error) }

    init(isInteractive: Bool, width: Int, height: Int = 24, hasColour: Bool, hasControls: Bool = true) {
        self.isInteractive = isInteractive
        self.width = width
        self.height = height
        self.hasColour = hasColour
        self.hasControls = isInteractive && hasControls
    }

    private init(descriptor: Int32) {
        let environment = Console.current.environment
        let isInteractive = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        func length(_ number: UInt16, _ variable: String, _ usual: Int) -> Int {
            isKnown && number > 0 ? Int(number) : environment[variable].flatMap { Int($0) } ?? usual
        }
        self.init(
            isInteractive: isInteractive, width: length(size.ws_col, "COLUMNS", 80),
            height: length(size.ws_row, "LINES", 24),
            hasColour: Self.hasColour(isInteractive: isInteractive, environment),
            hasControls: environment["TERM"] != "dumb")
    }

    /// Decides about colour: `NO_COLOR` and `TERM=dumb` turn it off, `FORCE_COLOR` on; else terminals have it.
    static func hasColour(isInteractive: Bool, _ environment: [String: String]) -> Bool {
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if let force = environment["FORCE_COLOR"], !force.isEmpty, force != "0" { return true }
        return isInteractive && environment["TERM"] != "dumb"
    }

    /// The same terminal without colour.
    var plain: Terminal {
        Terminal(
            isInteractive: isInteractive, width: width, height: height, hasColour: false, hasControls: hasControls)
    }

    /// Returns a text as a link to an address where the terminal supports links (OSC 8).
    func linked(_ text: String, to address: String?) -> String {
        guard hasColour, isInteractive, let address, !address.isEmpty else { return text }
        return "\u{1B}]8;;\(TerminalText.field(address))\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// Returns a text in a style such as bold or dim, where the terminal has colour.
    func styled(_ text: String, _ style: TextStyle) -> String {
        hasColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A style of text on a terminal, by its code (ECMA-48 §8.3.117).
enum TextStyle: Int {
    case bold = 1
    case dim = 2
}
