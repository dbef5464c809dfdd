/// The handle of a call that was started with a callback.
///
/// Releasing it does not stop the call.
public final class FetchTask: Sendable {
    private let call: Call

    init(call: Call) {
        self.call = call
    }

    /// Whether the call has ended, in one way or the other.
    public var isFinished: Bool { call.isEnded }

    /// Cancels the call: its exchange is closed and its callback gets ``FetchError/cancelled``.
    ///
    /// Does nothing once the call has ended. May be called from any thread, any number of times.
    public func cancel() {
        call.cancel()
    }
}
