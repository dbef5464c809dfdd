/// A queue that delivers the steps of one call to the observers one after another, even if several tasks report them.
final class EventQueue: Sendable {
    private struct State {
        var events: [FetchEvent] = []
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
    func add(_ step: FetchEvent.Step) {
        let event = FetchEvent(call: call, request: request, elapsed: time.now() - start, step: step)
        state.withLock { state in
            guard !state.isClosed else { return }
            state.events.append(event)
            state.isClosed = event.step.isEnd
        }
    }

    /// Delivers the added steps, unless another task is doing so.
    func deliver() {
        state.deliver {
            $0.events.isEmpty ? nil : $0.events.removeFirst()
        } to: { event in
            for observer in observers { observer.observe(event) }
        }
    }
}

/// The receiver of the steps of a call or of an exchange.
enum EventTarget: Sendable {
    /// There is no observer.
    case none
    /// One call.
    case call(EventQueue)
    /// The call that has waited longest for an exchange, as long as one waits.
    case longestWaiting(@Sendable () -> EventQueue?)

    var isObserved: Bool {
        if case .none = self { false } else { true }
    }

    var queue: EventQueue? {
        switch self {
        case .none: nil
        case .call(let queue): queue
        case .longestWaiting(let queue): queue()
        }
    }
}
