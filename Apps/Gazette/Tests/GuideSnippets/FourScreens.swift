import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide "MVVM with SwiftUI and UIKit"; that of SwiftUI and UIKit is in `AppleScreens.swift`.

struct News: Service {
    let baseURL = "https://news.example/v1"

    struct Page: Decodable, Sendable {
        let articles: [Article]
    }

    struct Article: Decodable, Sendable, Identifiable, Equatable {
        let id: Int
        let headline: String
    }
}

extension Request where API == News, Value == News.Page {
    static var headlines: Self { Request("headlines") }
}

final class HeadlinesModel: ObservableObject {
    @Published var searchText = ""
    @Published private(set) var headlines = FetchState<[News.Article]>()
    private let all: Loader<News.Page>

    init(_ news: Client<News>, scheduler: AnyScheduler = .main) {
        all = Loader(from: news, scheduler: scheduler) { .headlines }
        all.$fetch.combineLatest($searchText)
            .map { page, text in
                page.map { $0.articles.filter { text.isEmpty || $0.headline.localizedCaseInsensitiveContains(text) } }
            }
            .assign(to: &$headlines)
    }

    func load() { all.load() }
}

/// A page of a web server: each change of its model is a new piece of HTML for the browser.
@MainActor
final class HeadlinesPage {
    let html: AnyPublisher<String, Never>
    private let model: HeadlinesModel

    init(_ news: Client<News>) {
        model = HeadlinesModel(news)
        html = model.$headlines.map(Self.html).removeDuplicates().eraseToAnyPublisher()
        model.load()
    }

    func type(_ text: String) { model.searchText = text }

    nonisolated static func html(_ headlines: FetchState<[News.Article]>) -> String {
        let rows = (headlines.value ?? []).map { "<li>\(escaped($0.headline))</li>" }
        let note = headlines.isFetching ? "Loading…" : headlines.error.map { escaped($0.localizedDescription) } ?? ""
        return "<p>\(note)</p><ul>\(rows.joined())</ul>"
    }

    private nonisolated static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

@MainActor
func printHeadlines(_ news: Client<News>, named text: String) async throws -> [String] {
    let model = HeadlinesModel(news)
    model.searchText = text
    model.load()
    let end = model.$headlines.first { !$0.isFetching && ($0.value != nil || $0.error != nil) }
    let headlines = try await end.firstValue()
    if let error = headlines.error { return [error.localizedDescription] }
    return (headlines.value ?? []).map(\.headline)
}

@Suite(.timeLimit(.minutes(1)))
struct FourScreensTests {
    private let gate = Gate()
    private let news: Client<News>

    init() {
        let stub = StubTransport { [gate] _ in
            await gate.wait()
            return .json(#"{"articles":[{"id":1,"headline":"Bell & Tide"},{"id":2,"headline":"Northern Times"}]}"#)
        }
        news = Client(News(), transport: stub, cache: nil)
    }

    @Test @MainActor func theTerminalPrintsWhatTheFilterLetsThrough() async throws {
        gate.open()
        #expect(try await printHeadlines(news, named: "bell") == ["Bell & Tide"])
    }

    @Test @MainActor func thePageOfTheWebFollowsItsModel() async throws {
        let page = HeadlinesPage(news)
        let recorder = PublisherRecorder(page.html)
        gate.open()
        try await recorder.waitForValues(count: 4)
        page.type("north")
        #expect(
            recorder.values == [
                "<p></p><ul></ul>", "<p>Loading…</p><ul></ul>",
                "<p>Loading…</p><ul><li>Bell &amp; Tide</li><li>Northern Times</li></ul>",
                "<p></p><ul><li>Bell &amp; Tide</li><li>Northern Times</li></ul>",
                "<p></p><ul><li>Northern Times</li></ul>",
            ])
    }
}
