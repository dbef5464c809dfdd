import Foundation
import FreshetCore
import FreshetStreams
import HTTPTypes

struct PageFetcher<API: Service, Page: Sendable>: Sendable {
    typealias List = PageList<API, Page>

    let client: Client<API>
    let list: PagedRequest<API, Page>
    /// How many pages are read from the cache at a cold start.
    let restored: Int
    private let policy: CachePolicy
    private let reader: FactsReader
    private let tags: ResourceTags<Page>
    private let store: ResourceStore

    init(_ client: Client<API>, _ list: PagedRequest<API, Page>, restoring restored: Int) {
        self.client = client
        self.list = list
        self.restored = restored
        policy = client.effectivePolicy(of: list.first)
        reader = FactsReader(client, policy)
        tags = list.first.resourceTags
        store = client.resourceStore
    }

    // MARK: - The whole list

    /// Fetches as many pages as before, or as the list has now: all or none of them. Without a plan, reads the cache.
    func start(
        _ plan: FetchPlan?, _ old: List?, _ observers: [any FetchObserver],
        _ completion: @escaping ResourceDefinition<List>.Completion
    ) -> FetchTask {
        let task = Task { completion(await result(plan, old, observers)) }
        return FetchTask(isEnded: { task.isCancelled }, stop: { task.cancel() })
    }

    private func result(
        _ plan: FetchPlan?, _ old: List?, _ observers: [any FetchObserver]
    ) async -> Result<Response<List>, FetchError> {
        do throws(FetchError) {
            guard let plan else { return .success(try await stored(observers)) }
            return .success(try await fetched(plan, old, observers))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the first pages, as far as they are stored without a gap. Only a failure of the first one is observed.
    private func stored(_ observers: [any FetchObserver]) async throws(FetchError) -> Response<List> {
        var pages = List(pages: [try await page(list.first, nil, observers)])
        while pages.pages.count < restored, let last = pages.pages.last,
            let request = try? neighbour(.next, of: pages), let page = try? await page(request, nil, []),
            !page.isOlder(than: last)
        {
            pages.pages.append(page)
        }
        return response(pages)
    }

    /// Returns the first stored pages; `nil` if one of them can't be read without waiting.
    func storedAtOnce(bodyLimit: Int) -> Response<List>? {
        guard let first = pageAtOnce(list.first, bodyLimit) else { return nil }
        var pages = List(pages: [first])
        while pages.pages.count < restored, let last = pages.pages.last,
            let request = try? neighbour(.next, of: pages)
        {
            guard let page = pageAtOnce(request, bodyLimit - pages.facts.cost) else { return nil }
            guard !page.isOlder(than: last) else { break }
            pages.pages.append(page)
        }
        return response(pages)
    }

    private func pageAtOnce(_ request: Request<API, Page>, _ bodyLimit: Int) -> List.Kept? {
        client.storedResponse(to: request.following(nil, policy), bodyLimit: bodyLimit).map { kept(request, $0) }
    }

    private func fetched(
        _ plan: FetchPlan, _ old: List?, _ observers: [any FetchObserver]
    ) async throws(FetchError) -> Response<List> {
        var pages = List(pages: [try await firstPage(plan, old, observers)])
        let count = old?.isCut == false ? old?.pages.count ?? 1 : 1
        while pages.pages.count < count, let request = next(in: &pages) {
            do throws(FetchError) {
                pages.pages.append(try await page(request, plan, observers))
            } catch  where error.isOfSomethingGone {
                // The server has no such page: the list ends before it.
                pages.next = .failed(error)
                break
            }
        }
        return response(pages)
    }

    /// Fetches the first page that is kept, or the first of the list if the server no longer knows the position of
    /// that.
    private func firstPage(
        _ plan: FetchPlan, _ old: List?, _ observers: [any FetchObserver]
    ) async throws(FetchError) -> List.Kept {
        guard let old, let kept = old.pages.first, !old.isCut, try identity(kept.request) != identity(list.first) else {
            return try await page(list.first, plan, observers)
        }
        do throws(FetchError) {
            return try await page(kept.request, plan, observers)
        } catch  where error.isOfLostPosition {
            return try await page(list.first, plan, observers)
        }
    }

    /// Returns the request for the page after the last one. If there is an error, the list ends with it.
    private func next(in pages: inout List) -> Request<API, Page>? {
        do throws(FetchError) {
            return try neighbour(.next, of: pages)
        } catch {
            pages.next = .failed(error)
            return nil
        }
    }

    private func response(_ pages: List) -> Response<List> {
        let first = pages.pages[0].response
        let source = pages.pages.map(\.response.source).first { !$0.isFromServer } ?? first.source
        return Response(value: pages, head: first.head, url: first.url, source: source, metrics: first.metrics)
    }

    // MARK: - One page

    /// Fetches the page at an end of the list; `nil` where the list ends.
    func page(
        _ direction: PageDirection, of pages: List, _ plan: FetchPlan, _ observer: any FetchObserver
    ) async throws(FetchError) -> List.Kept? {
        guard let edge = pages.edge(direction), let request = try neighbour(direction, of: pages) else { return nil }
        let observers = store.callObservers + [observer]
        let page = try await page(request, plan, observers)
        // An older page may not continue the list where its neighbour ends, so it is revalidated.
        guard page.isOlder(than: edge) else { return page }
        var confirming = plan
        confirming.revalidates = true
        return try await self.page(request, confirming, observers)
    }

    private func page(
        _ request: Request<API, Page>, _ plan: FetchPlan?, _ observers: [any FetchObserver]
    ) async throws(FetchError) -> List.Kept {
        let sent = request.following(plan, policy)
        do throws(FetchError) {
            return kept(request, try await client.response(for: sent, observers: observers))
        } catch  where plan != nil && error.isOfReading && error.source != .network {
            // The stored page can't be read, as after an update of the app. It must not be served or revalidated again.
            await client.cache?.removeOlder(at: try identity(request).url, than: store.time.date())
            return kept(request, try await client.response(for: sent, observers: observers))
        }
    }

    private func kept(_ request: Request<API, Page>, _ response: Response<Page>) -> List.Kept {
        let facts = reader.facts(of: response, tags: tags(of: response.value))
        // The app's closures run here, where no lock is held.
        return List.Kept(
            id: store.nextNumber(), request: request, response: response, facts: facts,
            next: result { () throws(FetchError) in try list.next(after: response, of: request) },
            previous: result { () throws(FetchError) in try list.previous(before: response, of: request) })
    }

    private func result(_ neighbour: () throws(FetchError) -> Request<API, Page>?) -> List.Neighbour {
        do throws(FetchError) { return .success(try neighbour()) } catch { return .failure(error) }
    }

    /// Returns the request for the page beyond an end, if there is one. Throws if that page is already in the list.
    private func neighbour(_ direction: PageDirection, of pages: List) throws(FetchError) -> Request<API, Page>? {
        guard let edge = pages.edge(direction),
            let request = try (direction == .next ? edge.next : edge.previous).get()
        else { return nil }
        let identity = try identity(request)
        for page in pages.pages where try self.identity(page.request) == identity {
            throw FetchError(.repeatedPage("\(identity.method) \(identity.url)"))
        }
        return request
    }

    private func identity(_ request: Request<API, Page>) throws(FetchError) -> RequestIdentity {
        try client.identity(of: request)
    }
}

enum PageDirection: Sendable, Hashable {
    case next, previous
}

extension PageList.Kept {
    fileprivate func isOlder(than other: Self) -> Bool { facts.date.isOlder(than: other.facts.date) }
}

extension Date {
    /// Whether a response of this date is older than one of another date. Ages are whole seconds.
    func isOlder(than other: Date) -> Bool { addingTimeInterval(1) < other }
}

extension FetchError {
    fileprivate var isOfLostPosition: Bool {
        !isOfToken && (status == .badRequest || isOfSomethingGone)
    }
}
