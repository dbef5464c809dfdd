public import Freshet

/// A view model of a single thing.
public protocol DetailModel: ErrorShowing {
    associatedtype Value
    /// The thing, and how its loading goes.
    var state: FetchState<Value> { get }
    func load()
    /// Cancels what is under way. What is shown stays.
    func cancel()
}

extension DetailModel {
    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { state.value != nil }

    // Enough where the service lets nothing be fresh, as Hacker News does.
    /// Loads again after a failure.
    public func retry() { load() }
}
