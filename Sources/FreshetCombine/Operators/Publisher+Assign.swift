public import CombineCompletion

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object that the subscription doesn't retain.
    ///
    /// ```swift
    /// let binding = titles.assign(to: \.text, onWeak: label)
    /// ```
    ///
    /// By contrast, `assign(to:on:)` retains its object: if that object owns the subscription,
    /// neither is ever released. The demand is unlimited.
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>,
        onWeak object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}
