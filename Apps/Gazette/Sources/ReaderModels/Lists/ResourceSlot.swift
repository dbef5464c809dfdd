import Foundation
import Freshet
import FreshetCombine
import FreshetResources

/// Observes one resource at a time for a screen; all screens that show a resource share its state.
///
/// It observes from ``load(_:)`` until ``cancel()`` or until it is released. A known value is shown at once, and
/// fetched again if it is stale. Calls may come from any thread; they begin and report on the scheduler.
final class ResourceSlot<Source: Sendable, Value> {
    /// Receives each new state. Set it before the first call.
    var onChange: (FetchState<Value>) -> Void = { _ in }
    /// The shown state. Its value stays until there is another one, also when another resource is loaded.
    private(set) var state = FetchState<Value>()

    private let scheduler: AnyScheduler
    private let read: (Source) throws -> Value
    // Accessed on the scheduler only.
    private var resource: Resource<Source>?
    private var observation: ResourceObservation?
    /// The fetch that this slot has requested, which other observers may share.
    private var refetch: Task<Void, Never>?
    private var refetchNumber = 0
    /// The number of the resource's outcomes when the failure was dismissed.
    private var dismissedCount = 0

    /// Makes an empty slot.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which it reports.
    ///   - read: Returns what is shown of the value of a resource, or throws why there is nothing to show.
    init(scheduler: AnyScheduler, read: @escaping (Source) throws -> Value) {
        self.scheduler = scheduler
        self.read = read
    }

    deinit { refetch?.cancel() }

    /// Shows a resource. It is fetched if it has no value, if it is stale, or if the last fetch has failed.
    func load(_ resource: Resource<Source>) {
        scheduler.schedule { [weak self] in self?.begin(resource, isReload: false) }
    }

    /// Shows a resource, and fetches it however fresh it is.
    func reload(_ resource: Resource<Source>) {
        scheduler.schedule { [weak self] in self?.begin(resource, isReload: true) }
    }

    /// Ends the observation. What is shown stays; the fetch ends, unless others wait for it.
    func cancel() {
        scheduler.schedule { [weak self] in self?.stop() }
    }

    /// Dismisses the shown failure.
    func dismissError() {
        if let state = resource?.state { dismissedCount = state.outcomes }
        state.dismissError()
        onChange(state)
    }

    private func begin(_ resource: Resource<Source>, isReload: Bool) {
        let isNew = observation == nil || resource != self.resource
        // Read before observing, which starts a fetch: a failure of that fetch needs no second attempt.
        let known = resource.state
        if isNew { observe(resource) }
        switch known.activity {
        // A fetch that is due later begins at once when a screen asks for it.
        case .waiting where !isNew: fetch(resource, isRestarting: true)
        // A fetch in flight is joined, so that the screen sees this reload begin and end in any case.
        case _ where isReload: fetch(resource)
        case .idle where known.error != nil || !isNew && known.isStale: fetch(resource)
        default: break
        }
        look()
    }

    private func observe(_ resource: Resource<Source>) {
        endRefetch()
        dismissedCount = 0
        self.resource = resource
        let look = scheduler.sender(to: self) { (slot, _: Void) in slot.look() }
        observation = resource.observe { _ in look(()) }
    }

    private func fetch(_ resource: Resource<Source>, isRestarting: Bool = false) {
        endRefetch()
        let number = refetchNumber
        let end = scheduler.sender(to: self) { (slot, _: Void) in
            guard slot.refetchNumber == number else { return }
            slot.refetch = nil
            slot.look()
        }
        refetch = Task {
            _ = try? await resource.refetch(restarting: isRestarting)
            end(())
        }
    }

    private func endRefetch() {
        refetchNumber += 1
        refetch?.cancel()
        refetch = nil
    }

    private func stop() {
        guard let resource, observation != nil else { return }
        endRefetch()
        observation = nil
        show(resource.state, isFetching: false)
    }

    /// Reads the newest state of the resource.
    private func look() {
        guard let resource, observation != nil else { return }
        let known = resource.state
        show(known, isFetching: known.activity != .idle || refetch != nil)
    }

    private func show(_ known: ResourceState<Source>, isFetching: Bool) {
        var failure: (any Error)? = known.error
        // A response without a lifetime is stale from the start, so only a stale one from the cache counts as outdated.
        let isOutdated = failure != nil || known.origin == .store && known.isStale
        var value = state.value
        var date = state.receivedAt
        do {
            if let source = known.value {
                value = try read(source)
                date = known.date
            }
        } catch { failure = error }
        var next = FetchState<Value>()
        if let value, let date { next.receive(value, at: date, isStale: isOutdated) }
        if isFetching {
            next.begin()
        } else if let failure, known.outcomes > dismissedCount {
            next.fail(failure)
        }
        state = next
        onChange(next)
    }
}

extension ResourceSlot where Source == Value {
    /// Makes an empty slot that shows values as they are.
    convenience init(scheduler: AnyScheduler) {
        self.init(scheduler: scheduler) { $0 }
    }
}

extension ResourceState {
    /// The number of fetches that have ended, with success or failure.
    fileprivate var outcomes: Int { updates + failures }
}
