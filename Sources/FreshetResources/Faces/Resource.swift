public import Foundation
public import FreshetCore

/// A handle of the shared state of a request.
///
/// ```swift
/// let play = theatre.resource(.play(7))
/// for await state in play.states { show(state) }
/// ```
///
/// Equal requests have the same state, from any thread: two screens that show one movie cause one exchange. Making a
/// handle, holding it and reading ``state`` send nothing. An observer keeps the state alive and fresh.
///
/// The modifiers return a handle that observes with other choices. They are choices of its observers alone, not of the
/// resource; of keep times the longest applies.
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

    /// The present state. Reading it sends nothing, reads no disk and never waits.
    public var state: ResourceState<Value> {
        if let definition, let state = definition.state(for: options.freshness) {
            return standIn.applied(to: state, at: definition.store.time)
        }
        var facts = StateFacts()
        if case .refused(let error) = target { facts.error = error }
        if let definition { facts.account = definition.store.account }
        return standIn.applied(to: ResourceState(value: nil, facts, isStale: true), at: .system)
    }

    /// Observes the state, which keeps it alive and fresh as long as the returned token lives.
    ///
    /// - Parameter change: Receives the present state, after the cache was read, and then the newest one after each
    ///   change: one at a time, on no particular thread. A slow receiver misses states, never the last.
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

    /// Returns the value if it is fresh, else that of the next response.
    ///
    /// What the app sets or changes meanwhile is in ``state``, not in the value of the response. A caller that waits
    /// keeps the fetch alive: it is not cancelled when the last observer leaves.
    ///
    /// - Throws: `FetchError`; `FetchError.cancelled` when the task is cancelled, the fetch is, or the resource was
    ///   removed.
    public func value() async throws(FetchError) -> Value {
        try await wait(.fresh(options.freshness))
    }

    /// Fetches, however fresh the present value is, and returns the value of the response.
    ///
    /// A fetch in progress is joined, unless the resource was invalidated after its start: then another one follows.
    /// What the app sets or changes meanwhile is in ``state``, not in the returned value.
    ///
    /// - Parameter isRestarting: Whether a fetch in progress is cancelled instead. The new request is sent even if
    ///   another call shares the request of that fetch.
    /// - Throws: `FetchError`; `FetchError.cancelled` when the task is cancelled, the fetch is, or the resource was
    ///   removed.
    @discardableResult
    public func refetch(restarting isRestarting: Bool = false) async throws(FetchError) -> Value {
        try await wait(.refetch(isRestarting: isRestarting))
    }

    private func wait(_ waiting: Waiting) async throws(FetchError) -> Value {
        switch target {
        case .disabled: throw .cancelled
        case .refused(let error): throw error
        case .defined(let definition):
            while true {
                let entry = definition.store.entry(definition)
                if let result = await entry.wait(waiting, definition) { return try result.get() }
            }
        }
    }

    /// Fetches the value, however fresh the present one is, and returns when that has ended, successfully or not.
    ///
    /// A fetch that waits for its next attempt is sent at once.
    public func reload() async {
        _ = try? await refetchAtOnce()
    }

    /// Fetches the value; one that waits for its next attempt is sent at once.
    func refetchAtOnce() async throws(FetchError) -> Value {
        let isDueLater = if case .waiting = state.activity { true } else { false }
        return try await refetch(restarting: isDueLater)
    }

    /// Fetches the value if it is stale, so that it is there when it is needed. Returns without waiting for it.
    public func prefetch() {
        perform(.prefetch(options))
    }

    /// Fetches after a failure, without waiting for the next automatic fetch.
    public func retry() {
        Task { await reload() }
    }

    /// Cancels the fetch. The state before it stays, and no error is shown. Callers that wait get
    /// `FetchError.cancelled`.
    public func cancel() {
        known?.cancel()
    }

    /// Makes the value stale, in memory and in the cache, and fetches it if it is observed.
    public func invalidate() {
        guard let definition else { return }
        definition.store.invalidate([.request(definition.address.identity)])
    }

    /// Sets the value. A response that was requested before does not replace it.
    ///
    /// Nothing is sent, and a fetch in progress continues.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - lifetime: How long the value is fresh; `nil` for the lifetime of the value before it.
    public func set(_ value: Value, freshFor lifetime: Duration? = nil) {
        perform(.set(value, lifetime: lifetime))
    }

    /// Changes the value. Does nothing without one.
    ///
    /// A response that was requested before does not undo the change: it is applied to that response, too. So the
    /// closure may run several times, on any thread. It must be pure and idempotent.
    public func update(_ change: @escaping @Sendable (inout Value) -> Void) {
        known?.handle(.update(change))
    }

    /// Forgets the value and the error, and fetches again if it is observed.
    public func reset() {
        known?.reset()
    }

    /// Forgets the value and the error. Its observers receive an empty state. Removing itself starts no fetch.
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
    /// Whether both are handles of the same state, whatever their choices.
    public static func == (first: Self, second: Self) -> Bool {
        switch (first.target, second.target) {
        case (.defined(let first), .defined(let second)):
            first.store === second.store && first.address == second.address
        case (.disabled, .disabled): true
        case (.refused(let first), .refused(let second)): first == second
        default: false
        }
    }

    /// Hashes the identity of the resource, without the choices.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(definition?.address)
    }
}

// MARK: - Choices

extension Resource {
    /// Returns a handle whose observers accept values of another age. By default, the response decides.
    public func fresh(_ freshness: ResourceFreshness) -> Self {
        changed { $0.options.freshness = freshness }
    }

    /// Returns a handle whose observers keep the resource for a time after they have left: five minutes by default.
    ///
    /// Of several observers, the longest time applies. A response with `no-store` is not kept.
    public func keeping(for duration: Duration) -> Self {
        changed { $0.options.keepTime = duration }
    }

    /// Returns a handle whose observers fetch a stale value at other moments.
    public func refetching(on triggers: RefetchTriggers) -> Self {
        changed { $0.options.triggers = triggers }
    }

    /// Returns a handle whose observers fetch at an interval, counted from the end of each fetch; not in the
    /// background.
    ///
    /// Of several observers, the shortest interval applies. After a failure, nothing is fetched before the hold is
    /// over, however short the interval: 10 s, doubled with each further failure up to five minutes, or the time of
    /// `Retry-After`.
    public func polling(every interval: Duration?) -> Self {
        changed { $0.options.interval = interval }
    }

    /// Returns a handle whose observers see a stand-in as long as there is no value.
    ///
    /// It is no data: the resource is fetched as without it, it is not kept, and it is not changed by ``update(_:)``.
    ///
    /// - Parameter make: Makes the stand-in. It runs for each state without a value, on any thread.
    public func placeholder(_ make: @escaping @Sendable () -> Value?) -> Self {
        changed { $0.standIn.make = make }
    }

    /// Returns a handle whose observers see other values from the cache before the server was asked: by default, all of
    /// them.
    public func showingStored(_ values: StoredValues) -> Self {
        changed { $0.standIn.storedValues = values }
    }

    /// Returns a handle whose observers begin with a value if neither memory nor cache has one.
    ///
    /// - Parameters:
    ///   - value: The value. Unlike a placeholder, it is data.
    ///   - date: When the server made it, as far as is known: its age.
    public func initially(_ value: Value, at date: Date) -> Self {
        changed {
            $0.initial = ResourceMachine<Value>.Base(
                value: value, asOf: 0, facts: ValueFacts(origin: .initial, date: date))
        }
    }

    /// Returns a handle that compares values in another way than by `==`.
    ///
    /// An equal value is not passed on. Closures can't be compared, so that the last handle that was used decides.
    public func comparing(_ areEqual: @escaping @Sendable (Value, Value) -> Bool) -> Self {
        guard let definition else { return self }
        return changed {
            $0.target = .defined(ResourceDefinition(definition, comparing: ValueComparison(areEqual)))
        }
    }

    /// Returns a handle whose observers leave a fetch running when they leave.
    public func continuingUnobserved() -> Self {
        changed { $0.options.continuesUnobserved = true }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var new = self
        change(&new)
        return new
    }
}
