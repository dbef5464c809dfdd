public import Freshet
public import FreshetCombine
import FreshetResources

/// A view model of a single element.
public protocol DetailModel: ErrorShowing {
    associatedtype Value
    /// The element and the state of its loading.
    var fetch: FetchState<Value> { get }
    func load()
    /// Cancels what is under way. What is shown stays.
    func cancel()
}

extension DetailModel {
    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { fetch.value != nil }

    // Enough for a service whose responses are never fresh, such as Hacker News.
    /// Loads again after a failure.
    public func retry() { load() }
}

extension ResourceObject: DetailModel {
    /// The failure to show, until it is dismissed.
    public var selectedError: SelectedError? { fetch.error.map(SelectedError.init) }

    /// Loads what is stale or has failed.
    public func load() { load(nil) }

    /// Loads again, however fresh the content is.
    public func retry() { refetch() }

    /// Cancels loading.
    public func cancel() { stop() }
}

extension Request {
    /// Returns a request that fails if there is no value.
    public func present<Wrapped>(orThrow error: AbsentError) -> Request<API, Wrapped> where Value == Wrapped? {
        map { (value: Value) throws -> Wrapped in
            guard let value else { throw error }
            return value
        }
        .named("present")
    }
}
