public import FreshetCombine

extension ManualClock {
    /// A scheduler on the clock's time, for debounce, delay, throttle, timeout and retry.
    ///
    /// Nothing runs by itself, not even actions without delay: `advance(by:)` runs all of them, on its thread.
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
