import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import NewsAPI
import ReaderModels
import Testing

// The code of the guide "One view model, four screens"; that of SwiftUI and UIKit is in `AppleScreens.swift`.

/// A page of a web server: each change of its model is a new piece of HTML for the browser.
@MainActor
final class SourcesPage {
    let html: AnyPublisher<String, Never>
    private let model: SourcesViewModel

    init(_ news: Client<NewsAPI>) {
        model = SourcesViewModel(news)
        html = model.$sources.map(Self.html).removeDuplicates().eraseToAnyPublisher()
        model.start()
    }

    func type(_ text: String) { model.searchText = text }

    nonisolated static func html(_ sources: FetchState<[NewsAPI.Source]>) -> String {
        let rows = (sources.value ?? []).map { "<li>\(escaped($0.name ?? ""))</li>" }
        let note = sources.isFetching ? "Loading…" : sources.error.map { escaped($0.localizedDescription) } ?? ""
        return "<p>\(note)</p><ul>\(rows.joined())</ul>"
    }

    private nonisolated static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

@MainActor
func printSources(_ news: Client<NewsAPI>, named text: String) async throws -> [String] {
    let model = SourcesViewModel(news)
    model.searchText = text
    model.start()
    let end = model.$sources.first { !$0.isFetching && ($0.value != nil || $0.error != nil) }
    let sources = try await end.firstValue()
    if let error = sources.error { return [error.localizedDescription] }
    return (sources.value ?? []).map { "\($0.name ?? "")  \($0.category?.rawValue ?? "")" }
}

@Suite(.timeLimit(.minutes(1)))
struct FourScreensTests {
    private let gate = Gate()
    private let news: Client<NewsAPI>

    init() {
        let stub = StubTransport { [gate] _ in
            await gate.wait()
            return .json(
                #"{"status":"ok","sources":[{"id":"a","name":"Bell & Tide","category":"science"},"#
                    + #"{"id":"b","name":"Northern Times","category":"general"}]}"#)
        }
        news = Client(NewsAPI(apiKey: "any"), transport: stub, cache: nil)
    }

    @Test @MainActor func theTerminalPrintsWhatTheFilterLetsThrough() async throws {
        gate.open()
        #expect(try await printSources(news, named: "bell") == ["Bell & Tide  science"])
    }

    @Test @MainActor func thePageOfTheWebFollowsItsModel() async throws {
        let page = SourcesPage(news)
        let recorder = PublisherRecorder(page.html)
        await recorder.waitForValues(count: 2)
        gate.open()
        await recorder.waitForValues(count: 3)
        page.type("north")
        #expect(
            recorder.values == [
                "<p></p><ul></ul>", "<p>Loading…</p><ul></ul>",
                "<p></p><ul><li>Bell &amp; Tide</li><li>Northern Times</li></ul>",
                "<p></p><ul><li>Northern Times</li></ul>",
            ])
    }
}
