import Dispatch
import Foundation

/// The terminal while the screen is on it. Whatever ends the process, the terminal is as before.
@MainActor
final class ScreenTerminal {
    /// The alternate screen, without a cursor; a full line does not wrap (xterm's private modes).
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"

    private let colours: CellStyle.Colours
    private var shown: [String] = []
    private var parser = KeyParser()
    private var input: (any DispatchSourceRead)?
    private var signals: [any DispatchSourceSignal] = []

    /// Receives each key; `nil` when the terminal is gone.
    var onKey: (Key?) -> Void = { _ in }
    var onResize: () -> Void = {}
    /// Called when the process goes on after it was suspended, and the screen is empty.
    var onContinue: () -> Void = {}

    init(_ environment: [String: String]) {
        let terminal = Terminal.standardOutput
        let isFull = ["truecolor", "24bit"].contains(environment["COLORTERM"])
        colours = terminal.hasColour ? (isFull ? .full : .indexed) : .none
    }

    /// The columns and lines.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Takes the terminal over, and reports keys and sizes from now on.
    func start() {
        TerminalRescue.begin()
        takeOver()
        let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        input.setEventHandler { [weak self] in self?.read() }
        input.activate()
        self.input = input
        let resizes = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
        resizes.setEventHandler { [weak self] in self?.onResize() }
        // A size that has changed before signals are seen would go unnoticed.
        resizes.setRegistrationHandler { [weak self] in self?.onResize() }
        let continuations = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
        continuations.setEventHandler { [weak self] in
            self?.takeOver()
            self?.onContinue()
        }
        signals = [resizes, continuations]
        for source in signals { source.activate() }
    }

    /// Gives the terminal back as it was.
    func stop() {
        input?.cancel()
        for source in signals { source.cancel() }
        TerminalRescue.end()
    }

    /// Gives the terminal back until the process is continued, as Ctrl-Z does elsewhere.
    ///
    /// The process stops a moment later, on a thread of the system's choice, so the terminal is taken over only by the
    /// signal that continues it.
    func suspend() {
        TerminalRescue.restore()
        kill(getpid(), SIGTSTP)
    }

    private func takeOver() {
        TerminalRescue.enterRawMode()
        _ = Output.write(Self.begin, to: 1)
        shown = []
    }

    /// Forgets what is on the screen, so that all of it is drawn again.
    func clear() {
        shown = []
        _ = Output.write("\u{1B}[2J", to: 1)
    }

    /// Draws the lines that have changed, which are all as wide as the terminal, as one update (synchronized output, mode 2026).
    func draw(_ lines: [StyledLine]) {
        let next = lines.map { $0.sequence(colours) }
        var text = ""
        for (index, line) in next.enumerated() where index >= shown.count || shown[index] != line {
            text += "\u{1B}[\(index + 1);1H\(line)"
        }
        shown = next
        guard !text.isEmpty else { return }
        _ = Output.write("\u{1B}[?2026h\(text)\u{1B}[?2026l", to: 1)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Darwin)
            Darwin.read(0, bytes.baseAddress, bytes.count)
            #else
            Glibc.read(0, bytes.baseAddress, bytes.count)
            #endif
        }
        if count > 0 {
            for key in parser.keys(in: Array(buffer.prefix(count))) { onKey(key) }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            input?.cancel()
            onKey(nil)
        }
    }
}
