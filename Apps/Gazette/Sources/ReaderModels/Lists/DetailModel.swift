public import Freshet

/// A view model of a single element.
public protocol DetailModel: ErrorShowing {
    associatedtype Value
    /// The element and the state of its loading.
    var state: FetchState<Value> { get }
    func load()
    /// Cancels what is under way. What is shown stays.
    func cancel()
}

extension DetailModel {
    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { state.value != nil }

    // Enough for a service whose responses are never fresh, such as Hacker News.
    /// Loads again after a failure.
    public func retry() { load() }
}
