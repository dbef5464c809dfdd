public import FreshetCore

/// An observer that records every step of every call, for tests.
public final class EventRecorder: FetchObserver {
    private let log = Lock<[FetchEvent]>([])

    /// Makes a recorder without events.
    public init() {}

    /// The steps so far, in order.
    public var events: [FetchEvent] { log.withLock { $0 } }

    /// Records an event.
    public func observe(_ event: FetchEvent) {
        log.withLock { $0.append(event) }
    }
}
