import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import NewsAPI
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ArticlesViewModelTests {
    let clock = ManualClock()
    let backend = Backend()

    init() {
        backend.respond(to: "country=us", with: .articles([1]))
        backend.respond(to: "category=", with: .articles([2]))
        backend.respond(to: "q=apple", with: .articles([3]))
        backend.respond(to: "q=pear", with: .articles([4]))
        backend.respond(to: "sources=", with: .articles([5]))
        backend.respond(to: "domains=", with: .articles([6]))
    }

    private func model(
        _ section: ArticlesViewModel.Section = .headlines, text: String = "", source: NewsAPI.Source? = nil,
        pageSize: Int = 20
    ) -> ArticlesViewModel {
        ArticlesViewModel(
            Client(NewsAPI(apiKey: "secret"), transport: backend.transport, cache: nil, retry: .never),
            section: section,
            searchText: text,
            source: source, pageSize: pageSize, scheduler: clock.scheduler)
    }

    private func source(_ json: String) throws -> NewsAPI.Source {
        try JSONDecoder().decode(NewsAPI.Source.self, from: Data(json.utf8))
    }

    private func settle(_ model: ArticlesViewModel, on numbers: [Int]) async throws {
        try await clock.settle { Self.numbers(model) == numbers && !model.articles.fetch.isFetching }
    }

    private static func numbers(_ model: ArticlesViewModel) -> [Int] {
        model.articles.items.compactMap { $0.headline.split(separator: " ").last.flatMap { Int($0) } }
    }

    private func type(_ text: String, into model: ArticlesViewModel) {
        model.search.text = text
        clock.advance(by: .milliseconds(400))
    }

    // MARK: - Inputs

    @Test func nothingIsAskedBeforeTheStart() async throws {
        let model = model(text: "apple")
        model.section = .category
        model.country = NewsAPI.Country(rawValue: "gb")
        type("pear", into: model)
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
    }

    @Test func eachSectionAsksForItsOwn() async throws {
        let model = model(text: "apple")
        model.start()
        try await settle(model, on: [1])
        model.indexEndpoint = 1
        try await settle(model, on: [3])
        model.indexEndpoint = 2
        try await settle(model, on: [2])
        model.category = .health
        try await clock.settle { backend.count("category=health") == 1 }
        model.country = NewsAPI.Country(rawValue: "gb")
        try await clock.settle { backend.count("country=gb") == 1 }
        #expect(
            backend.targets == [
                "/v2/top-headlines?country=us&pageSize=20&page=1", "/v2/everything?q=apple&pageSize=20&page=1",
                "/v2/top-headlines?country=us&category=science&pageSize=20&page=1",
                "/v2/top-headlines?country=us&category=health&pageSize=20&page=1",
                "/v2/top-headlines?country=gb&category=health&pageSize=20&page=1",
            ])
        // T14: the key is in no address.
        #expect(!backend.targets.contains { $0.contains("secret") })
    }

    @Test("An index that stands for nothing changes nothing (T15)")
    func unknownIndex() async throws {
        let model = model()
        model.start()
        try await settle(model, on: [1])
        model.indexEndpoint = 9
        model.indexEndpoint = -1
        #expect(model.section == .headlines && model.indexEndpoint == 0)
        try await clock.runDueWork()
        #expect(backend.targets.count == 1)
    }

    @Test("Leaving the search never sends its words as a category (T18)")
    func separateInputs() async throws {
        let model = model(.search, text: "apple")
        model.start()
        try await settle(model, on: [3])
        model.section = .category
        try await settle(model, on: [2])
        #expect(backend.targets.last?.contains("category=science") == true)
        #expect(backend.count("category=apple") == 0 && backend.targets.last?.contains("apple") == false)
        model.section = .search
        try await settle(model, on: [3])
        #expect(model.search.text == "apple" && model.category == .science)
    }

    @Test func theSearchWorksInAModelThatBeganWithHeadlines() async throws {
        let model = model()
        model.start()
        try await settle(model, on: [1])
        model.section = .search
        type("apple", into: model)
        try await settle(model, on: [3])
        model.section = .headlines
        type("pear", into: model)
        try await settle(model, on: [1])
        #expect(backend.count("q=pear") == 0)
        model.section = .search
        try await settle(model, on: [4])
    }

    @Test("Typing is searched once it pauses, without blanks around (T20)")
    func typing() async throws {
        let model = model(.search)
        model.start()
        for length in 1...7 {
            model.search.text = String(" apple ".prefix(length))
            clock.advance(by: .milliseconds(399))
        }
        #expect(backend.targets.isEmpty)
        clock.advance(by: .milliseconds(1))
        try await settle(model, on: [3])
        type("apple", into: model)
        try await clock.runDueWork()
        #expect(backend.targets.count == 1)
    }

    @Test("The length rule is the search's alone, and explains why nothing is searched (T19)")
    func lengths() async throws {
        let model = model(text: "ab")
        model.start()
        try await settle(model, on: [1])
        #expect(model.notice == nil)
        model.section = .search
        #expect(model.notice == "Type at least 3 characters.")
        #expect(model.articles.fetch.value == nil)
        type("", into: model)
        #expect(model.notice == "Type something to search for.")
        model.retry()
        try await clock.runDueWork()
        #expect(backend.targets.count == 1)
        type("apple", into: model)
        #expect(model.notice == nil)
        try await settle(model, on: [3])
        // What is typed elsewhere leaves the headlines alone.
        model.section = .headlines
        try await settle(model, on: [1])
        type("x", into: model)
        try await clock.runDueWork()
        #expect(Self.numbers(model) == [1])
    }

    // MARK: - Responses

    @Test("A slow old response never shows (T3)")
    func latestWins() async throws {
        let gate = Gate()
        backend.respond(to: "q=apple", with: .articles([3]), at: gate)
        let model = model(.search, text: "apple")
        let lists = PublisherRecorder(model.articles.$fetch)
        model.start()
        try await clock.settle { gate.waiterCount == 1 }
        type("pear", into: model)
        try await settle(model, on: [4])
        gate.open()
        try await clock.settle { backend.openCount() == 0 }
        try await clock.runDueWork()
        #expect(Self.numbers(model) == [4])
        #expect(lists.values.compactMap(\.value).allSatisfy { $0.first?.headline == "Title 4" })
    }

    @Test("The old list stays while the next loads and when it fails, and the model lives on (T4)")
    func failure() async throws {
        let gate = Gate()
        backend.respond(to: "category=", with: .keyRefused, at: gate)
        let model = model()
        model.start()
        try await settle(model, on: [1])
        model.section = .category
        try await clock.settle { gate.waiterCount == 1 }
        #expect(Self.numbers(model) == [1] && model.articles.fetch.isFetching)
        gate.open()
        try await clock.settle { model.articles.selectedError != nil }
        #expect(model.articles.selectedError?.text == "Your API key is invalid or incorrect.")
        #expect(Self.numbers(model) == [1] && model.articles.fetch.isStale)
        backend.respond(to: "category=", with: .articles([2]))
        model.retry()
        try await settle(model, on: [2])
        #expect(model.articles.selectedError == nil)
        model.section = .headlines
        try await settle(model, on: [1])
    }

    @Test("Pages go on up to what the plan allows (T27)")
    func paging() async throws {
        backend.respond(to: "page=1", with: .articles([1, 2], total: 1000))
        backend.respond(to: "page=2", with: .articles([2, 3], total: 1000))
        let model = model(pageSize: 50)
        model.start()
        try await settle(model, on: [1, 2])
        #expect(model.articles.totalCount == 1000 && model.articles.hasMore)
        model.articles.loadMore()
        try await settle(model, on: [1, 2, 3])
        // A developer's plan pages through 100 results, whatever the count says.
        #expect(!model.articles.hasMore)
        model.articles.loadMore()
        try await clock.runDueWork()
        let pages = backend.targets.map { String($0.suffix(18)) }
        #expect(pages == ["pageSize=50&page=1", "pageSize=50&page=2"])
    }

    @Test("The same article has the same identity whenever it comes (T5)")
    func identity() async throws {
        let model = model()
        model.start()
        try await settle(model, on: [1])
        let ids = model.articles.items.map(\.id)
        backend.respond(to: "country=us", with: .articles([1, 7]))
        model.articles.reload()
        try await settle(model, on: [1, 7])
        #expect(model.articles.items.map(\.id).first == ids.first)
    }

    @Test func aCancelLeavesWhatWasShown() async throws {
        let model = model()
        model.start()
        try await settle(model, on: [1])
        backend.hold("category=")
        model.section = .category
        try await clock.settle { backend.openCount() == 1 }
        model.articles.cancel()
        try await clock.settle { backend.openCount() == 0 && !model.articles.fetch.isFetching }
        #expect(Self.numbers(model) == [1])
        #expect(model.articles.selectedError == nil)
        backend.respond(to: "category=", with: .articles([2]))
        model.retry()
        try await settle(model, on: [2])
    }

    // MARK: - Sources

    @Test func theArticlesOfASourceAreFoundByItsID() async throws {
        let model = model(.source, source: try source(#"{"id":"abc-news","name":"ABC","url":"https://abc.com"}"#))
        model.start()
        try await settle(model, on: [5])
        #expect(backend.targets == ["/v2/everything?sources=abc-news&pageSize=20&page=1"])
        #expect(model.notice == nil)
    }

    @Test("A source without an id is found by its host, one without both has an error (T15)")
    func sourceWithoutID() async throws {
        let byHost = model(.source, source: try source(#"{"id":null,"name":"ABC","url":"https://www.abc.com/x"}"#))
        byHost.start()
        try await settle(byHost, on: [6])
        #expect(backend.targets == ["/v2/everything?domains=abc.com&pageSize=20&page=1"])
        let unknown = model(.source, source: try source(#"{"id":null,"name":null,"url":"javascript:1"}"#))
        unknown.start()
        unknown.retry()
        try await clock.runDueWork()
        #expect(unknown.notice?.contains("neither an id nor an address") == true)
        #expect(unknown.articles.fetch.value == nil)
        #expect(backend.targets.count == 1)
    }
}
