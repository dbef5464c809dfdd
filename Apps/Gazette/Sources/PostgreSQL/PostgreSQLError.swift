/// An error of a connection or of a statement. It contains no password and no value of a statement.
public struct PostgreSQLError: Error, Sendable, Equatable {
    /// What failed. Further cases may follow.
    public enum Kind: String, Sendable {
        /// The system has no libpq.
        case libraryMissing
        /// The address is no connection string.
        case invalidAddress
        /// No connection can be made.
        case unreachable
        /// The connection ended while a statement ran: it may have been carried out or not.
        case connectionLost
        /// The server or the connection took too long.
        case timedOut
        /// Too many statements wait for a connection.
        case busy
        /// A value can't be stored, such as a text with the character U+0000.
        case invalidValue
        /// The server has reported an error.
        case rejected
        /// The pool is closed.
        case closed
    }

    /// What failed.
    public let kind: Kind
    /// A sentence for the log.
    public let message: String
    /// The code of the server's error (PostgreSQL, "Error Codes"); `nil` if it is not the server's.
    public let state: String?

    /// Makes an error.
    public init(_ kind: Kind, _ message: String, state: String? = nil) {
        self.kind = kind
        self.message = message
        self.state = state
    }

    /// Whether the same statement may succeed later, without any change.
    public var isTransient: Bool {
        switch kind {
        case .unreachable, .connectionLost, .timedOut, .busy, .closed: true
        case .libraryMissing, .invalidAddress, .invalidValue: false
        case .rejected: isConflict || state.map { ["53", "57"].contains($0.prefix(2)) } == true
        }
    }

    /// Whether the server could not be reached, or has not responded.
    public var isOfConnection: Bool { [.unreachable, .connectionLost, .timedOut].contains(kind) }

    /// Whether a concurrent transaction made this one fail: it was rolled back, so that it can be repeated at once.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Whether the connection is of no use any more.
    var endsSession: Bool { kind == .connectionLost || kind == .timedOut }

    /// The codes of errors after which a connection is of no use: the server ends it, or only reads since another one
    /// has taken over.
    static let endingStates: Set<String> = ["57P01", "57P02", "57P03", "57P05", "25P03", "25006"]

    static let libraryMissing = PostgreSQLError(
        .libraryMissing,
        "A database needs libpq, PostgreSQL's library, which can't be loaded. \(SystemLibrary.advice)")
    static let closed = PostgreSQLError(.closed, "The connections to the database are closed.")
}

extension PostgreSQLError: CustomStringConvertible {
    /// The message with the code of the server's error.
    public var description: String { state.map { "\(message) (\($0))" } ?? message }
}
