/// A queue that delivers the steps of one call to its observers one at a time, even if several tasks
/// report them.
final class EventQueue: Sendable {
    private struct State {
        var events: [(event: FetchEvent, isShared: Bool)] = []
        /// Whether the last step of the call was reported.
        var isClosed = false
    }

    private let call: UInt64
    private let request: FetchError.Request
    private let start: Duration
    private let time: TimeSource
    private let observers: [any FetchObserver]
    private let state = SerialDelivery(State())

    init(
        call: UInt64, request: FetchError.Request, start: Duration, time: TimeSource, observers: [any FetchObserver]
    ) {
        self.call = call
        self.request = request
        self.start = start
        self.time = time
        self.observers = observers
    }

    /// Adds a step, without delivering it. Steps after the end of the call are dropped.
    ///
    /// - Parameter isShared: Whether the step belongs to another call that shares the in-flight
    ///   request. Only observers of shared attempts receive it.
    func add(_ step: FetchEvent.Step, attempt: UInt64? = nil, isShared: Bool = false) {
        let event = FetchEvent(
            call: call, attempt: attempt, request: request, elapsed: time.now() - start, step: step)
        state.withLock { state in
            // Transports and abandoned stages may report late, but for an observer the last step is the end.
            guard !state.isClosed else { return }
            state.events.append((event, isShared))
            state.isClosed = event.step.isEnd
        }
    }

    /// Delivers the added steps, unless another task is doing so.
    func deliver() {
        state.deliver {
            $0.events.isEmpty ? nil : $0.events.removeFirst()
        } to: { event, isShared in
            for observer in observers where !isShared || observer is any SharedAttemptsObserver {
                observer.observe(event)
            }
        }
    }
}

/// The destination of the steps of a call or of an in-flight request.
enum EventTarget: Sendable {
    /// No destination, since nothing observes the call.
    case none
    /// One call.
    case call(EventQueue)
    /// The calls that wait for an in-flight request.
    ///
    /// - Parameters:
    ///   - isObserved: Returns whether any of them may have observers.
    ///   - receivers: Returns the queue of the call that has waited longest, and those of the others
    ///     if the step is for all.
    case inFlight(
        isObserved: @Sendable () -> Bool,
        receivers: @Sendable (_ isForAll: Bool) -> (longestWaiting: EventQueue?, others: [EventQueue])
    )

    var isObserved: Bool {
        switch self {
        case .none: false
        case .call: true
        case .inFlight(let isObserved, _): isObserved()
        }
    }

    /// The queue of a call; `nil` for an in-flight request.
    var queue: EventQueue? {
        if case .call(let queue) = self { queue } else { nil }
    }

    func report(_ step: @autoclosure () -> FetchEvent.Step, attempt: UInt64? = nil) {
        switch self {
        case .none: break
        case .call(let queue):
            queue.add(step(), attempt: attempt)
            queue.deliver()
        case .inFlight(let isObserved, let receivers):
            guard isObserved() else { return }
            let step = step()
            let (longestWaiting, others) = receivers(step.isOfAttempts)
            // All queues get the step before any observer runs: an observer may take long or make a call of its own.
            longestWaiting?.add(step, attempt: attempt)
            for other in others { other.add(step, attempt: attempt, isShared: true) }
            for queue in [longestWaiting].compactMap(\.self) + others { queue.deliver() }
        }
    }
}

extension FetchEvent.Step {
    /// Whether the step is an attempt or a retry.
    fileprivate var isOfAttempts: Bool {
        switch self {
        case .attempt, .retry: true
        default: false
        }
    }
}
