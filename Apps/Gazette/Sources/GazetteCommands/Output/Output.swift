import Foundation
import Synchronization

/// The two ways out: results to standard output, everything else to standard error.
enum Output {
    private static let broken = Atomic<Bool>(false)

    /// Whether the reader of the output has closed it, as `head` does; then nothing more is printed.
    static var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Prints a result and a line break to standard output.
    static func print(_ text: String) {
        guard !isBroken else { return }
        if !write(text + "\n", to: 1), errno == EPIPE { broken.store(true, ordering: .relaxed) }
    }

    /// Prints a message and a line break to standard error.
    static func note(_ text: String) {
        _ = write(text + "\n", to: 2)
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

    /// Writes a part of a line to standard error.
    static func writeProgress(_ text: String) {
        _ = write(text, to: 2)
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
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
