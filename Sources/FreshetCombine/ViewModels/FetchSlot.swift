public import CombineCompletion
import FreshetCore

/// A slot for one call at a time. A new call replaces the running one.
///
/// A replaced call reports nothing more, so that a screen goes from loading to loading without showing "ready" in
/// between. Calls may be started and cancelled from any thread; they begin and report on the scheduler. Nothing is
/// reported of a call after it was replaced or cancelled, even if it was scheduled already. Releasing the slot
/// cancels its call.
public final class FetchSlot<Value> {
    /// An event of a call.
    public enum Event {
        /// A call begins: its publisher is about to be subscribed to. A call that it replaces reports nothing more.
        case began
        /// The publisher of the call sent this value; there may be several.
        case value(Value)
        /// The publisher failed with this error, which is not a cancellation. The call has ended.
        case failed(any Error)
        /// The publisher finished. The call has ended.
        case finished
        /// The call was cancelled: by ``FetchSlot/cancel()``, by another slot of its group, or by its publisher.
        case cancelled
    }

    /// Receives the events of the calls. Set it before the first call.
    public var onEvent: (Event) -> Void = { _ in }

    private let scheduler: AnyScheduler
    private let group: FetchGroup?
    // Accessed on the scheduler only.
    private var number = 0
    private var isRunning = false
    private var running: AnyCancellable?

    /// Makes an empty slot.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which calls begin and report. The main queue by default.
    ///   - group: The group of slots of which only one may run a call.
    public init(scheduler: AnyScheduler = .main, group: FetchGroup? = nil) {
        self.scheduler = scheduler
        self.group = group
    }

    /// Subscribes to a publisher, replacing the running one.
    public func run<P: Publisher>(_ publisher: P) where P.Output == Value {
        scheduler.schedule { [weak self] in self?.begin(publisher) }
    }

    /// Cancels the running call, if there is one.
    public func cancel() {
        scheduler.schedule { [weak self] in self?.stop() }
    }

    private func begin<P: Publisher>(_ publisher: P) where P.Output == Value {
        number += 1
        let number = number
        running?.cancel()
        running = nil
        isRunning = true
        onEvent(.began)
        // The other slots of the group stop after `began`, so that the group always seems to run a call.
        group?.take(by: self) { [weak self] in self?.stop() }
        // The observer may have started another call.
        guard number == self.number, isRunning else { return }
        let cancellable = publisher.sink { [weak self] end in
            self?.report(number) {
                $0.isRunning = false
                $0.running = nil
                switch end {
                case .finished: return .finished
                case .failure(let error): return error.isCancellation ? .cancelled : .failed(error)
                }
            }
        } receiveValue: { [weak self] value in
            self?.report(number) { _ in .value(value) }
        }
        if number == self.number, isRunning { running = cancellable }
    }

    private func report(_ number: Int, _ event: @escaping (FetchSlot) -> Event) {
        scheduler.schedule { [weak self] in
            guard let self, number == self.number, isRunning else { return }
            onEvent(event(self))
        }
    }

    private func stop() {
        guard isRunning else { return }
        number += 1
        isRunning = false
        running?.cancel()
        running = nil
        onEvent(.cancelled)
    }
}

/// A group of slots of which only one runs: a call in one of them cancels the call in another.
///
/// All its slots must have the same scheduler.
public final class FetchGroup {
    private weak var holder: AnyObject?
    private var stopHolder: () -> Void = {}

    /// Makes a group without slots.
    public init() {}

    fileprivate func take(by slot: AnyObject, stop: @escaping () -> Void) {
        if holder !== slot { stopHolder() }
        holder = slot
        stopHolder = stop
    }
}
