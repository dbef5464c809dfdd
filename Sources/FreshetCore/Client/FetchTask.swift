/// A handle that cancels a call started with a callback.
///
/// Releasing it doesn't stop the call, so a screen cancels it:
///
/// ```swift
/// func load(show: @escaping @Sendable (News.Page) -> Void) {
///     task?.cancel()
///     task = news.fetch(.headlines) { result in
///         if case .success(let page) = result { show(page) }
///     }
/// }
///
/// func disappear() { task?.cancel() }
/// ```
public final class FetchTask: Sendable {
    private let isEnded: @Sendable () -> Bool
    private let stop: @Sendable () -> Void

    init(call: Call) {
        isEnded = { call.cancellation.isEnded }
        stop = { call.cancel() }
    }

    /// Makes a handle for work that is neither a call nor a followed request.
    package init(isEnded: @escaping @Sendable () -> Bool, stop: @escaping @Sendable () -> Void) {
        self.isEnded = isEnded
        self.stop = stop
    }

    init(calls: FollowedCalls) {
        isEnded = { calls.isEnded }
        stop = { calls.cancel() }
    }

    /// Whether the call has ended, with any outcome.
    public var isFinished: Bool { isEnded() }

    /// Cancels the call. Its exchange is closed, and its callback gets ``FetchError/cancelled``.
    ///
    /// Does nothing once the call has ended. It may be called from any thread, any number of times.
    public func cancel() {
        stop()
    }
}
