public import Foundation
public import FreshetCore
import FreshetStreams

/// The pages of a list, as its resource keeps them.
struct PageList<API: Service, Page: Sendable>: Sendable {
    /// The request for a neighbour of a page, `nil` where the list ends, or the error because of which there is none.
    typealias Neighbour = Result<Request<API, Page>?, FetchError>

    struct Kept: Sendable {
        /// The number of its response, in the order in which responses arrived.
        let id: Stamp
        let request: Request<API, Page>
        var response: Response<Page>
        let facts: ValueFacts
        /// Read from the unchanged response: the app's changes do not affect the neighbours.
        let next: Neighbour
        let previous: Neighbour
    }

    var pages: [Kept]
    var next = PageActivity.idle
    var previous = PageActivity.idle
    /// Whether the next fetch asks for the first page alone.
    var isCut = false

    var values: [Page] { pages.map(\.response.value) }
    var hasNext: Bool { pages.last.map { Self.leadsOn($0.next) } ?? false }
    var hasPrevious: Bool { pages.first.map { Self.leadsOn($0.previous) } ?? false }

    /// Whether there is a page, or an error that a request for it reports.
    private static func leadsOn(_ neighbour: Neighbour) -> Bool {
        if case .success(nil) = neighbour { false } else { true }
    }

    /// The facts about all pages together: they are as old as the oldest, and become stale with the first that does.
    var facts: ValueFacts {
        var facts = pages[0].facts
        for page in pages.dropFirst() {
            let end = min(facts.freshUntil, page.facts.freshUntil)
            facts.date = min(facts.date, page.facts.date)
            facts.lifetime = .seconds(end.timeIntervalSince(facts.date))
            facts.needsConfirmation = facts.needsConfirmation || page.facts.needsConfirmation
            facts.isUnstorable = facts.isUnstorable || page.facts.isUnstorable
            facts.cost += page.facts.cost
            facts.tags.formUnion(page.facts.tags)
        }
        facts.storedID = nil
        return facts
    }

    mutating func limit(to count: Int, droppingFirst isFirst: Bool) {
        let surplus = pages.count - max(1, count)
        guard surplus > 0 else { return }
        if isFirst { pages.removeFirst(surplus) } else { pages.removeLast(surplus) }
    }

    mutating func change(_ change: (inout Page) -> Void) {
        for index in pages.indices { change(&pages[index].response.value) }
    }

    /// Returns the list with each value replaced by a function of it and of the old list's value at the same position.
    private func merging(_ old: Self, _ value: (_ new: Page, _ old: Page) -> Page) -> Self {
        var merged = self
        for (index, page) in zip(pages.indices, old.pages) {
            merged.pages[index].response.value = value(pages[index].response.value, page.response.value)
        }
        return merged
    }

    static var comparison: ValueComparison<PageList> {
        let pages = ValueComparison<Page>()
        return ValueComparison { new, old in
            new.pages.count == old.pages.count && new.hasNext == old.hasNext && new.hasPrevious == old.hasPrevious
                && [new.next, new.previous, old.next, old.previous].allSatisfy { $0 == .idle }
                && zip(new.pages, old.pages).allSatisfy { pages.isEqual($0.response.value, $1.response.value) }
        } sharing: { new, old in
            new.merging(old, pages.joined)
        } equal: { new, old in
            // The ages and the neighbours are those of the new responses.
            new.merging(old) { $1 }
        }
    }
}

extension PageList: PartedValue {
    mutating func changeParts<Part>(_ change: (inout Part) -> Void) {
        self.change { page in
            guard var part = page as? Part else { return }
            change(&part)
            if let changed = part as? Page { page = changed }
        }
    }

    static func isMade<Part>(of part: Part.Type) -> Bool { Page.self == part }
}

/// The activity at one end of a list of pages.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PageActivity: Sendable, Equatable {
    /// No page is requested.
    case idle
    /// The page is requested.
    case fetching
    /// An attempt to request the page has failed, and the next one is due. A ``ListWindow`` is `fetching` meanwhile.
    ///
    /// - Parameters:
    ///   - attempt: The number of the next attempt, counted from 1.
    ///   - until: When it is due.
    ///   - failure: Why the last one failed, as in the event of the retry.
    case waiting(attempt: Int, until: Date, failure: String)
    /// The last request for the page has failed. The loaded pages stay.
    case failed(FetchError)

    /// Whether the page is requested, also while the next attempt is due.
    public var isInProgress: Bool {
        switch self {
        case .fetching, .waiting: true
        case .idle, .failed: false
        }
    }

    /// Why the last request has failed.
    public var error: FetchError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
