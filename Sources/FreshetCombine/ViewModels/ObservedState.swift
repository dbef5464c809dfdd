public import CombineCompletion
public import Observation

/// The latest value of a publisher, for views that use Observation instead of `ObservableObject`.
///
/// ```swift
/// let state = ObservedState(loader.state, updates: loader.$state)
/// ```
///
/// The publisher must send on the views' scheduler, as the outputs of view models do.
public final class ObservedState<Value>: Observable {
    private let registrar = ObservationRegistrar()
    private var stored: Value
    private var subscription: AnyCancellable?

    /// The latest value. A view that reads it is updated when it changes.
    public var value: Value {
        registrar.access(self, keyPath: \.value)
        return stored
    }

    /// Makes an object with an initial value that follows a publisher as long as it lives.
    public init<P: Publisher>(_ value: Value, updates: P) where P.Output == Value, P.Failure == Never {
        stored = value
        subscription = updates.sink { [weak self] value in
            guard let self else { return }
            registrar.withMutation(of: self, keyPath: \.value) { self.stored = value }
        }
    }
}
