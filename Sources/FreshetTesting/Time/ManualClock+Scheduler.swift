public import FreshetCombine

extension ManualClock {
    /// A scheduler on this clock, for debounce, delay, throttle, timeout and retry.
    ///
    /// No action runs by itself, not even one without a delay: `advance(by:)` runs all due actions
    /// on the calling thread.
    public var scheduler: AnyScheduler {
        AnyScheduler(
            now: { AnyScheduler.Time(nanoseconds: AnyScheduler.Interval(self.now.offset).magnitude) },
            soon: { _ = self.schedule(after: .zero, $0) },
            later: { interval, action in
                let id = self.schedule(after: .nanoseconds(interval.magnitude), action)
                return { self.unschedule(id) }
            })
    }
}
