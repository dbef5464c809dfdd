public import Foundation

/// The state of a value that remains available while the next one loads.
///
/// Whether there is a value, a failure or a running fetch are separate facts: a failed reload keeps
/// the old value and adds the failure. A cancellation only ends the fetch.
///
/// ```swift
/// if let page = state.value { show(page.articles, dimmed: state.isStale) }
/// if let error = state.error { showBanner(error.localizedDescription) }
/// if state.isFetching { showSpinner() }
/// ```
public struct FetchState<Value> {
    /// The latest value.
    public private(set) var value: Value?
    /// The failure of the last fetch; `nil` as soon as the next one begins.
    public private(set) var error: FetchError?
    /// Whether a fetch is running.
    public private(set) var isFetching = false
    /// Whether the value is known to be outdated: because a newer fetch failed, or because it is a
    /// stale cached response.
    public private(set) var isStale = false
    /// The date at which the value was received; for a cached value, the date at which the server
    /// made it.
    public private(set) var receivedAt: Date?

    /// Makes a state without a running fetch.
    public init(value: Value? = nil, receivedAt: Date? = nil) {
        self.value = value
        self.receivedAt = receivedAt
    }

    /// Begins a fetch. The value is kept, the failure is removed.
    public mutating func begin() {
        isFetching = true
        error = nil
    }

    /// Sets the value, and removes the failure.
    ///
    /// - Parameters:
    ///   - isStale: Whether the value is known to be outdated.
    ///   - isFetching: Whether the fetch continues, because a newer value follows.
    public mutating func receive(_ value: Value, at date: Date, isStale: Bool = false, isFetching: Bool = false) {
        self.value = value
        self.isStale = isStale
        receivedAt = date
        self.isFetching = isFetching
        error = nil
    }

    /// Sets the failure and ends the fetch. The value is kept, and is stale from now on.
    ///
    /// - Parameter error: The failure. An error of another type is wrapped in a ``FetchError`` of
    ///   kind ``FetchError/Kind-swift.enum/validation(_:)``.
    public mutating func fail(_ error: any Error) {
        self.error = error as? FetchError ?? FetchError(.validation(error.localizedDescription), underlying: error)
        isFetching = false
        isStale = value != nil
    }

    /// Ends a cancelled fetch, without a failure.
    public mutating func cancel() {
        isFetching = false
    }

    /// Removes the failure.
    public mutating func dismissError() {
        error = nil
    }

    /// Returns the same state with another value.
    public func map<New>(_ transform: (Value) throws -> New) rethrows -> FetchState<New> {
        var state = FetchState<New>(value: try value.map(transform), receivedAt: receivedAt)
        state.error = error
        state.isFetching = isFetching
        state.isStale = isStale
        return state
    }

    /// The state as one of four cases. A value takes precedence over loading, and loading over a
    /// failure.
    public var loadingState: LoadingState<Value> {
        if let value { return .loaded(value) }
        if isFetching { return .loading }
        return error.map { .failed($0) } ?? .idle
    }
}

extension FetchState: Sendable where Value: Sendable {}

extension FetchState: Equatable where Value: Equatable {}
