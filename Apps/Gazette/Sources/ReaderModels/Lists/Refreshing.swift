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
    /// Returns when a fetch has ended.
    ///
    /// The end is recorded when it happens, however late the waiting task runs.
    ///
    /// - Parameter isBegun: Whether the fetch has begun already, and may have ended; else its beginning is awaited.
    func endOfFetch<Value>(isBegun: Bool = false) async where Output == FetchState<Value> {
        let ends = map(\.isFetching).drop { !isBegun && !$0 }.first { !$0 }
        for await _ in ends.typedValues {}
    }
}
