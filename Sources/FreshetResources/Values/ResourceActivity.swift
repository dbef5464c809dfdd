public import Foundation

/// What is being done for a resource. It says nothing about its value or its error.
public enum ResourceActivity: Sendable, Equatable {
    /// Nothing.
    case idle
    /// The cache is being read. Nothing is sent before that has ended.
    case restoring
    /// A request is under way.
    case fetching
    /// An attempt has failed, and the next one is due.
    ///
    /// - Parameters:
    ///   - attempt: The number of the next attempt, counted from 1.
    ///   - until: When it is due.
    ///   - failure: Why the last one failed, as in the event of the retry.
    case waiting(attempt: Int, until: Date, failure: String)
    /// There is no network. The fetch goes on when there is one.
    case paused
}
