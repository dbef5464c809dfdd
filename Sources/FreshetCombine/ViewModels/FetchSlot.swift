public import CombineOrOpenCombine
import FreshetCore

/// A place for one call at a time, which a new call takes over from the old one.
///
/// The one that is replaced says nothing more, so that a screen goes from loading to loading without a moment of "ready"
/// in between. Calls may be started and cancelled from any thread; they begin, and everything is told, on the
/// scheduler. What comes of a call after it was replaced or cancelled is not told, even when it was under way
/// already. Releasing the slot cancels its call.
public final class FetchSlot<Value> {
    /// What becomes of a call.
    public enum Event {
        case began
        case value(Value)
        case failed(any Error)
        case finished
        case cancelled
    }

    /// Hears what becomes of the calls. Set it before the first.
    public var onEvent: (Event) -> Void = { _ in }

    private let scheduler: AnyScheduler
    private let group: FetchGroup?
    // Touched on the scheduler only.
    private var number = 0
    private var isRunning = false
    private var running: AnyCancellable?

    /// Makes an empty slot.
    ///
    /// - Parameters:
    ///   - scheduler: Where calls begin and everything is told: the main queue unless told.
    ///   - group: The slots of which only one may run.
    public init(scheduler: AnyScheduler = .main, group: FetchGroup? = nil) {
        self.scheduler = scheduler
        self.group = group
    }

    /// Subscribes to a publisher in place of the one that runs.
    public func run<P: Publisher>(_ publisher: P) where P.Output == Value {
        scheduler.schedule { [weak self] in self?.begin(publisher) }
    }

    /// Cancels the call that runs, if there is one.
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
        // Only now the others of the group, or for a moment nothing would seem to run.
        group?.take(by: self) { [weak self] in self?.stop() }
        // Somebody may have started another call in answer.
        guard number == self.number, isRunning else { return }
        let cancellable = publisher.sink { [weak self] end in
            self?.tell(number) {
                $0.isRunning = false
                $0.running = nil
                switch end {
                case .finished: return .finished
                case .failure(let error): return error.isCancellation ? .cancelled : .failed(error)
                }
            }
        } receiveValue: { [weak self] value in
            self?.tell(number) { _ in .value(value) }
        }
        if number == self.number, isRunning { running = cancellable }
    }

    private func tell(_ number: Int, _ event: @escaping (FetchSlot) -> Event) {
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

/// Slots of which only one may run: a call in one of them cancels the call in another.
///
/// All its slots must have the same scheduler.
public final class FetchGroup {
    private weak var holder: AnyObject?
    private var stopHolder: () -> Void = {}

    public init() {}

    fileprivate func take(by slot: AnyObject, stop: @escaping () -> Void) {
        if holder !== slot { stopHolder() }
        holder = slot
        stopHolder = stop
    }
}
