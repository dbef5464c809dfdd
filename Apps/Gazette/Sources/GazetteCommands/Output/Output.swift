import Foundation
import Synchronization

/// The two ways out: results to standard output, everything else to standard error.
enum Output {
    private static let broken = Atomic<Bool>(false)

    /// Whether the reader of the results has closed its end, as `head` does; then there is nothing left to say.
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

    /// Shows what is being done on the last line of a terminal; elsewhere nothing.
    static func progress(_ text: String) {
        guard Terminal.standardError.isInteractive else { return }
        _ = write("\r\u{1B}[K\(text)", to: 2)
    }

    /// Takes the line of ``progress(_:)`` away.
    static func endProgress() {
        guard Terminal.standardError.isInteractive else { return }
        _ = write("\r\u{1B}[K", to: 2)
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
