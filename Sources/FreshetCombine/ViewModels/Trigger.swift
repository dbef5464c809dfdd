public import CombineCompletion
public import FreshetCore

/// An object that starts a call for each input and publishes the state of the latest one.
///
/// ```swift
/// let search = Trigger { (text: String) in news.publisher(for: .everything(text)) }
/// search.send("apple")
/// search.cancel()          // ends this call, not the trigger
/// ```
///
/// A new input replaces the running call, which then reports nothing more. After a failure the next input works as
/// usual. A cancellation restores the previous state. The state changes on the scheduler.
public final class Trigger<Input, Value>: ObservableObject {
    /// The state of the latest call.
    @Published public private(set) var state = LoadingState<Value>.idle
    /// The state of the latest call, with the value that it keeps.
    @Published public private(set) var fetch = FetchState<Value>()

    private let slot: FetchSlot<Value>
    private let start: (FetchSlot<Value>, Input) -> Void
    private var record = LoadRecord<Value>()

    /// Makes a trigger. Nothing runs before the first input.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - group: The group of triggers and loaders of which only one may run.
    ///   - time: The time at which values come. The system's by default.
    ///   - call: Returns the publisher of an input, on the thread that sends it.
    public init<P: Publisher>(
        scheduler: AnyScheduler = .main,
        group: FetchGroup? = nil,
        time: TimeSource = .system,
        _ call: @escaping (Input) -> P
    ) where P.Output == Value {
        slot = FetchSlot(scheduler: scheduler, group: group)
        start = { $0.run(call($1)) }
        slot.onEvent = { [weak self] event in
            guard let self else { return }
            let isNew = record.apply(event, at: time.date())
            fetch = record.fetch
            if isNew { state = record.state }
        }
    }

    /// Starts the call of an input, replacing the running one.
    public func send(_ input: Input) { start(slot, input) }

    /// Cancels the running call. The trigger keeps working.
    public func cancel() { slot.cancel() }
}

extension Trigger where Input == Void {
    /// Starts the call.
    public func send() { send(()) }
}
