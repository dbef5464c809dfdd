public import FreshetCombine

extension ManualClock {
    /// A scheduler on the clock's time: debounce, delay, throttle, timeout and retry move with it.
    ///
    /// Nothing runs by itself, not even what is to run as soon as possible: `advance(by:)` does it all, where it is
    /// called.
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
