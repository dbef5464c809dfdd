public import CombineOrOpenCombine

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object that the subscription does not keep alive.
    ///
    /// `assign(to:on:)` holds its object; when that object holds the subscription, neither is ever released. Asks for
    /// all values.
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>,
        onWeak object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}
