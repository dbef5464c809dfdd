import FreshetCore

/// Records the steps of a call by which a resource reads the cache. The app did not make that call, so the client's
/// observers receive its steps only if the stored response can't be read.
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
    /// Whether there was a response, but its body is not what was expected.
    var isOfReading: Bool {
        switch kind {
        case .decoding, .validation, .wrongContent: true
        default: false
        }
    }
}
