/// The error for a curl command that can't be converted.
public struct CurlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the problem, which decides the exit code.
    public enum Kind: Sendable, Hashable {
        /// The text isn't a curl command; exit code 65 (`EX_DATAERR`).
        case unreadable
        /// A file that the command names can't be read; exit code 66 (`EX_NOINPUT`).
        case missingFile
        /// The command uses something that Freshet doesn't have; exit code 78 (`EX_CONFIG`).
        case unsupported
    }

    /// The kind of the problem.
    public let kind: Kind
    /// The line of the command at which the problem is, counted from 1; `nil` for the whole command.
    public let line: Int?
    /// The column in that line, counted from 1 in characters.
    public let column: Int?
    /// The problem and what to do about it, as sentences.
    public let message: String

    init(_ kind: Kind, at place: TextPlace?, _ message: String) {
        self.kind = kind
        line = place?.line
        column = place?.column
        self.message = message
    }

    /// The place and the problem.
    public var description: String {
        guard let line, let column else { return message }
        return line == 1 ? "Column \(column): \(message)" : "Line \(line), column \(column): \(message)"
    }

    /// The exit code of a process that fails with this error, as in `sysexits.h`.
    public var exitCode: Int32 {
        switch kind {
        case .unreadable: 65
        case .missingFile: 66
        case .unsupported: 78
        }
    }
}
