public import Foundation

/// What a screen knows about a value that it keeps while the next one loads.
///
/// The value, the failure and whether something runs are facts apart: a failed reload leaves the old value where it is
/// and tells the failure beside it. Cancelling takes back the loading and nothing else.
public struct FetchState<Value> {
    /// The last value that came.
    public private(set) var value: Value?
    /// Why the last fetch failed; `nil` once the next begins.
    public private(set) var error: (any Error)?
    /// Whether a fetch is under way.
    public private(set) var isFetching = false
    /// Whether the value is known to be out of date: a fetch for something newer has failed, or it came from a cache that
    /// said so.
    public private(set) var isStale = false
    /// When the value came.
    public private(set) var receivedAt: Date?

    public init(value: Value? = nil, receivedAt: Date? = nil) {
        self.value = value
        self.receivedAt = receivedAt
    }

    /// Notes that a fetch begins. The value stays, the failure goes.
    public mutating func begin() {
        isFetching = true
        error = nil
    }

    /// Takes a value over.
    ///
    /// - Parameters:
    ///   - isStale: Whether it is known to be out of date.
    ///   - goesOn: Whether the fetch goes on, to bring a newer one.
    public mutating func receive(_ value: Value, at date: Date, isStale: Bool = false, goesOn: Bool = false) {
        self.value = value
        self.isStale = isStale
        receivedAt = date
        isFetching = goesOn
        error = nil
    }

    /// Notes a failure beside the value, which is stale from now on.
    public mutating func fail(_ error: any Error) {
        self.error = error
        isFetching = false
        isStale = value != nil
    }

    /// Notes that the fetch was cancelled: nobody is told of a failure.
    public mutating func cancel() {
        isFetching = false
    }

    /// Dismisses the failure.
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

    /// The state as one of four: a value that is there wins over what happens beside it.
    public var loadingState: LoadingState<Value> {
        if let value { return .loaded(value) }
        if isFetching { return .loading }
        return error.map { .failed($0) } ?? .idle
    }
}

extension FetchState: Sendable where Value: Sendable {}
