public import Foundation
public import FreshetCore

/// The activity at one end of a list of pages.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PageActivity: Sendable, Equatable {
    /// No page is being requested.
    case idle
    /// The page is being requested.
    case fetching
    /// An attempt to request the page has failed, and the next one is scheduled.
    ///
    /// - Parameters:
    ///   - attempt: The number of the next attempt, counted from 1.
    ///   - until: When it is due.
    ///   - failure: Why the last one failed, as in the event of the retry.
    case waiting(attempt: Int, until: Date, failure: String)
    /// The last request for the page failed. The loaded pages stay.
    case failed(FetchError)

    /// Whether the page is being requested, including while the next attempt is scheduled.
    public var isInProgress: Bool {
        switch self {
        case .fetching, .waiting: true
        case .idle, .failed: false
        }
    }

    /// Why the last request failed.
    public var error: FetchError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
