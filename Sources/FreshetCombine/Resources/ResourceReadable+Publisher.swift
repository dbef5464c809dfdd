public import FreshetResources

extension ResourceReadable {
    /// A publisher of the present state, and of the newest one after each change. It never ends by itself.
    ///
    /// Each subscription observes the resource, from its first demand on until it is cancelled. The first state comes
    /// after the cache was read. While there is no demand, states are skipped; the last one never is. States are
    /// delivered on no particular thread, one at a time.
    public var publisher: AsyncSequencePublisher<ResourceStates<Value>> { states.publisher }
}
