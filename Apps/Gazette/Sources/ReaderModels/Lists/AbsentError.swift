public import Foundation

/// What was asked for by its id is not there, or is not shown.
public struct AbsentError: LocalizedError, Sendable, Hashable {
    public let errorDescription: String?

    public init(_ sentence: String) { errorDescription = sentence }
}
