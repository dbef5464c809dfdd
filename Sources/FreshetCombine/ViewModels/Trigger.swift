public import CombineOrOpenCombine
public import FreshetCore

/// A trigger that stays connected while the calls it starts come and go.
///
/// ```swift
/// let search = Trigger { news.publisher(for: .everything(matching: $0)) }
/// search.send("apple")
/// search.cancel()          // ends this call, not the trigger
/// ```
///
/// A new input replaces the running call, which then says nothing more; a failure is told and the next input works as
/// if nothing had happened; a cancel brings back what was shown before. The state is true at any moment and
/// changes on the scheduler.
public final class Trigger<Input, Value>: ObservableObject {
    @Published public private(set) var state = LoadingState<Value>.idle
    @Published public private(set) var fetch = FetchState<Value>()

    private let slot: FetchSlot<Value>
    private let start: (FetchSlot<Value>, Input) -> Void
    private var record = LoadRecord<Value>()

    /// Makes a trigger; nothing runs until the first input.
    ///
    /// - Parameters:
    ///   - scheduler: Where the outputs change: the main queue unless told.
    ///   - group: The triggers and loaders of which only one may run.
    ///   - time: The time at which values come. The system's by default.
    ///   - call: Makes the publisher of an input, on whatever thread sends it.
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

    /// Starts the call of an input in place of the one that runs.
    public func send(_ input: Input) { start(slot, input) }

    /// Cancels the call that runs; the trigger stays connected.
    public func cancel() { slot.cancel() }
}

extension Trigger where Input == Void {
    /// Starts the call.
    public func send() { send(()) }
}
