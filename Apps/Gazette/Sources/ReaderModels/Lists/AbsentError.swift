public import Foundation

/// The error for an id that does not exist or is not public.
public struct AbsentError: LocalizedError, Sendable, Hashable {
    /// The message shown to the user.
    public let errorDescription: String?

    /// Makes an error with a message for the user.
    public init(_ sentence: String) { errorDescription = sentence }
}

extension AbsentError: CustomStringConvertible {
    /// The message shown to the user.
    public var description: String { errorDescription ?? "" }
}
