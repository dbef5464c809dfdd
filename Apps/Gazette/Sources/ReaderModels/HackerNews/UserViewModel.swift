public import Foundation
public import Freshet
public import FreshetCombine
import FreshetResources
public import HackerNews

/// A view model of a user of Hacker News, with their latest stories and comments.
public final class UserViewModel: DetailModel {
    // Stored, since a class without outputs of its own would make a new publisher for each access.
    /// Announces changes of the user and of the items.
    public let objectWillChange = ObservableObjectPublisher()
    /// The name of the user.
    public let name: String
    /// The items of the user, newest first, in pages.
    public let submissions: ListObject<[Int], HackerNews.Item>

    private let detail: ResourceObject<HackerNews.User>
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``load()``.
    public init(
        _ client: Client<HackerNews>, name: String, pageSize: Int = 20, scheduler: AnyScheduler = .main
    ) {
        self.name = name
        let absent = AbsentError("Hacker News has no user \(name) with public activity. Names are case-sensitive.")
        let request = Request<HackerNews, HackerNews.User?>.user(name).present(orThrow: absent)
        detail = ResourceObject(client.resource(request), scheduler: scheduler)
        submissions = ListObject(scheduler: scheduler) { ids in
            client.window(on: ids, size: pageSize) {
                .item($0)
            } where: {
                $0.isPresent
            }
        }
        forwardChanges(of: detail, in: &subscriptions)
        forwardChanges(of: submissions, in: &subscriptions)
        detail.$fetch
            .sink { [submissions] fetch in
                // Cancelling the load of the user starts no load of the items.
                guard let ids = fetch.value?.submitted, fetch.isFetching || ids != submissions.query else { return }
                submissions.show(ids)
            }
            .store(in: &subscriptions)
    }

    /// The user.
    public var user: FetchState<HackerNews.User> { detail.fetch }
    /// The state of the content.
    public var fetch: FetchState<HackerNews.User> { detail.fetch }
    /// The failure to show, until it is dismissed.
    public var selectedError: SelectedError? { detail.selectedError }

    /// Loads the content.
    public func load() { detail.load() }

    /// Loads again, however fresh the content is.
    public func retry() { detail.retry() }

    /// Cancels loading.
    public func cancel() {
        detail.cancel()
        submissions.cancel()
    }

    /// Dismisses the failure.
    public func dismissError() { detail.dismissError() }
}

extension PagedSearch where Item == HackerNewsSearch.Hit {
    /// Makes a search for stories and comments.
    ///
    /// - Parameter age: How old hits may be, in seconds; `nil` for any age.
    public static func hackerNews(
        _ client: Client<HackerNewsSearch>,
        tags: [HackerNewsSearch.Tag] = [.story],
        order: HackerNewsSearch.Search.Order = .relevance,
        age: TimeInterval? = nil,
        scheduler: AnyScheduler = .main
    ) -> PagedSearch<HackerNewsSearch.Hit> {
        hackerNews(client, scheduler: scheduler) { (tags, order, age) }
    }

    /// Makes a search for stories and comments whose choices change.
    ///
    /// - Parameter choices: Returns the choices for a search that begins.
    public static func hackerNews(
        _ client: Client<HackerNewsSearch>, scheduler: AnyScheduler = .main,
        choices:
            @escaping () -> (
                tags: [HackerNewsSearch.Tag], order: HackerNewsSearch.Search.Order, age: TimeInterval?
            )
    ) -> PagedSearch<HackerNewsSearch.Hit> {
        PagedSearch(rules: SearchRules(length: 2...100), scheduler: scheduler) { text in
            let (tags, order, age) = choices()
            let filters = age.map { [HackerNewsSearch.Filter.since(client.time.date().addingTimeInterval(-$0))] } ?? []
            let search = HackerNewsSearch.Search(text, tags: tags, order: order, filters: filters)
            let pages = PagedRequest(.search(search, page: 0, hitsPerPage: 30)) { page, sent throws(FetchError) in
                sent.isForPage(page.value.page)
                    ? page.value.nextPage.map { .search(search, page: $0, hitsPerPage: 30) } : nil
            }
            return client.window(on: pages) { page in
                WindowPage(page.hits, totalCount: page.totalHits, missingCount: page.unreadableCount)
            }
        }
    }
}
