public import Foundation

/// The error for an id that does not exist or is not public.
public struct AbsentError: LocalizedError, Sendable, Hashable {
    public let errorDescription: String?

    public init(_ sentence: String) { errorDescription = sentence }
}
