public import Foundation
public import FreshetCore
public import HTTPTypes

/// The state of a resource at one moment: its value, its last error and its activity, independent of each other.
///
/// ```swift
/// let state = theatre.resource(.play(7)).state
/// if let play = state.value { show(play) }
/// if let error = state.error { report(error) }
/// ```
///
/// A failed fetch leaves the value in place, and the error stays until a fetch succeeds, so a
/// screen can show both.
public struct ResourceState<Value: Sendable>: Sendable {
    /// The value and the facts, behind one reference: every reader and every observer gets a copy of the state.
    final class Content: Sendable {
        let value: Value?
        let facts: StateFacts

        init(_ value: Value?, _ facts: StateFacts) {
            self.value = value
            self.facts = facts
        }
    }

    private(set) var content: Content

    /// Whether the value is missing, invalidated or older than its observer accepts (``ResourceFreshness``).
    public internal(set) var isStale: Bool

    /// Makes a state, for tests and previews. It is stale unless it has a value.
    public init(value: Value? = nil, error: FetchError? = nil, activity: ResourceActivity = .idle) {
        var facts = StateFacts()
        facts.error = error
        facts.activity = activity
        facts.origin = value == nil ? nil : .set
        self.init(value: value, facts, isStale: value == nil)
    }

    init(value: Value?, _ facts: StateFacts, isStale: Bool) {
        self.init(Content(value, facts), isStale: isStale)
    }

    init(_ content: Content, isStale: Bool) {
        self.content = content
        self.isStale = isStale
    }

    /// The shown value: the last response with the app's changes applied to it, or a placeholder.
    public internal(set) var value: Value? {
        get { content.value }
        set { content = Content(newValue, content.facts) }
    }

    var facts: StateFacts {
        get { content.facts }
        set { content = Content(content.value, newValue) }
    }

    /// Where the value came from; `nil` without one.
    public var origin: ResourceOrigin? { content.facts.origin }
    /// Why the last fetch failed. It stays until a fetch succeeds. A cancellation isn't a failure.
    public var error: FetchError? { content.facts.error }
    /// The activity of the resource.
    public var activity: ResourceActivity { content.facts.activity }
    /// When the server made or confirmed the value.
    public var date: Date? { content.facts.date }
    /// The number of the app's changes in the value that no response has confirmed yet.
    public var pendingChanges: Int { content.facts.pendingChanges }
    /// The durable writes that change the resource and haven't been delivered yet, in the order in
    /// which they are applied.
    ///
    /// Their `Outbox` can send them again, edit them and discard them.
    public var pendingWrites: [WriteID] { content.facts.pendingWrites }
    /// The head of the response that contained the value.
    public var response: HTTPResponse? { content.facts.response }
    /// The number of values received so far, for a reader that may have missed states.
    public var updates: Int { content.facts.updates }
    /// The number of fetches that have failed so far.
    public var failures: Int { content.facts.failures }
    /// Changes with the shown value.
    var revision: Revision { content.facts.revision }
    /// Changes when the account changes.
    var account: UInt64 { content.facts.account }

    /// Whether a request is in progress.
    public var isFetching: Bool { activity == .fetching }

    /// Whether there is no value yet, and the resource is not idle.
    public var isLoading: Bool { value == nil && activity != .idle }

    /// Whether the value belongs to the resource that was shown before.
    public var isPrevious: Bool { origin == .previous }

    /// Whether the server reported that nothing exists at the address: status 404 or 410.
    public var isGone: Bool { error?.isOfSomethingGone == true }

    /// Returns the same state with another value.
    public func map<New: Sendable>(_ transform: (Value) -> New) -> ResourceState<New> {
        with(value.map(transform))
    }

    /// The state for code that shows a `FetchState`, without an error while a fetch is in progress.
    ///
    /// Its value counts as stale only if it is a stale value from the cache or if the last fetch
    /// failed. A response without a lifetime alone doesn't make it stale.
    public var fetchState: FetchState<Value> {
        var state = FetchState<Value>()
        if let value {
            state.receive(value, at: date ?? .distantPast, isStale: error != nil || origin == .store && isStale)
        }
        if activity != .idle { state.begin() } else if let error { state.fail(error) }
        return state
    }

    var isStandIn: Bool { origin == .placeholder || origin == .previous }

    func with<New: Sendable>(_ value: New?) -> ResourceState<New> {
        ResourceState<New>(value: value, facts, isStale: isStale)
    }

    /// Whether both are the same state, judged by their revisions instead of their values.
    func isSame(as other: Self) -> Bool {
        guard isStale == other.isStale else { return false }
        if content === other.content { return true }
        return revision == other.revision && account == other.account && content.facts.isSame(as: other.content.facts)
    }

    /// Whether both are the same state for an observer of a part, which isn't notified of fetches
    /// or of equal values.
    func isSamePart(as other: Self) -> Bool {
        revision == other.revision && account == other.account && isStale == other.isStale
            && isStandIn == other.isStandIn && (value == nil) == (other.value == nil) && failures == other.failures
            && error == other.error && (value != nil || activity == other.activity)
    }
}

extension ResourceState: Equatable where Value: Equatable {
    /// Compares the shown values and facts, but not the heads of the responses.
    public static func == (first: Self, second: Self) -> Bool {
        first.value == second.value && first.isStale == second.isStale
            && first.content.facts.isSame(as: second.content.facts)
    }
}

extension HTTPResponse.Status {
    /// Whether the server reports that nothing exists at the address (RFC 9110 §15.5.5 and §15.5.11).
    var isGone: Bool { self == .notFound || self == .gone }
}
