/// The state of loading a value: idle, loading, loaded or failed.
///
/// For a screen that keeps its content while the next value loads, use ``FetchState``.
///
/// ```swift
/// switch state {
/// case .idle: showHint("Search for a film")
/// case .loading: showSpinner()
/// case .loaded(let films): show(films)
/// case .failed(let error): showMessage(error.localizedDescription)
/// }
/// ```
public enum LoadingState<Value> {
    /// Loading hasn't begun.
    case idle
    /// A value is loading. An earlier value isn't kept.
    case loading
    /// Loading failed with this error. A cancellation isn't a failure.
    case failed(any Error)
    /// This value was loaded. Further values may follow, for example from a stream.
    case loaded(Value)

    /// Whether the value is loading.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// The value, once it is loaded; otherwise `nil`.
    public var value: Value? {
        if case .loaded(let value) = self { value } else { nil }
    }

    /// The failure, if loading failed; otherwise `nil`.
    public var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }

    /// Returns the same state with another value.
    public func map<New>(_ transform: (Value) throws -> New) rethrows -> LoadingState<New> {
        switch self {
        case .idle: .idle
        case .loading: .loading
        case .failed(let error): .failed(error)
        case .loaded(let value): .loaded(try transform(value))
        }
    }
}

extension LoadingState: Sendable where Value: Sendable {}

extension LoadingState: CustomStringConvertible {
    /// A description for developers.
    public var description: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .failed(let error): "failed(\(error))"
        case .loaded(let value): "loaded(\(value))"
        }
    }
}
