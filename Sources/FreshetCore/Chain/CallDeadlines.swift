/// The time limits of a call, or of an in-flight request.
final class CallDeadlines: Sendable {
    private struct Waiting {
        /// The number of waits for the server that are under way.
        var count = 0
        /// When the latest wait began, or the server last sent or accepted something.
        var since: Duration = .zero
    }

    private let start: Duration
    private let callTimeout: Duration?
    /// The longest wait for the server; `nil` for no limit.
    let idleTimeout: Duration?
    /// `nil` without an idle timeout.
    private let waiting: Lock<Waiting>?

    init(start: Duration, callTimeout: Duration?, idleTimeout: Duration?) {
        self.start = start
        self.callTimeout = callTimeout
        self.idleTimeout = idleTimeout
        waiting = idleTimeout == nil ? nil : Lock(Waiting())
    }

    /// The time at which the timeout of the whole call expires; `nil` without one.
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
        // Another wait continues, as when an interceptor sends two requests at once. The end of this one shows that
        // the server is alive, so the other is measured from now on.
        guard !isOver else { return }
        let now = now()
        waiting.withLock { $0.since = max($0.since, now) }
    }

    /// Restarts the measured wait for the server, since bytes were sent or received.
    func restartWaiting(at now: @autoclosure () -> Duration) {
        guard let waiting else { return }
        let now = now()
        // Threads report in any order, so an earlier time must not replace a later one.
        waiting.withLock { $0.since = max($0.since, now) }
    }

    /// Returns the time of the next check of the limits; `nil` if there are none.
    ///
    /// A call that isn't waiting for the server now may do so soon, so it is checked again after one
    /// idle timeout.
    func next(at now: Duration) -> Duration? {
        guard let idleTimeout, let waiting else { return callDeadline }
        let idle = waiting.withLock { $0.count > 0 ? $0.since : now } + idleTimeout
        return callDeadline.map { min($0, idle) } ?? idle
    }

    /// Returns the limit that has expired; `nil` if none has.
    func timeout(at now: Duration) -> FetchError.Timeout? {
        if let callTimeout, now - start >= callTimeout { return .call(callTimeout) }
        guard let idleTimeout, let waiting else { return nil }
        let isIdle = waiting.withLock { $0.count > 0 && now - $0.since >= idleTimeout }
        return isIdle ? .idle(idleTimeout) : nil
    }
}
