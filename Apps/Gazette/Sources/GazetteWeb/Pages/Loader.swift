import FreshetCombine
import ReaderModels

/// Loads a value in a task and delivers it on the scheduler of a page. A later call replaces an earlier one.
final class Loader<Value: Sendable> {
    private let scheduler: AnyScheduler
    private var task: AnyCancellable?
    private let taken = PassthroughSubject<Void, Never>()

    init(on scheduler: AnyScheduler) {
        self.scheduler = scheduler
    }

    /// Whether a value is being loaded.
    var isLoading: Bool { task != nil }

    /// Sends after a value was taken.
    var changes: AnyPublisher<Void, Never> { taken.eraseToAnyPublisher() }

    /// Begins to load.
    ///
    /// - Parameter take: Receives the value on the scheduler.
    func load(_ work: @escaping @concurrent @Sendable () async -> Value, _ take: @escaping (Value) -> Void) {
        task = scheduler.run(for: self, work) { loader, result in
            loader.task = nil
            guard case .success(let value) = result else { return }
            take(value)
            loader.taken.send()
        }
    }
}
