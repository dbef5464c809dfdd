public import CombineOrOpenCombine
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
    /// What is shown. It changes on the scheduler.
    @Published public private(set) var state = ResourceState<Value>()

    private let scheduler: AnyScheduler
    private var resource: (any ResourceReadable<Value>)?
    private var display = DisplayedState<Value>()
    private var subscription: AnyCancellable?

    /// Makes an object of a resource, or of none yet. It shows what is known, and sends nothing.
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
    /// - Parameters:
    ///   - resource: The resource.
    ///   - isKeepingPrevious: Whether the value stays, marked as previous, until the resource has one; also beside its error.
    ///     `nil` for a resource clears it in any case, and so does another account.
    public func show(_ resource: (any ResourceReadable<Value>)?, keepingPrevious isKeepingPrevious: Bool = true) {
        display.change(keepingValue: isKeepingPrevious && resource != nil)
        self.resource = resource
        if subscription != nil { subscribe() }
        look()
    }

    /// Begins to observe, until ``stop()`` or until the object is released.
    public func start() {
        guard subscription == nil else { return }
        subscribe()
        look()
    }

    /// Ends the observation. What is shown stays.
    public func stop() { subscription = nil }

    private func subscribe() {
        let old = subscription
        subscription =
            resource.map { resource in
                resource.publisher.receive(on: scheduler).sink { [weak self] _ in self?.look() }
            } ?? AnyCancellable {}
        old?.cancel()
    }

    /// Takes the newest state. A state that was on its way while the resource changed is of no matter.
    private func look() {
        state = display.take(resource?.state ?? ResourceState())
    }
}
