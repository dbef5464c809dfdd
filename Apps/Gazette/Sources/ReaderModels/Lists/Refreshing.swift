import Freshet
public import FreshetCombine

/// A view model that a screen refreshes by pulling.
///
/// `SendableMetatype`, because what refreshes is a closure that may be sent, and names the model's type.
public protocol Refreshing: ObservableObject, SendableMetatype {
    /// Asks again for what is shown, and returns once it is there, or has failed, or was cancelled.
    ///
    /// Call it where the scheduler runs. Cancelling the task ends the wait and leaves the call alone.
    func refresh() async
}

extension Publisher where Failure == Never {
    /// Returns when a fetch has ended.
    ///
    /// The end is seen while it happens, however late the waiting task runs.
    ///
    /// - Parameter isBegun: Whether the fetch has begun already, so that it may have ended, too; else it is about to begin.
    func endOfFetch<Value>(isBegun: Bool = false) async where Output == FetchState<Value> {
        let ends = map(\.isFetching).drop { !isBegun && !$0 }.first { !$0 }
        for await _ in ends.typedValues {}
    }
}
