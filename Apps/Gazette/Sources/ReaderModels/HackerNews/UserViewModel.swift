public import Foundation
public import Freshet
public import FreshetCombine
public import HackerNews

/// A user of Hacker News, with what they have written last.
public final class UserViewModel: ObservableObject {
    /// The name of the user.
    public let name: String
    /// The user.
    @Published public private(set) var user = FetchState<HackerNews.User>()
    /// The items of the user, newest first, in pages.
    public let submissions: PagedModel<[Int], HackerNews.Item>
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let loader: Loader<HackerNews.User>
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``load()``.
    public init(
        _ client: Client<HackerNews>, name: String, pageSize: Int = 20, scheduler: AnyScheduler = .main
    ) {
        self.name = name
        loader = Loader(scheduler: scheduler, time: client.time) {
            client.publisher(for: .user(name))
                .unwrap(
                    orThrow: AbsentError(
                        "Hacker News has no user \(name) with public activity. Names are case-sensitive."))
        }
        submissions = PagedModel(scheduler: scheduler, time: client.time) { ids, policy in
            client.caching(policy).itemPages(of: ids, size: pageSize, maxConcurrent: 16, isShown: \.isPresent)
        }
        loader.$fetch.dropFirst()
            .sink { [weak self] fetch in
                self?.user = fetch
                self?.selectedError = fetch.error.map(SelectedError.init)
                if let user = fetch.value { self?.submissions.show(user.submitted) }
            }
            .store(in: &subscriptions)
        forwardChanges(of: submissions, in: &subscriptions)
    }

    /// Loads the content.
    public func load() { loader.load() }

    /// Cancels loading.
    public func cancel() {
        loader.cancel()
        submissions.cancel()
    }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        user.dismissError()
    }
}

extension PagedSearch where Item == HackerNewsSearch.Hit {
    /// Stories and comments by their words.
    ///
    /// - Parameter age: How old hits may be, in seconds; `nil` for any age.
    public static func hackerNews(
        _ client: Client<HackerNewsSearch>,
        tags: [HackerNewsSearch.Tag] = [.story],
        order: HackerNewsSearch.Search.Order = .relevance,
        age: TimeInterval? = nil,
        scheduler: AnyScheduler = .main
    ) -> PagedSearch<HackerNewsSearch.Hit> {
        PagedSearch(rules: SearchRules(length: 2...100), scheduler: scheduler, time: client.time) { text, policy in
            let filters = age.map { [HackerNewsSearch.Filter.since(client.time.date().addingTimeInterval(-$0))] } ?? []
            return client.caching(policy)
                .hitPages(HackerNewsSearch.Search(text, tags: tags, order: order, filters: filters))
        }
    }
}

extension Client where API == HackerNewsSearch {
    fileprivate func hitPages(
        _ search: HackerNewsSearch.Search, from number: Int = 0
    ) -> AnyPublisher<PagedModel<String, HackerNewsSearch.Hit>.Page, FetchError> {
        publisher(for: .search(search, page: number, hitsPerPage: 30))
            .map { page in
                .init(
                    page.hits, totalCount: page.totalHits, missingCount: page.unreadableCount,
                    next: page.nextPage.map { next in { hitPages(search, from: next) } })
            }
            .eraseToAnyPublisher()
    }
}

extension UserViewModel: DetailModel {
    /// The state of the content.
    public var state: FetchState<HackerNews.User> { user }
}
