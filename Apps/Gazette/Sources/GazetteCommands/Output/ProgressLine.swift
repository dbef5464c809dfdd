/// A progress line at the end of a terminal. Without a terminal, nothing is shown.
struct ProgressLine: Sendable {
    /// The sequence that moves to the beginning of the line and erases it (ECMA-48 §8.3.41).
    private static let emptied = "\r\u{1B}[K"

    /// Writes to the terminal; `nil` where there is none.
    private let write: (@Sendable (String) -> Void)?

    static var standardError: ProgressLine {
        let descriptor = Console.current.error
        return ProgressLine(isInteractive: Terminal.standardError.hasControls) { _ = Output.write($0, to: descriptor) }
    }

    init(isInteractive: Bool, write: @escaping @Sendable (String) -> Void) {
        self.write = isInteractive ? write : nil
    }

    /// Replaces the text of the line.
    func show(_ text: String) { write?(Self.emptied + text) }

    /// Empties the line, so that something else can be printed.
    func hide() { write?(Self.emptied) }
}
