public import Foundation
public import FreshetCore
public import HTTPTypes

/// What is known about a resource at one moment: its value, its last error and what is being done, each for itself.
///
/// A failed fetch keeps the value, and an error stays until a fetch succeeds: a screen can show both.
public struct ResourceState<Value: Sendable>: Sendable {
    /// What is shown: the last response with the app's changes applied to it, or a stand-in.
    public internal(set) var value: Value?
    /// Where the value came from; `nil` without one.
    public internal(set) var origin: ResourceOrigin?
    /// Why the last fetch failed. It stays until a fetch succeeds. A cancellation is no failure.
    public internal(set) var error: FetchError?
    /// What is being done.
    public internal(set) var activity: ResourceActivity = .idle
    /// Whether the value is missing, invalidated or older than its observer accepts (``ResourceFreshness``).
    public internal(set) var isStale = true
    /// When the server made or confirmed the value.
    public internal(set) var date: Date?
    /// How many of the app's changes are in the value that no response has confirmed yet.
    public internal(set) var pendingChanges = 0
    /// The head of the response that the value came in.
    public internal(set) var response: HTTPResponse?
    /// How many values came until now, for a reader that may have missed states.
    public internal(set) var updates = 0
    /// How many fetches have failed until now.
    public internal(set) var failures = 0

    /// Changes with the shown value, so that values which can't be compared need not be.
    var revision: UInt64 = 0
    /// Changes when another account calls.
    var account: UInt64 = 0

    /// Makes a state, for tests and previews. It is stale unless it has a value.
    public init(value: Value? = nil, error: FetchError? = nil, activity: ResourceActivity = .idle) {
        self.value = value
        self.error = error
        self.activity = activity
        origin = value == nil ? nil : .set
        isStale = value == nil
    }

    /// Whether a request is under way.
    public var isFetching: Bool { activity == .fetching }

    /// Whether there is nothing to show yet, and something is being done about it.
    public var isLoading: Bool { value == nil && activity != .idle }

    /// Whether the value belongs to the resource that was shown before.
    public var isPrevious: Bool { origin == .previous }

    /// Whether the server said that there is nothing any more (404 or 410).
    public var isGone: Bool {
        guard case .status(let status)? = error?.kind else { return error?.response?.head.status.isGone ?? false }
        return status.isGone
    }

    /// Returns the same state with another value.
    public func map<New: Sendable>(_ transform: (Value) -> New) -> ResourceState<New> {
        with(value.map(transform))
    }

    /// The state without its value.
    package var withoutValue: ResourceState<Void> { with(nil) }

    func with<New: Sendable>(_ value: New?) -> ResourceState<New> {
        var new = ResourceState<New>()
        new.value = value
        new.origin = origin
        new.error = error
        new.activity = activity
        new.isStale = isStale
        new.date = date
        new.pendingChanges = pendingChanges
        new.response = response
        new.updates = updates
        new.failures = failures
        new.revision = revision
        new.account = account
        return new
    }

    /// Whether both say the same, without comparing values.
    func isSame(as other: Self) -> Bool {
        revision == other.revision && account == other.account && hasSameFacts(as: other)
    }

    private func hasSameFacts(as other: Self) -> Bool {
        origin == other.origin && activity == other.activity && isStale == other.isStale && date == other.date
            && updates == other.updates && failures == other.failures && pendingChanges == other.pendingChanges
            && error == other.error
    }
}

extension ResourceState: Equatable where Value: Equatable {
    /// Compares what both show, and not the heads of their responses.
    public static func == (first: Self, second: Self) -> Bool {
        first.value == second.value && first.hasSameFacts(as: second)
    }
}

extension HTTPResponse.Status {
    /// Whether the server says that there is nothing at the address (RFC 9110 §15.5.5 and §15.5.11).
    var isGone: Bool { self == .notFound || self == .gone }
}
