public import CombineCompletion
public import FreshetCore
public import FreshetResources

/// A model of a resource as an `ObservableObject`.
///
/// Use it for views that don't use Observation, and for view models on a scheduler of their own.
///
/// ```swift
/// let play = ResourceObject(theatre.resource(.play(7)))
/// play.load()
/// let changes = play.$fetch.sink { fetch in show(fetch.value) }
/// ```
///
/// Creating an object sends nothing. Call its methods on the scheduler, where its properties change
/// as well. `ResourceModel` in FreshetResources is the same model for Observation, with one
/// property per fact.
public final class ResourceObject<Value: Sendable>: ObservableObject {
    /// The shown state, with all of its facts.
    @Published public private(set) var state = ResourceState<Value>()
    /// The shown state for a screen that keeps its content: `ResourceState/fetchState`, without a
    /// dismissed error.
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

    /// Makes an object of a resource, or of none yet. It shows the current state and sends nothing.
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
    /// A fetch of the previous resource is cancelled, unless that has other observers.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - isKeepingPrevious: Whether the value stays, marked as previous, until the new resource
    ///     has one, even if that fails. A `nil` resource always clears the value, and so does a
    ///     change of account.
    public func show(_ resource: (any ResourceReadable<Value>)?, keepingPrevious isKeepingPrevious: Bool = true) {
        display.change(keepingValue: isKeepingPrevious && resource != nil)
        self.resource = resource
        endReload()
        dismissed = nil
        // The new observation begins before the old one ends: if both share a resource, its fetch isn't
        // cancelled in between.
        let old = observation
        if isStarted { observe() }
        old?.replace()
        look()
    }

    /// Begins to observe, until ``stop()`` or until the object is released.
    ///
    /// When this returns, the object shows the cached value if that is in memory or in an open
    /// file, its body is no longer than 32 KiB and no closure decodes it.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        observe()
        look()
    }

    /// Ends the observation, and the fetch unless others wait for it. The shown value and error
    /// stay.
    public func stop() {
        guard isStarted else { return }
        isStarted = false
        observation = nil
        endReload()
        show(display.end())
    }

    // MARK: - Loading

    /// Begins to observe, and fetches the value if it is stale or its last fetch failed.
    ///
    /// Call it when a screen appears, or for a button.
    ///
    /// After a failure, it fetches without waiting for the next automatic fetch.
    ///
    /// - Parameter new: A resource to show instead of the current one:
    ///   ``show(_:keepingPrevious:)``.
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
    /// When this returns, ``fetch`` shows that a fetch has begun, even if it joins another
    /// observer's fetch.
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
            // Another reload may have begun before this end was scheduled.
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

    /// Reads the newest state of the current resource, even after a notification by the previous
    /// one.
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
