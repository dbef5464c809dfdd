import Foundation
import FreshetCore

/// The items of a page, as a ``ListWindow`` shows them.
public struct WindowPage<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    typealias Load = @Sendable () async throws(FetchError) -> WindowPage

    /// The items.
    public var items: [Item]
    /// The number of all items of the list; `nil` if the service does not send it.
    public var totalCount: Int?
    /// How many items of the page could not be had.
    public var missingCount: Int

    /// The ids of the whole list, where they are known.
    var listed: [Item.ID] = []
    /// Whether more items follow.
    var isPartial = false
    var date: Date?
    var isStale = false
    /// Why there is nothing newer.
    var failure: FetchError?
    /// Requests the page after it; `nil` where the list ends.
    var next: Load?

    /// Makes a page.
    public init(_ items: [Item], totalCount: Int? = nil, missingCount: Int = 0) {
        self.items = items
        self.totalCount = totalCount
        self.missingCount = missingCount
    }

    /// Takes over what is known of a resource.
    mutating func take<Value>(_ state: ResourceState<Value>) {
        date = state.date
        failure = state.error
        // Without a lifetime, each response is stale as soon as it comes.
        if failure != nil || state.origin == .store && state.isStale { isStale = true }
    }
}

/// Where the pages of a window come from.
protocol WindowSource<Item>: Sendable {
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

    /// The first page, if all of it is known.
    var known: WindowPage<Item>? { get }
    /// The account that the list would be requested for now; it contains secrets.
    var account: [String] { get }
    /// The ids of the list, as far as they are known now.
    var ids: [Item.ID] { get }
    /// Returns the first page.
    ///
    /// - Parameters:
    ///   - isReload: Whether it is requested, however fresh it is.
    ///   - see: Receives what there is of it before.
    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item>
}

extension Resource {
    /// The account that it would be requested for now.
    var account: [String] { definition?.key.account ?? [] }

    /// The state, unless it is one that the server has to confirm first.
    var confirmedState: ResourceState<Value>? {
        let state = state
        return state.isStale && state.facts.needsConfirmation ? nil : state
    }

    /// Returns what a window shows of the resource, once nothing is being done for it.
    ///
    /// - Parameters:
    ///   - isReload: Whether it is fetched, however fresh it is.
    ///   - see: Receives the states until then.
    /// - Returns: A state with a value. It may have an error, too.
    func settled(
        isReload: Bool, _ see: @escaping @Sendable (ResourceState<Value>) -> Void = { _ in }
    ) async throws(FetchError) -> ResourceState<Value> {
        let known = state
        // A failure is no reason to wait: the user has asked for the list.
        let isByHand = isReload || known.error != nil
        let observation = (isByHand ? refetching(on: []) : self).observe(see)
        // If the screen has gone on, nobody comes back soon.
        defer { if Task.isCancelled { observation.replace() } else { observation.cancel() } }
        if isByHand {
            let isDueLater = if case .waiting = known.activity { true } else { false }
            try await refetch(restarting: isDueLater)
        } else {
            for await state in states where state.activity == .idle { break }
        }
        let settled = state
        // What the server wants to confirm first is not shown where it can't.
        guard !Task.isCancelled, settled.value != nil, settled.error == nil || !settled.facts.needsConfirmation else {
            throw settled.error ?? .cancelled
        }
        return settled
    }
}
