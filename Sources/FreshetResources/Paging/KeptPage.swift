import FreshetCore
import FreshetStreams

/// A page of a list, as its resource stores it.
struct KeptPage<API: Service, Page: Sendable>: Sendable {
    /// The request for a neighbour, `nil` where the list ends, or the error that prevents the
    /// request.
    typealias Neighbour = Result<Request<API, Page>?, FetchError>

    var value: Page
    /// Read from the unchanged response: the app's changes don't affect the neighbours.
    let next: Neighbour
    let previous: Neighbour

    static var comparison: ValueComparison<KeptPage> {
        let pages = ValueComparison<Page>()
        return ValueComparison { new, old in
            new.next.hasNeighbour() == old.next.hasNeighbour()
                && new.previous.hasNeighbour() == old.previous.hasNeighbour()
                && pages.isEqual(new.value, old.value)
        } sharing: { new, old in
            KeptPage(value: pages.joined(new.value, old.value), next: new.next, previous: new.previous)
        } equal: { new, old in
            // The neighbours come from the new response.
            KeptPage(value: old.value, next: new.next, previous: new.previous)
        }
    }
}

extension KeptPage: PartedValue {
    mutating func changeParts<Part>(_ change: (inout Part) -> Void) {
        guard var part = value as? Part else { return }
        change(&part)
        if let changed = part as? Page { value = changed }
    }

    static func isMade<Part>(of part: Part.Type) -> Bool { Page.self == part }
}

/// The reading of the pages of one list, by which writes find them.
struct PageReading: Hashable, Sendable {
    private let page: ReadingName
    /// The identity of the list's first request.
    private let list: RequestIdentity

    /// - Returns: `nil` if a closure without a name reads the pages.
    init?<API, Page>(_ client: Client<API>, _ list: PagedRequest<API, Page>) throws(FetchError) {
        guard let name = list.first.reading.name else { return nil }
        page = name
        self.list = try client.identity(of: list.first)
    }

    /// The tag that invalidates pages that aren't in memory.
    var tag: ResourceTag { ResourceTag(pagesOf: list) }
}

extension Client {
    /// Returns the resource of a list's page, which differs from the resource of its request.
    func pageResource<Page>(
        _ request: Request<API, Page>, of list: PagedRequest<API, Page>
    ) -> Resource<KeptPage<API, Page>> {
        do throws(FetchError) {
            return Resource(.defined(try pageDefinition(request, of: list)))
        } catch {
            return Resource(.refused(error))
        }
    }

    private func pageDefinition<Page>(
        _ request: Request<API, Page>, of list: PagedRequest<API, Page>
    ) throws(FetchError) -> ResourceDefinition<KeptPage<API, Page>> {
        let policy = effectivePolicy(of: request)
        let reader = FactsReader(self, policy)
        let reading = try PageReading(self, list)
        var tags = list.first.resourceTags
        if let reading { tags.fixed.insert(reading.tag) }
        let keep: @Sendable (Response<Page>) -> Response<KeptPage<API, Page>> = { response in
            // The app's closures run here, where no lock is held.
            let next = neighbour { () throws(FetchError) in try list.next(after: response, of: request) }
            let previous = neighbour { () throws(FetchError) in try list.previous(before: response, of: request) }
            return response.map { KeptPage(value: $0, next: next, previous: previous) }
        }
        let named = reading.map { request.named($0).tagged($0.tag) } ?? request
        return try ResourceDefinition(self, named, resourceStore, KeptPage.comparison) { plan, observers, completion in
            start(request.following(plan, policy), observers: observers) { completion($0.map(keep)) }
        } stored: {
            storedResponse(to: request.following(nil, policy), bodyLimit: ColdStart.bodyLimit).map(keep)
        } facts: { [tags] response in
            reader.facts(of: response, tags: tags(of: response.value.value))
        }
    }
}

private func neighbour<API, Page>(
    _ step: () throws(FetchError) -> Request<API, Page>?
) -> KeptPage<API, Page>.Neighbour {
    do throws(FetchError) { return .success(try step()) } catch { return .failure(error) }
}

extension Result {
    /// Whether there is a neighbour, or an error that a request for it reports.
    fileprivate func hasNeighbour<API, Page>() -> Bool where Success == Request<API, Page>? {
        if case .success(nil) = self { false } else { true }
    }
}
