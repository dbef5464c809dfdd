public import Freshet

/// A view model of a single thing.
public protocol DetailModel: ErrorTelling {
    associatedtype Value
    /// The thing, and how its loading goes.
    var state: FetchState<Value> { get }
    func load()
    /// Cancels what is under way. What is shown stays.
    func cancel()
}

extension DetailModel {
    public var showsBesideError: Bool { state.value != nil }

    // Enough where the service lets nothing be fresh, as Hacker News does.
    public func retry() { load() }
}
