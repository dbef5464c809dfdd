public import CombineCompletion
public import FreshetCore

/// An object that loads a value, and loads it again on demand.
///
/// ```swift
/// let sources = Loader { news.publisher(for: .sources()) }
/// sources.load()
/// ```
///
/// `load()` while it loads starts again; `cancel()` restores the previous state. ``state`` is one of four; ``fetch``
/// keeps the old value while the next one loads, and next to a failure. Both change on the scheduler.
public final class Loader<Value>: LoadableObject {
    /// The state of the value.
    @Published public private(set) var state = LoadingState<Value>.idle
    /// The state of the value, which keeps the old value while the next one loads.
    @Published public private(set) var fetch = FetchState<Value>()

    private let start: () -> Void
    private let stop: () -> Void
    private var record = LoadRecord<Value>()

    /// Makes a loader of a publisher's values. Nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - group: The group of loaders of which only one may load.
    ///   - time: The time at which values come. The system's by default.
    ///   - makePublisher: Returns the publisher of each load, on the thread that calls `load()`.
    public init<P: Publisher>(
        scheduler: AnyScheduler = .main,
        group: FetchGroup? = nil,
        time: TimeSource = .system,
        _ makePublisher: @escaping () -> P
    ) where P.Output == Value {
        let slot = FetchSlot<Value>(scheduler: scheduler, group: group)
        start = { slot.run(makePublisher()) }
        stop = { slot.cancel() }
        slot.onEvent = { [weak self] event in
            guard let self else { return }
            let isNew = record.apply(event, at: time.date())
            fetch = record.fetch
            if isNew { state = record.state }
        }
    }

    /// Makes a loader of a request's value that shows stale cached values.
    ///
    /// A stale value comes at once, marked in ``fetch``, and the fresh one follows. If the revalidation fails,
    /// ``fetch`` has the failure, too.
    ///
    /// - Parameters:
    ///   - client: The client that makes the calls.
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - group: The group of loaders of which only one may load.
    ///   - request: Returns the request of each load.
    public init<API: Service>(
        from client: Client<API>,
        scheduler: AnyScheduler = .main,
        group: FetchGroup? = nil,
        _ request: @escaping () -> Request<API, Value>
    ) where Value: Sendable {
        let slot = FetchSlot<Response<Value>>(scheduler: scheduler, group: group)
        start = { slot.run(client.responsePublisher(for: request())) }
        stop = { slot.cancel() }
        slot.onEvent = { [weak self] event in
            guard let self else { return }
            let isNew = record.apply(event, at: client.time.date())
            fetch = record.fetch
            if isNew { state = record.state }
        }
    }

    /// Loads the value, again if it is loading or loaded.
    public func load() { start() }

    /// Cancels loading and restores the previous state.
    public func cancel() { stop() }
}
