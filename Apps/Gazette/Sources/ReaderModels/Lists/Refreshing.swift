import Freshet
public import FreshetCombine

/// A view model that a screen refreshes with a pull gesture.
///
/// `SendableMetatype`, because a sendable closure that refers to the model's type refreshes it.
public protocol Refreshing: ObservableObject, SendableMetatype {
    /// Loads the content again, and returns when that has succeeded, failed or been cancelled.
    ///
    /// Call it where the scheduler runs. Cancelling the task ends the wait and does not cancel the fetch.
    func refresh() async
}

extension Publisher where Failure == Never {
    /// Returns when a fetch that has begun has ended.
    ///
    /// The end is recorded when it happens, however late the waiting task runs.
    func endOfFetch<Value>() async where Output == FetchState<Value> {
        for await _ in map(\.isFetching).first(where: { !$0 }).typedValues {}
    }
}
