import Foundation

/// The standard output of the process.
enum StandardOutput {
    static func write(_ text: String) { write(Data(text.utf8)) }

    static func write(_ bytes: Data) { try? FileHandle.standardOutput.write(contentsOf: bytes) }
}

/// The standard error of the process.
enum StandardError {
    /// Writes a line.
    static func write(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }
}
