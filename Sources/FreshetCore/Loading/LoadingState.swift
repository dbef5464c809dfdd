/// Where the loading of a value stands.
///
/// One of four at a time. A screen that keeps what it shows while the next value loads needs ``FetchState``.
public enum LoadingState<Value> {
    /// Nothing was asked for yet.
    case idle
    case loading
    case failed(any Error)
    case loaded(Value)

    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// The value, once it is loaded.
    public var value: Value? {
        if case .loaded(let value) = self { value } else { nil }
    }

    /// Why loading failed.
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
    public var description: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .failed(let error): "failed(\(error))"
        case .loaded(let value): "loaded(\(value))"
        }
    }
}
