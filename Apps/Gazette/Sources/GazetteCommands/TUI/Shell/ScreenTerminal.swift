import Dispatch
import Foundation

/// The terminal while the screen is shown on it.
///
/// It is restored when the process ends, also by a crash or another signal of ``TerminalRescue``.
@MainActor
final class ScreenTerminal {
    /// The alternate screen, without a cursor; a full line does not wrap (xterm's private modes).
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"

    /// Queries for the size of a cell and for the device attributes, to which every terminal responds.
    private static let questions = "\u{1B}[16t\u{1B}[c"

    private let colours: CellStyle.Colours
    /// Whether the terminal is in raw mode with the alternate screen. Nothing is drawn at other times.
    private var isTakenOver = false
    private var shown: [String] = []
    private var shownGraphic: TUIGraphic?
    private var parser = KeyParser()
    private var input: (any DispatchSourceRead)?
    private var signals: [any DispatchSourceSignal] = []

    /// Receives each key; `nil` when the terminal was closed.
    var onKey: (Key?) -> Void = { _ in }
    var onResize: () -> Void = {}
    /// Called when the process continues after suspension, with an empty screen.
    var onContinue: () -> Void = {}
    /// Receives the size of a cell from a terminal that shows sixels.
    var onPixels: (TUIGraphic.Cell) -> Void = { _ in }
    private var cell: TUIGraphic.Cell?

    init(_ environment: [String: String]) {
        let terminal = Terminal.standardOutput
        let isFull = ["truecolor", "24bit"].contains(environment["COLORTERM"])
        colours = terminal.hasColour ? (isFull ? .full : .indexed) : .none
    }

    /// Whether there are colours, without which no picture can be shown.
    var hasColour: Bool { colours != .none }

    /// The columns and lines.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Switches to raw mode and the alternate screen, and starts to report keys and sizes.
    func start() {
        TerminalRescue.begin()
        takeOver()
        _ = Output.write(Self.questions, to: 1)
        let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        input.setEventHandler { [weak self] in self?.read() }
        input.activate()
        self.input = input
        let resizes = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
        resizes.setEventHandler { [weak self] in self?.onResize() }
        // The size may have changed before the handler was registered.
        resizes.setRegistrationHandler { [weak self] in self?.onResize() }
        let continuations = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
        continuations.setEventHandler { [weak self] in
            self?.takeOver()
            self?.onContinue()
        }
        signals = [resizes, continuations]
        for source in signals { source.activate() }
    }

    /// Restores the terminal.
    func stop() {
        input?.cancel()
        for source in signals { source.cancel() }
        isTakenOver = false
        TerminalRescue.end()
    }

    /// Restores the terminal and suspends the process until it is continued, as Ctrl-Z does elsewhere.
    ///
    /// Where no shell could continue it (`ssh -t host gazette tui`), the system does not stop the process, and the
    /// screen comes back at once.
    func suspend() {
        isTakenOver = false
        TerminalRescue.restore()
        // Dispatch blocks signals on this thread. SIGTSTP is unblocked and sent to it, so that the process has stopped
        // and continued when the call returns.
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        takeOver()
        onContinue()
    }

    private func takeOver() {
        isTakenOver = true
        TerminalRescue.enterRawMode()
        _ = Output.write(Self.begin, to: 1)
        shown = []
        shownGraphic = nil
    }

    /// Clears the screen, so that all of it is drawn again.
    func clear() {
        shown = []
        shownGraphic = nil
        if isTakenOver { _ = Output.write("\u{1B}[2J", to: 1) }
    }

    /// Draws the lines that have changed, which are all as wide as the terminal, as one update (synchronized output,
    /// mode 2026).
    func draw(_ lines: [StyledLine], _ graphic: TUIGraphic? = nil) {
        guard isTakenOver else { return }
        let next = lines.map { $0.sequence(colours) }
        var text = ""
        var isCovered = graphic != shownGraphic
        if isCovered, let old = shownGraphic?.lines {
            // Drawing text, also blanks, erases the old picture.
            for line in old where line < shown.count { shown[line] = "" }
        }
        for (index, line) in next.enumerated() where index >= shown.count || shown[index] != line {
            text += "\u{1B}[\(index + 1);1H\(line)"
            if graphic?.lines.contains(index) == true { isCovered = true }
        }
        if let graphic, isCovered {
            text += "\u{1B}[\(graphic.line + 1);\(graphic.column + 1)H\(graphic.sixels)"
        }
        shown = next
        shownGraphic = graphic
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
            for report in parser.takeReports() { take(report) }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            input?.cancel()
            onKey(nil)
        }
    }

    private func take(_ report: TerminalReport) {
        switch report {
        case .cell(let cell): self.cell = cell
        case .attributes(let attributes):
            // 4 is “sixel graphics”. NO_COLOR asks for none.
            if attributes.contains(4), hasColour, let cell = cell ?? cellOfWindow { onPixels(cell) }
        }
    }

    /// The size of a cell as the operating system reports it, which some terminals set; `nil` if unknown.
    private var cellOfWindow: TUIGraphic.Cell? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TUIGraphic.Cell(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }
}
