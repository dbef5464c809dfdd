public import FreshetResources

extension ResourceReadable {
    /// A publisher of the current state, and then of the newest one after each change. It never
    /// ends by itself.
    ///
    /// ```swift
    /// theatre.resource(.play(7)).publisher
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { state in show(state) }
    /// ```
    ///
    /// Each subscription observes the resource, from its first demand until it is cancelled. The
    /// first state arrives once the cache has been read. While there is no demand, states are
    /// skipped, but never the last one. States are delivered one at a time, on no particular
    /// thread.
    public var publisher: AsyncSequencePublisher<ResourceStates<Value>> { states.publisher }
}
