import Dispatch
import Foundation
import FreshetCombine
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(2)))
struct Swift6FormTests {
    @Test @MainActor func aModelOfTheMainActorTakesResponsesFromOtherThreads() async throws {
        let model = HeadlinesModel()
        let responses = CallbackPublisher<Data, any Error> { completion in
            DispatchQueue.global().async { completion.success(Data(#"["news"]"#.utf8)) }
            return nil
        }
        let titles = PublisherRecorder(model.$titles.dropFirst())
        model.load(responses)
        try await titles.waitForValues(count: 1)
        #expect(titles.values == [["News"]])
        let errors = PublisherRecorder(model.$error.dropFirst())
        model.load(AnyPublisher<Data, any Error>.just(Data("[]".utf8)))
        try await errors.waitForValues(count: 1)
        #expect(model.titles == ["News"])
    }

    @Test func aModelWithoutAnActorKeepsItsForm() {
        struct Failed: Error {}
        let clock = ManualClock()
        let model = TitlesModel(scheduler: clock.scheduler) { query in
            query == "bad" ? .fail(with: Failed()) : .just([query])
        }
        for query in ["good", "bad"] {
            model.query = query
            clock.advance()
        }
        #expect(model.titles.value == ["good"])
        #expect(model.titles.error?.underlying is Failed)
    }
}
