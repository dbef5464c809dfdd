public import CombineCompletion

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object, which the subscription does not retain.
    ///
    /// `assign(to:on:)` retains its object: if that object owns the subscription, neither is ever released. Demand is
    /// unlimited.
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>,
        onWeak object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}
