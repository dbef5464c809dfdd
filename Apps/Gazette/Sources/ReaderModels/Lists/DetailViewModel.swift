public import Freshet
public import FreshetCombine
import FreshetResources

/// A view model of a single element, whose state all screens that show it share.
///
/// A known value is shown at once, and fetched again if it is stale. `Source` is the type of the service's response.
public final class DetailViewModel<Source: Sendable, Value>: DetailModel {
    /// The element and the state of its loading.
    @Published public private(set) var state = FetchState<Value>()
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let resource: Resource<Source>
    private let slot: ResourceSlot<Source, Value>

    init(_ resource: Resource<Source>, scheduler: AnyScheduler, read: @escaping (Source) throws -> Value) {
        self.resource = resource
        slot = ResourceSlot(scheduler: scheduler, read: read)
        slot.onChange = { [weak self] state in
            self?.state = state
            self?.selectedError = state.error.map(SelectedError.init)
        }
    }

    /// Loads the content.
    public func load() { slot.load(resource) }

    /// Loads again, however fresh the content is.
    public func retry() { slot.reload(resource) }

    /// Cancels loading.
    public func cancel() { slot.cancel() }

    /// Dismisses the failure.
    public func dismissError() { slot.dismissError() }
}
