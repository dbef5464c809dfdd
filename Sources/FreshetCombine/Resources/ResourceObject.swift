public import CombineCompletion
import FreshetCore
public import FreshetResources

/// A resource as an `ObservableObject`, for views that do not use Observation.
///
/// ```swift
/// let play = ResourceObject(theatre.resource(.play(7)))
/// play.start()
/// let changes = play.$state.sink { state in show(state.value) }
/// ```
///
/// Making one sends nothing. `ResourceModel` of FreshetResources is the same for Observation, with a property for each fact.
public final class ResourceObject<Value: Sendable>: ObservableObject {
    /// The shown state. It changes on the scheduler.
    @Published public private(set) var state = ResourceState<Value>()

    private let scheduler: AnyScheduler
    private var resource: (any ResourceReadable<Value>)?
    private var display = DisplayedState<Value>()
    private var observation: ResourceObservation?
    private var isStarted = false

    /// The references that the closure for changes uses on any thread. The object itself is used on the scheduler only.
    private struct Receiver {
        weak var object: ResourceObject?
        let scheduler: AnyScheduler
    }

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

    /// Shows another resource, or none.
    ///
    /// A fetch for the one before is cancelled, unless it has other observers.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - isKeepingPrevious: Whether the value stays, marked as previous, until the resource has one; also beside its error.
    ///     `nil` for a resource clears it in any case, and so does another account.
    public func show(_ resource: (any ResourceReadable<Value>)?, keepingPrevious isKeepingPrevious: Bool = true) {
        display.change(keepingValue: isKeepingPrevious && resource != nil)
        self.resource = resource
        let old = observation
        if isStarted { observe() }
        old?.replace()
        look()
    }

    /// Begins to observe, until ``stop()`` or until the object is released.
    ///
    /// When it returns, the object shows a value of the cache, if one is in memory or in a file that is open, its body is no longer
    /// than 32 KiB and no closure reads it.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        observe()
        look()
    }

    /// Ends the observation. The shown state stays.
    public func stop() {
        isStarted = false
        observation = nil
    }

    private func observe() {
        let receiver = Lock(ofUnchecked: Receiver(object: self, scheduler: scheduler))
        observation = resource?.observeForScreen { _ in
            receiver.withLock { $0.scheduler }.schedule {
                guard let object = receiver.withLock({ $0.object }), object.isStarted else { return }
                object.look()
            }
        }
    }

    /// Takes the newest state of the present resource, also after a notification by the one before it.
    private func look() {
        state = display.take(resource?.state ?? ResourceState())
    }
}
