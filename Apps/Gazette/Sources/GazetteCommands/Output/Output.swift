import Foundation
import Logging

/// The output of commands: results to standard output, everything else to standard error.
enum Output {
    /// Prints a result and a line break to standard output, unless that is broken.
    static func print(_ text: String) { Console.current.print(text + "\n") }

    /// Prints a message and a line break to standard error, on a terminal in lines no wider than it; where that is a log in
    /// JSON, as a message of the log.
    static func note(
        _ text: String, _ style: TextStyle? = nil, level: Logger.Level = .notice, on terminal: Terminal = .standardError
    ) {
        guard !Console.current.isLogJSON else {
            return JSONLogHandler.write(text, level, to: Console.current.error)
        }
        var lines = terminal.isInteractive ? TerminalText.folded(text, to: terminal.width) : [text]
        if let style { lines = lines.map { terminal.styled($0, style) } }
        _ = write(lines.joined(separator: "\n") + "\n", to: Console.current.error)
    }

    /// Shows a progress line on the terminal until the work ends.
    ///
    /// Results are printed after it: the line is gone then, also when the work throws.
    ///
    /// - Parameter work: Receives the line, to update it.
    static func withProgress<Value>(
        _ text: String, on line: ProgressLine = .standardError, _ work: (ProgressLine) async throws -> Value
    ) async rethrows -> Value {
        line.show(text)
        defer { line.hide() }
        return try await work(line)
    }

    /// Shows a progress line on the terminal until the work ends.
    static func withProgress<Value>(_ text: String, _ work: () async throws -> Value) async rethrows -> Value {
        try await withProgress(text) { _ in try await work() }
    }

    /// Writes a text to a file descriptor.
    ///
    /// - Returns: Whether all was written; `errno` has the reason.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return false
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes, count)
        #else
        Glibc.write(descriptor, bytes, count)
        #endif
    }
}
