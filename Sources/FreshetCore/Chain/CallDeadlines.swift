/// The time limits of a call, or of an in-flight request.
final class CallDeadlines: Sendable {
    private struct Waiting {
        /// The number of present waits for the server.
        var count = 0
        /// When the latest wait began, or the server last sent or accepted something.
        var since: Duration = .zero
    }

    private let start: Duration
    private let callTimeout: Duration?
    /// The longest wait for the server.
    let idleTimeout: Duration?
    /// `nil` without an idle timeout.
    private let waiting: Lock<Waiting>?

    init(start: Duration, callTimeout: Duration?, idleTimeout: Duration?) {
        self.start = start
        self.callTimeout = callTimeout
        self.idleTimeout = idleTimeout
        waiting = idleTimeout == nil ? nil : Lock(Waiting())
    }

    /// When the timeout of the whole call runs out.
    var callDeadline: Duration? { callTimeout.map { start + $0 } }

    /// Begins a wait for the server.
    func beginWaiting(at now: @autoclosure () -> Duration) {
        guard let waiting else { return }
        let now = now()
        waiting.withLock { waiting in
            waiting.count += 1
            waiting.since = now
        }
    }

    /// Ends a wait for the server.
    func endWaiting(at now: @autoclosure () -> Duration) {
        guard let waiting else { return }
        let isOver = waiting.withLock { waiting in
            waiting.count -= 1
            return waiting.count == 0
        }
        guard !isOver else { return }
        let now = now()
        waiting.withLock { $0.since = max($0.since, now) }
    }

    /// Counts a wait for the server from now on, since bytes have passed in one of both directions.
    func restartWaiting(at now: @autoclosure () -> Duration) {
        guard let waiting else { return }
        let now = now()
        waiting.withLock { $0.since = max($0.since, now) }
    }

    /// When to check the limits next; `nil` when there are none.
    ///
    /// A call that does not wait for the server now may do so soon: it is checked again after an idle timeout.
    func next(at now: Duration) -> Duration? {
        guard let idleTimeout, let waiting else { return callDeadline }
        let idle = waiting.withLock { $0.count > 0 ? $0.since : now } + idleTimeout
        return callDeadline.map { min($0, idle) } ?? idle
    }

    /// The limit that has run out.
    func timeout(at now: Duration) -> FetchError.Timeout? {
        if let callTimeout, now - start >= callTimeout { return .call(callTimeout) }
        guard let idleTimeout, let waiting else { return nil }
        let isIdle = waiting.withLock { $0.count > 0 && now - $0.since >= idleTimeout }
        return isIdle ? .idle(idleTimeout) : nil
    }
}
