public import CombineOrOpenCombine
public import FreshetCore

/// An object that loads a value as often as it is asked to.
///
/// ```swift
/// let sources = Loader { news.publisher(for: .sources()) }
/// sources.load()
/// ```
///
/// `load()` while it loads begins anew; `cancel()` brings back what was shown before. ``state`` is one of four;
/// ``fetch`` keeps the old value while the next one loads and tells a failure beside it. Both change on the scheduler.
public final class Loader<Value>: LoadableObject {
    @Published public private(set) var state = LoadingState<Value>.idle
    @Published public private(set) var fetch = FetchState<Value>()

    private let start: () -> Void
    private let stop: () -> Void
    private var record = LoadRecord<Value>()

    /// Makes a loader of a publisher's values; nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - scheduler: Where the outputs change: the main queue unless told.
    ///   - group: The loaders of which only one may load.
    ///   - time: The time at which values come. The system's by default.
    ///   - makePublisher: Makes the publisher of each attempt, on whatever thread asks for it.
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

    /// Makes a loader of a request's value, which tells what the cache knows of it.
    ///
    /// A stale value shows at once, is marked in ``fetch``, and the fresh one follows; a failure to bring that is told
    /// beside it.
    ///
    /// - Parameters:
    ///   - client: Who asks.
    ///   - scheduler: Where the outputs change: the main queue unless told.
    ///   - group: The loaders of which only one may load.
    ///   - request: Makes the request of each attempt.
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

    public func load() { start() }

    public func cancel() { stop() }
}
