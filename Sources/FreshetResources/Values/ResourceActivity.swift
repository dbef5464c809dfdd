public import Foundation

/// The activity of a resource, independent of its value and its error.
public enum ResourceActivity: Sendable, Equatable {
    /// Nothing is in progress.
    case idle
    /// The cache is being read. Nothing is sent until that has ended.
    case restoring
    /// A request is in progress.
    case fetching
    /// An attempt has failed, and the next one is scheduled.
    ///
    /// - Parameters:
    ///   - attempt: The number of the next attempt, counted from 1.
    ///   - until: When it is due.
    ///   - failure: Why the last one failed, as in the event of the retry.
    case waiting(attempt: Int, until: Date, failure: String)
    /// There is no network. The fetch continues when the network returns.
    case paused
}
