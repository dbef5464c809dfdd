import FreshetCore

/// Keeps the steps of a call with which a resource reads the cache. That is no call of the app, so the client's observers receive them
/// only where what is stored can't be read.
final class ReadingSteps: FetchObserver {
    private let observers: [any FetchObserver]
    private let steps = Lock<[FetchEvent]>([])

    init(for observers: [any FetchObserver]) { self.observers = observers }

    func observe(_ event: FetchEvent) {
        let steps = steps.withLock { steps in
            steps.append(event)
            return steps
        }
        guard case .failed(let error) = event.step, error.isOfReading else { return }
        for step in steps { for observer in observers { observer.observe(step) } }
    }
}

extension FetchError {
    /// Whether a response came, and its body is not what was expected.
    var isOfReading: Bool {
        switch kind {
        case .decoding, .validation, .wrongContent: true
        default: false
        }
    }
}
