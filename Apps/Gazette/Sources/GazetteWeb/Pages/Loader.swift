import FreshetCombine

/// Loads a value in a task and delivers it on the scheduler of a page. A later call replaces an earlier one.
final class Loader<Value: Sendable> {
    private let scheduler: AnyScheduler
    private var delivery: AnyCancellable?
    private var task: Task<Void, Never>?
    private let taken = PassthroughSubject<Void, Never>()

    init(on scheduler: AnyScheduler) {
        self.scheduler = scheduler
    }

    deinit { task?.cancel() }

    /// Whether a value is being loaded.
    var isLoading: Bool { delivery != nil }

    /// Sends after a value was taken.
    var changes: AnyPublisher<Void, Never> { taken.eraseToAnyPublisher() }

    /// Begins to load.
    ///
    /// - Parameter take: Receives the value on the scheduler.
    func load(_ work: @escaping @Sendable () async -> Value, _ take: @escaping (Value) -> Void) {
        task?.cancel()
        // A subject may be used on any thread.
        nonisolated(unsafe) let subject = PassthroughSubject<Value, Never>()
        delivery = subject.receive(on: scheduler).sink { [weak self] value in
            self?.delivery = nil
            take(value)
            self?.taken.send()
        }
        task = Task { @concurrent in
            let value = await work()
            if !Task.isCancelled { subject.send(value) }
        }
    }
}
