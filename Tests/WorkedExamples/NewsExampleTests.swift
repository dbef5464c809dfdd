import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct NewsExampleTests {
    let clock = ManualClock()

    /// Responds with one article that is titled after the request; "fails" fails, and "hangs" does not respond.
    private func news(_ gate: Gate = Gate()) -> (Client<News>, StubTransport) {
        let stub = StubTransport { request in
            let path = request.head.path ?? ""
            if path.contains("fails") {
                return .json(#"{"status":"error","code":"apiKeyInvalid","message":"No such key."}"#, status: 401)
            }
            if path.contains("hangs") { await gate.wait() }
            if path.contains("sources?") {
                return .json(
                    #"{"status":"ok","sources":[{"id":null,"name":"Alpha Times"},{"id":null,"name":"Beta Post"}]}"#)
            }
            return .json(
                #"{"status":"ok","totalResults":1,"articles":[{"source":{},"title":"\#(path)","url":"https://a.example/\#(path.hashValue)"}]}"#
            )
        }
        return (Client(News(), transport: stub, cache: nil, retry: .never), stub)
    }

    private func wait<Value>(
        for publisher: Published<Value>.Publisher, _ condition: @escaping (Value) -> Bool
    ) async throws {
        let recorder = PublisherRecorder(publisher.filter(condition).first())
        try await clock.run { recorder.completion != nil }
    }

    @Test func theListFollowsSegmentAndText() async throws {
        let (client, stub) = news()
        let model = ArticlesViewModel(client, scheduler: clock.scheduler)
        try await wait(for: model.$articles) { $0.first?.title?.contains("country=us") == true }
        model.indexEndpoint = 1
        model.searchString = "apple"
        try await wait(for: model.$articles) { $0.first?.title?.contains("q=apple") == true }
        model.indexEndpoint = 9
        model.indexEndpoint = 2
        model.searchString = "health"
        try await wait(for: model.$articles) { $0.first?.title?.contains("category=health") == true }
        // T14: the key travels as a field, never in an address.
        #expect(!stub.requests.contains { ($0.head.path ?? "").contains("key") })
    }

    @Test func anOlderResponseNeverOverwritesANewerOne() async throws {
        let gate = Gate()
        let (client, _) = news(gate)
        let model = ArticlesViewModel(client, index: 1, text: "hangs", scheduler: clock.scheduler)
        clock.advance(by: .milliseconds(100))
        model.searchString = "apple"
        try await wait(for: model.$articles) { $0.first?.title?.contains("q=apple") == true }
        // T3
        gate.open()
        try await tasksAtRest()
        clock.advance(by: .seconds(2))
        try await tasksAtRest()
        #expect(model.articles.first?.title?.contains("q=apple") == true)
    }

    @Test func aFailureIsReportedAndTheNextInputWorks() async throws {
        let (client, _) = news()
        let model = ArticlesViewModelErr(client, index: 1, text: "apple", scheduler: clock.scheduler)
        try await wait(for: model.$articles) { !$0.isEmpty }
        model.searchString = "fails"
        try await wait(for: model.$articlesError) { $0 != nil }
        // T4, T10: the service's own words, beside the articles that were there.
        guard case .fetch(let error)? = model.articlesError else {
            Issue.record("It is \(String(describing: model.articlesError)).")
            return
        }
        #expect(error.localizedDescription.contains("No such key."))
        #expect(model.articles.count == 1)
        model.searchString = "pear"
        try await wait(for: model.$articles) { $0.first?.title?.contains("q=pear") == true }
        #expect(model.articlesError == nil)
    }

    @Test func theRuleOfLengthsIsForSearchAloneAndSaysSo() async throws {
        let (client, stub) = news()
        let model = ArticlesViewModelErr(client, index: 0, text: "x", scheduler: clock.scheduler)
        try await wait(for: model.$articles) { !$0.isEmpty }
        // T19: headlines do not vanish because the text of the search is short.
        model.indexEndpoint = 1
        try await wait(for: model.$articlesError) { $0 == .length(3...30) }
        #expect(!model.articles.isEmpty)
        #expect(stub.requests.count == 1)
    }

    @Test func sourcesAreFilteredWithoutANewRequest() async throws {
        let (client, stub) = news()
        let model = SourcesViewModel(client, scheduler: clock.scheduler)
        try await wait(for: model.$sources) { $0.count == 2 }
        model.searchString = "BETA"
        #expect(model.sources.map(\.name) == ["Beta Post"])
        model.searchString = ""
        #expect(model.sources.count == 2)
        // T21
        #expect(stub.requests.count == 1)
        model.country = "gb"
        try await stub.waitForRequests(count: 2)
        #expect(stub.requests.last?.head.path?.contains("country=gb") == true)
    }

    @Test func modelsAreReleased() async {
        let (client, _) = news()
        weak var first: ArticlesViewModel?
        weak var second: ArticlesViewModelErr?
        weak var third: SourcesViewModel?
        do {
            let models = (
                ArticlesViewModel(client, scheduler: clock.scheduler),
                ArticlesViewModelErr(client, scheduler: clock.scheduler),
                SourcesViewModel(client, scheduler: clock.scheduler)
            )
            (first, second, third) = (models.0, models.1, models.2)
            clock.advance(by: .seconds(1))
        }
        // T7, T8
        #expect(first == nil && second == nil && third == nil)
    }
}
