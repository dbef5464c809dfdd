import Foundation
import Synchronization

/// What a command has of the program that runs it: the environment, and where it reads and writes.
///
/// Those are the process's own, unless a program runs several commands at once.
final class Console: Sendable {
    /// That of the command to which the present task belongs.
    @TaskLocal static var current = Console()

    let environment: [String: String]
    /// The file descriptors of standard input, standard output and standard error.
    let input: Int32
    let output: Int32
    let error: Int32

    /// Whether standard error is a log in JSON, in which each line is an object.
    private let logsJSON = Atomic(false)

    /// The `errno` of the first failed write to standard output; 0 while it works.
    private let failure = Atomic<Int32>(0)

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, input: Int32 = STDIN_FILENO,
        output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO
    ) {
        self.environment = environment
        self.input = input
        self.output = output
        self.error = error
    }

    /// Whether standard error is a log in JSON.
    var isLogJSON: Bool { logsJSON.load(ordering: .relaxed) }

    /// Makes standard error a log in JSON.
    func logJSON() { logsJSON.store(true, ordering: .relaxed) }

    // MARK: - Reading

    /// Whether a person types what is read.
    var isInputTyped: Bool { isatty(input) == 1 }

    /// Reads a line without its end; `nil` at the end of the input.
    ///
    /// It reads no further than that, so that another reader finds the rest.
    func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(input, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return String(decoding: line, as: UTF8.self)
            }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Reads a secret: from a person after a prompt and without an echo, otherwise as a line.
    func readSecret(_ prompt: String) -> String? {
        isInputTyped ? getpass(prompt).map { String(cString: $0) } : readLine()
    }

    /// Reads everything that is left.
    func readAll() -> Data {
        (try? FileHandle(fileDescriptor: input, closeOnDealloc: false).readToEnd()) ?? Data()
    }

    // MARK: - Printing

    /// Whether standard output has failed or was closed by its reader, as by `head`.
    var isBroken: Bool { failure.load(ordering: .relaxed) != 0 }

    /// Writes a text to standard output, unless that is broken.
    func print(_ text: String) {
        guard !isBroken else { return }
        if !Output.write(text, to: output) { failure.store(errno, ordering: .relaxed) }
    }

    /// The reason why printing failed; `nil` if it did not. A closed pipe is no failure.
    var problem: String? {
        let code = failure.load(ordering: .relaxed)
        return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
    }
}
