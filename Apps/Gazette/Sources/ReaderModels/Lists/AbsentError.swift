public import Foundation

/// The error for an id that does not exist or is not public.
public struct AbsentError: LocalizedError, Sendable, Hashable {
    /// The sentence for people.
    public let errorDescription: String?

    /// Makes an error with a sentence for people.
    public init(_ sentence: String) { errorDescription = sentence }
}

extension AbsentError: CustomStringConvertible {
    /// The sentence for people.
    public var description: String { errorDescription ?? "" }
}
