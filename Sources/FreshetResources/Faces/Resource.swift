public import Foundation
public import FreshetCore

/// A handle to the shared state of a request.
///
/// ```swift
/// let play = theatre.resource(.play(7))
/// for await state in play.states { show(state) }
/// ```
///
/// Equal requests share one state on all threads: two screens that show the same movie send one
/// request. Making a handle, holding it and reading ``state`` send nothing. An observer keeps the
/// state alive and fresh.
///
/// The modifiers return a handle that observes with other options. The options belong to its
/// observers alone, not to the resource. If observers choose different keep times, the longest
/// applies.
public struct Resource<Value: Sendable>: ResourceReadable {
    enum Target: Sendable {
        case defined(ResourceDefinition<Value>)
        /// There is no request.
        case disabled
        /// The request can't have a resource.
        case refused(FetchError)
    }

    var target: Target
    var options = ObservationOptions()
    var standIn = StandIn<Value>()
    @Occasional var initial: ResourceMachine<Value>.Base?

    init(_ target: Target) {
        self.target = target
    }

    var definition: ResourceDefinition<Value>? {
        if case .defined(let definition) = target { definition } else { nil }
    }

    /// The current state. Reading it sends nothing, doesn't access the disk and never waits.
    public var state: ResourceState<Value> {
        if let definition, let state = definition.state(for: options.freshness) {
            return standIn.applied(to: state, at: definition.store.time)
        }
        var facts = StateFacts()
        if case .refused(let error) = target { facts.error = error }
        if let definition { facts.account = definition.store.account }
        // The clock isn't read here: only a stored value can need a confirmation.
        return standIn.applied(to: ResourceState(value: nil, facts, isStale: true), at: .system)
    }

    /// Observes the state, which keeps it alive and fresh for as long as the returned token lives.
    ///
    /// ```swift
    /// let observation = play.observe { state in show(state) }
    /// observation.cancel()
    /// ```
    ///
    /// - Parameter change: Receives the current state once the cache has been read, and then the
    ///   newest one after each change: one at a time, on no particular thread. A slow receiver
    ///   misses states, but never the last one.
    public func observe(_ change: @escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation {
        guard let definition else {
            change(state)
            return ResourceObservation { _ in }
        }
        return observation(by: ResourceObserver(definition, options, standIn, change))
    }

    private func observation(by observer: ResourceObserver<Value>) -> ResourceObservation {
        observer.begin(initial: initial)
        return ResourceObservation { isReplaced in observer.cancel(isReplaced: isReplaced) }
    }

    // MARK: - By hand

    /// Returns the value if it is fresh, or else the value of the next response.
    ///
    /// Changes that the app makes meanwhile are in ``state``, not in the value of the response. A
    /// waiting caller keeps the fetch alive: it isn't cancelled when the last observer leaves.
    ///
    /// - Throws: `FetchError`; `FetchError.cancelled` if the task or the fetch is cancelled, or the
    ///   resource is disabled or removed.
    public func value() async throws(FetchError) -> Value {
        try await wait(.fresh(options.freshness))
    }

    /// Fetches, however fresh the current value is, and returns the value of the response.
    ///
    /// It joins a fetch in progress, unless the resource was invalidated after that started:
    /// another fetch then follows. Changes that the app makes meanwhile are in ``state``, not in
    /// the returned value.
    ///
    /// - Parameter isRestarting: Whether to cancel a fetch in progress instead of joining it. The
    ///   new request is sent even if another call shares the request of the cancelled fetch.
    /// - Throws: `FetchError`; `FetchError.cancelled` if the task or the fetch is cancelled, or the
    ///   resource is disabled or removed.
    @discardableResult
    public func refetch(restarting isRestarting: Bool = false) async throws(FetchError) -> Value {
        try await wait(.refetch(isRestarting: isRestarting))
    }

    private func wait(_ waiting: Waiting) async throws(FetchError) -> Value {
        switch target {
        case .disabled: throw .cancelled
        case .refused(let error): throw error
        case .defined(let definition):
            // The entry may be removed between the lookup and the event, for example by a memory warning.
            // The next pass makes a new one.
            while true {
                let entry = definition.store.entry(definition)
                if let result = await entry.wait(waiting, definition) { return try result.get() }
            }
        }
    }

    /// Fetches the value, however fresh the current one is, and returns when the fetch has ended,
    /// successfully or not.
    ///
    /// If a fetch is waiting for its next attempt, that attempt is sent immediately.
    public func reload() async {
        _ = try? await refetchAtOnce()
    }

    /// Fetches the value. If a fetch is waiting for its next attempt, it is restarted immediately.
    func refetchAtOnce() async throws(FetchError) -> Value {
        // Joining a fetch between two attempts would mean waiting for the remaining delay.
        let isDueLater = if case .waiting = state.activity { true } else { false }
        return try await refetch(restarting: isDueLater)
    }

    /// Fetches the value ahead of time if it is stale. Returns without waiting for the response.
    public func prefetch() {
        perform(.prefetch(options))
    }

    /// Fetches again after a failure, without waiting for the next automatic fetch.
    public func retry() {
        Task { await reload() }
    }

    /// Cancels the fetch. The value and the error from before it stay, and no new error is shown.
    /// Waiting callers receive `FetchError.cancelled`.
    public func cancel() {
        known?.cancel()
    }

    /// Marks the value as stale, in memory and in the cache, and fetches it if the resource is
    /// observed.
    public func invalidate() {
        guard let definition else { return }
        definition.store.invalidate([.request(definition.address.identity)])
    }

    /// Sets the value. A response that was requested earlier doesn't replace it.
    ///
    /// ```swift
    /// play.set(edited, freshFor: .seconds(60))
    /// ```
    ///
    /// Nothing is sent, and a fetch in progress continues.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - lifetime: How long the value is fresh; `nil` keeps the lifetime of the previous value.
    public func set(_ value: Value, freshFor lifetime: Duration? = nil) {
        perform(.set(value, lifetime: lifetime))
    }

    /// Changes the value if there is one.
    ///
    /// ```swift
    /// play.update { $0.title = "Phaedra" }
    /// ```
    ///
    /// A response that was requested earlier doesn't undo the change, which is applied to that
    /// response as well. The closure may therefore run several times, on any thread, and must be
    /// pure and idempotent.
    public func update(_ change: @escaping @Sendable (inout Value) -> Void) {
        // There is nothing to change in a resource that isn't in memory, so no entry is made for it.
        known?.handle(.update(change))
    }

    /// Removes the value and the error, and fetches again if the resource is observed.
    public func reset() {
        known?.reset()
    }

    /// Removes the value and the error. Observers receive an empty state, and no fetch is started.
    public func remove() {
        known?.remove()
    }

    private var known: ResourceEntry<Value>? { definition.flatMap { $0.store.known($0) } }

    private func perform(_ event: ResourceEvent<Value>) {
        guard let definition else { return }
        definition.store.perform(event, on: definition)
    }
}

extension Resource: ChangeNotifying {
    func observeChanges(_ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        guard let definition else { return ResourceObservation { _ in } }
        return observation(by: ResourceObserver(definition, options, standIn, notify: notify))
    }
}

extension Resource: Hashable {
    /// Whether both are handles to the same state, whatever their options.
    public static func == (first: Self, second: Self) -> Bool {
        switch (first.target, second.target) {
        case (.defined(let first), .defined(let second)):
            first.store === second.store && first.address == second.address
        case (.disabled, .disabled): true
        case (.refused(let first), .refused(let second)): first == second
        default: false
        }
    }

    /// Hashes the identity of the resource, without the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(definition?.address)
    }
}

// MARK: - Choices

extension Resource {
    /// Returns a handle whose observers accept values of a given age. By default, the response
    /// determines it.
    public func fresh(_ freshness: ResourceFreshness) -> Self {
        changed { $0.options.freshness = freshness }
    }

    /// Returns a handle whose observers keep the resource in memory for a time after they leave.
    ///
    /// The default is five minutes. With several observers, the longest time applies. A response
    /// with `no-store` isn't kept.
    public func keeping(for duration: Duration) -> Self {
        changed { $0.options.keepTime = duration }
    }

    /// Returns a handle whose observers fetch a stale value at the given moments.
    ///
    /// ```swift
    /// let play = theatre.resource(.play(7)).refetching(on: [.foreground, .expiry])
    /// ```
    public func refetching(on triggers: RefetchTriggers) -> Self {
        changed { $0.options.triggers = triggers }
    }

    /// Returns a handle whose observers fetch at a regular interval.
    ///
    /// ```swift
    /// let play = theatre.resource(.play(7)).polling(every: .seconds(30))
    /// for await state in play.states { show(state) }
    /// ```
    ///
    /// The interval counts from the end of each fetch. Nothing is polled while the app is in the
    /// background. With several observers, the shortest interval applies. After a failure, nothing
    /// is fetched for 10 s, which doubles with each further failure up to five minutes, or for the
    /// time given by `Retry-After`, however short the interval is.
    public func polling(every interval: Duration?) -> Self {
        changed { $0.options.interval = interval }
    }

    /// Returns a handle whose observers see a placeholder as long as there is no value.
    ///
    /// ```swift
    /// let play = theatre.resource(.play(7)).placeholder { Play(id: 7, title: "…") }
    /// ```
    ///
    /// A placeholder isn't data: the resource is fetched as if there were none, the placeholder
    /// isn't kept, and ``update(_:)`` doesn't change it.
    ///
    /// - Parameter make: Makes the placeholder. It runs for each state without a value, on any
    ///   thread.
    public func placeholder(_ make: @escaping @Sendable () -> Value?) -> Self {
        changed { $0.standIn.make = make }
    }

    /// Returns a handle whose observers see only some cached values before the server responds. By
    /// default, they see all of them.
    public func showingStored(_ values: StoredValues) -> Self {
        changed { $0.standIn.storedValues = values }
    }

    /// Returns a handle whose observers start with a value if neither memory nor the cache has one.
    ///
    /// - Parameters:
    ///   - value: The value. Unlike a placeholder, it is data.
    ///   - date: When the server made the value, as far as is known. It determines the value's age.
    public func initially(_ value: Value, at date: Date) -> Self {
        changed {
            // As of number 0: any response is newer, even one that was requested before the app provided
            // the value.
            $0.initial = ResourceMachine<Value>.Base(
                value: value, asOf: 0, facts: ValueFacts(origin: .initial, date: date))
        }
    }

    /// Returns a handle that compares values with a closure instead of `==`.
    ///
    /// An equal value isn't reported to observers. Closures can't be compared, so the handle that
    /// was used last determines the comparison for the resource.
    public func comparing(_ areEqual: @escaping @Sendable (Value, Value) -> Bool) -> Self {
        guard let definition else { return self }
        return changed {
            $0.target = .defined(ResourceDefinition(definition, comparing: ValueComparison(areEqual)))
        }
    }

    /// Returns a handle whose observers don't cancel a fetch when they leave.
    public func continuingUnobserved() -> Self {
        changed { $0.options.continuesUnobserved = true }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var new = self
        change(&new)
        return new
    }
}
