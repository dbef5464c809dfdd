public import CombineCompletion
public import FreshetCore

/// An object that starts a call for each input and publishes the state of the latest one.
///
/// ```swift
/// let search = Trigger { (text: String) in news.publisher(for: .search(text)) }
/// search.send("apple")
/// search.cancel()          // ends this call, not the trigger
/// ```
///
/// A new input replaces the running call, which then reports nothing more. After a failure the next input works as
/// usual. A cancellation restores the previous state. ``state`` is one of four; ``fetch`` keeps the old value while the
/// next one loads, and next to a failure. Both change on the scheduler.
public final class Trigger<Input, Value>: ObservableObject {
    /// The state of the latest call.
    @Published public private(set) var state = LoadingState<Value>.idle
    /// The state of the latest call, with the value that it keeps.
    @Published public private(set) var fetch = FetchState<Value>()

    private let start: (Input) -> Void
    private let stop: () -> Void
    private var record = LoadRecord<Value>()

    /// Makes a trigger. Nothing runs before the first input.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - group: The group of triggers of which only one may run.
    ///   - time: The time at which values come. The system's by default.
    ///   - call: Returns the publisher of an input, on the thread that sends it.
    public init<P: Publisher>(
        scheduler: AnyScheduler = .main,
        group: FetchGroup? = nil,
        time: TimeSource = .system,
        _ call: @escaping (Input) -> P
    ) where P.Output == Value {
        let slot = FetchSlot<Value>(scheduler: scheduler, group: group)
        start = { slot.run(call($0)) }
        stop = { slot.cancel() }
        slot.onEvent = { [weak self] event in
            self?.change { $0.apply(event) { $1.receive($0, at: time.date(), isFetching: true) } }
        }
    }

    /// Makes a trigger of requests that shows stale cached values.
    ///
    /// A stale value comes at once, marked in ``fetch``, and the fresh one follows. If the revalidation fails,
    /// ``fetch`` has the failure, too.
    ///
    /// - Parameters:
    ///   - client: The client that makes the calls.
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - group: The group of triggers of which only one may run.
    ///   - request: Returns the request of an input.
    public init<API: Service>(
        from client: Client<API>,
        scheduler: AnyScheduler = .main,
        group: FetchGroup? = nil,
        _ request: @escaping (Input) -> Request<API, Value>
    ) where Value: Sendable {
        let slot = FetchSlot<Response<Value>>(scheduler: scheduler, group: group)
        start = { slot.run(client.responsePublisher(for: request($0))) }
        stop = { slot.cancel() }
        slot.onEvent = { [weak self] event in
            self?.change { record in
                record.apply(event, keepsValue: true) { $1.receive($0, at: client.time.date(), isFetching: true) }
            }
        }
    }

    /// Starts the call of an input, replacing the running one.
    public func send(_ input: Input) { start(input) }

    /// Cancels the running call, and restores the previous state. The trigger keeps working.
    public func cancel() { stop() }

    private func change(_ apply: (inout LoadRecord<Value>) -> Bool) {
        let isNew = apply(&record)
        fetch = record.fetch
        if isNew { state = record.state }
    }
}

extension Trigger where Input == Void {
    /// Starts the call.
    public func send() { send(()) }
}

/// An object that loads a value, and loads it again on demand: a trigger without input.
///
/// ```swift
/// let headlines = Loader { news.publisher(for: .headlines) }
/// headlines.load()
/// ```
public typealias Loader<Value> = Trigger<Void, Value>

extension Trigger: LoadableObject where Input == Void {
    /// Loads the value, again if it is loading or loaded.
    public func load() { send() }
}
