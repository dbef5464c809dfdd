/// A reason why a service can't be generated from a document.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The two kinds of errors.
    public enum Kind: Hashable, Sendable {
        /// The document is wrong.
        case wrong
        /// The document uses a feature that isn't supported.
        case unsupported
    }

    /// The kind of the error.
    public var kind: Kind
    /// The problem, as a sentence.
    public var message: String
    /// The place in the document; `nil` if it concerns the document as a whole.
    public var location: TextLocation?

    /// Makes an error.
    public init(_ kind: Kind, _ message: String, at location: TextLocation?) {
        self.kind = kind
        self.message = message
        self.location = location
    }

    /// The location and the message.
    public var description: String {
        location.map { "\($0): \(message)" } ?? message
    }

    static func wrong(_ message: String, at location: TextLocation?) -> DocumentError {
        DocumentError(.wrong, message, at: location)
    }

    static func unsupported(_ message: String, at location: TextLocation?) -> DocumentError {
        DocumentError(.unsupported, message, at: location)
    }
}
