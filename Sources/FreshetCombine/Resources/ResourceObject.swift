public import CombineCompletion
public import FreshetCore
public import FreshetResources

/// A resource as an `ObservableObject`, for views that do not use Observation, and for view models on a scheduler of
/// their own.
///
/// ```swift
/// let play = ResourceObject(theatre.resource(.play(7)))
/// play.load()
/// let changes = play.$fetch.sink { fetch in show(fetch.value) }
/// ```
///
/// Making one sends nothing. Call its methods on the scheduler; its properties change there. `ResourceModel` of
/// FreshetResources is the same for Observation, with a property for each fact.
public final class ResourceObject<Value: Sendable>: ObservableObject {
    /// The shown state, with all of its facts.
    @Published public private(set) var state = ResourceState<Value>()
    /// The shown state as a screen needs it that keeps its content: `ResourceState/fetchState`, without a dismissed
    /// error.
    @Published public private(set) var fetch = FetchState<Value>()

    private let scheduler: AnyScheduler
    private var resource: (any ResourceReadable<Value>)?
    private var display = DisplayedState<Value>()
    private var observation: ResourceObservation?
    private var isStarted = false
    /// The fetch that this object has requested, which other observers may share.
    private var reload: (number: Int, task: Task<Void, Never>)?
    private var lastReload = 0
    /// The number of the resource's outcomes when its error was dismissed.
    private var dismissed: Int?

    /// Makes an object of a resource, or of none yet. It shows the present state, and sends nothing.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - scheduler: The scheduler on which the state changes. The main queue by default.
    public init(_ resource: (any ResourceReadable<Value>)? = nil, scheduler: AnyScheduler = .main) {
        self.resource = resource
        self.scheduler = scheduler
        look()
    }

    deinit { reload?.task.cancel() }

    /// Shows another resource, or none.
    ///
    /// A fetch for the one before is cancelled, unless it has other observers.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - isKeepingPrevious: Whether the value stays, marked as previous, until the resource has one; also beside its
    ///     error. `nil` for a resource clears it in any case, and so does another account.
    public func show(_ resource: (any ResourceReadable<Value>)?, keepingPrevious isKeepingPrevious: Bool = true) {
        display.change(keepingValue: isKeepingPrevious && resource != nil)
        self.resource = resource
        endReload()
        dismissed = nil
        let old = observation
        if isStarted { observe() }
        old?.replace()
        look()
    }

    /// Begins to observe, until ``stop()`` or until the object is released.
    ///
    /// When it returns, the object shows a value of the cache, if one is in memory or in a file that is open, its body
    /// is no longer than 32 KiB and no closure reads it.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        observe()
        look()
    }

    /// Ends the observation, and the fetch unless others wait for it. The shown value and its error stay.
    public func stop() {
        guard isStarted else { return }
        isStarted = false
        observation = nil
        endReload()
        show(display.end())
    }

    // MARK: - Loading

    /// Begins to observe, and fetches what is stale or has failed: for a screen that appears, or a button.
    ///
    /// After a failure, it is fetched without waiting for the next automatic fetch.
    ///
    /// - Parameter new: A resource to show instead of the present one: ``show(_:keepingPrevious:)``.
    public func load(_ new: (any ResourceReadable<Value>)? = nil) {
        let isNew = !isStarted || new != nil
        // Read before observing, which starts a fetch: a failure of that fetch needs no second attempt.
        let known = (new ?? resource)?.state ?? ResourceState()
        if let new { show(new) }
        start()
        switch known.activity {
        case .idle where known.error != nil || !isNew && known.isStale: fetchAgain()
        case .waiting where !isNew: fetchAgain()
        default: break
        }
    }

    /// Begins to observe, and fetches however fresh the value is.
    ///
    /// ``fetch`` shows that a fetch has begun when this returns, also where it joins one of another observer.
    public func refetch() {
        start()
        fetchAgain()
    }

    /// Removes the error from ``fetch``, until the next fetch has failed.
    public func dismissError() {
        dismissed = state.updates + state.failures
        fetch.dismissError()
    }

    private func fetchAgain() {
        guard let resource else { return }
        endReload()
        lastReload += 1
        let number = lastReload
        let end = scheduler.sender(to: self) { (object, _: Void) in
            guard object.reload?.number == number else { return }
            object.reload = nil
            object.look()
        }
        let task = Task {
            await resource.reload()
            end(())
        }
        reload = (number, task)
        look()
    }

    private func endReload() {
        reload?.task.cancel()
        reload = nil
    }

    // MARK: - What is shown

    private func observe() {
        let look = scheduler.sender(to: self) { (object, _: Void) in if object.isStarted { object.look() } }
        observation = resource?.observeForScreen { _ in look(()) }
    }

    /// Takes the newest state of the present resource, also after a notification by the one before it.
    private func look() {
        show(display.take(resource?.state ?? ResourceState(), isFetching: reload != nil))
    }

    private func show(_ new: ResourceState<Value>) {
        state = new
        var fetch = new.fetchState
        if dismissed == new.updates + new.failures { fetch.dismissError() }
        self.fetch = fetch
    }
}
