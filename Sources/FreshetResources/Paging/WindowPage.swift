import Foundation
import FreshetCore

/// The items of a page, as a ``ListWindow`` shows them.
public struct WindowPage<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    typealias Load = @Sendable () async throws(FetchError) -> WindowPage

    /// The items.
    public var items: [Item]
    /// The number of all items of the list; `nil` if the service does not send it.
    public var totalCount: Int?
    /// The number of items of the page that could not be loaded.
    public var missingCount: Int

    /// The ids of the whole list, where they are known.
    var listed: [Item.ID] = []
    var isPartial = false
    var date: Date?
    var isStale = false
    /// The error because of which there is no newer page.
    var failure: FetchError?
    /// Requests the page after it; `nil` where the list ends.
    var next: Load?

    /// Makes a page.
    public init(_ items: [Item], totalCount: Int? = nil, missingCount: Int = 0) {
        self.items = items
        self.totalCount = totalCount
        self.missingCount = missingCount
    }

    /// Takes over the date, the error and the staleness of a resource's state.
    mutating func take<Value>(_ state: ResourceState<Value>) {
        date = state.date
        failure = state.error
        // Without a lifetime, each response is stale on arrival, so that this counts only for those of the cache.
        if failure != nil || state.origin == .store && state.isStale { isStale = true }
    }
}

protocol WindowSource<Item>: Sendable {
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

    /// The first page, if all of it is known.
    var known: WindowPage<Item>? { get }
    /// The account that the list would be requested for now; it contains secrets.
    var account: [String] { get }
    /// The ids of the list, as far as they are known now.
    var ids: [Item.ID] { get }
    /// Returns the first page, after partial or known ones; a reload requests it however fresh it is.
    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item>
}

extension Resource {
    var account: [String] { definition?.key.account ?? [] }

    /// The state, unless it is stale and the server has to confirm it first.
    var confirmedState: ResourceState<Value>? {
        let state = state
        return state.isStale && state.facts.needsConfirmation ? nil : state
    }

    /// Returns the state after the fetch has ended: with a value, and perhaps an error. `see` receives those before it.
    func settled(
        isReload: Bool, _ see: @escaping @Sendable (ResourceState<Value>) -> Void = { _ in }
    ) async throws(FetchError) -> ResourceState<Value> {
        let known = state
        // After a failure, it is fetched without a delay, since the user has asked for the list.
        let isByHand = isReload || known.error != nil
        let observation = (isByHand ? refetching(on: []) : self).observe(see)
        // After a cancellation, no observer is expected soon, so the fetch is cancelled without a grace period.
        defer { if Task.isCancelled { observation.replace() } else { observation.cancel() } }
        if isByHand {
            _ = try await refetchAtOnce()
        } else {
            for await state in states where state.activity == .idle { break }
        }
        let settled = state
        // A value that the server has to confirm is not shown if that has failed.
        guard !Task.isCancelled, settled.value != nil, settled.error == nil || !settled.facts.needsConfirmation else {
            throw settled.error ?? .cancelled
        }
        return settled
    }
}
