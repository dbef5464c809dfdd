import Foundation
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct OperatorTests {
    struct Film: Codable, Equatable {
        let releaseDate: String
    }

    struct Unlike: Error, Equatable {}

    @Test func decodeInfersItsTypeAndConvertsKeys() {
        let bytes = Data(#"{"release_date":"2024-05-01"}"#.utf8)
        let recorder = PublisherRecorder<Film, any Error>(Just(bytes).decode())
        #expect(recorder.values == [Film(releaseDate: "2024-05-01")])
        let other = PublisherRecorder(Just(Data("[1]".utf8)).decode(as: [Int].self, using: JSONDecoder()))
        #expect(other.values == [[1]])
        #expect(PublisherRecorder<Film, any Error>(Just(Data()).decode()).failure is DecodingError)
    }

    @Test func validateEndsThePipelineWithWhatTheCheckThrows() {
        let recorder = PublisherRecorder([1, 2, -3, 4].publisher.validate { if $0 < 0 { throw Unlike() } })
        #expect(recorder.values == [1, 2])
        #expect(recorder.failure is Unlike)
    }

    @Test func unwrapEvaluatesItsErrorOnceAndOnlyOnNil() {
        var evaluations = 0
        func error() -> any Error {
            evaluations += 1
            return Unlike()
        }
        #expect(PublisherRecorder([1, 2].map(Optional.some).publisher.unwrap(orThrow: error())).values == [1, 2])
        #expect(evaluations == 0)
        let recorder = PublisherRecorder([1, nil, nil].publisher.unwrap(orThrow: error()))
        #expect(recorder.values == [1])
        #expect(recorder.failure is Unlike)
        #expect(evaluations == 1)
    }

    @Test func aFailureBecomesAResultAndTheEnd() {
        let subject = PassthroughSubject<Int, Unlike>()
        let recorder = PublisherRecorder(subject.convertToResult())
        subject.send(1)
        subject.send(completion: .failure(Unlike()))
        #expect(recorder.values == [.success(1), .failure(Unlike())])
        #expect(recorder.isFinished)
    }

    @Test func loadingStatesComeInOrder() {
        let subject = PassthroughSubject<Int, Unlike>()
        let recorder = PublisherRecorder(subject.convertToLoadingState())
        subject.send(1)
        subject.send(completion: .failure(Unlike()))
        #expect(recorder.values.map(\.description) == ["loading", "loaded(1)", "failed(Unlike())"])
        #expect(recorder.isFinished)
    }

    @Test func aCancelFromElsewhereIsNoFailedState() {
        let recorder = PublisherRecorder(AnyPublisher<Int, FetchError>.fail(with: .cancelled).convertToLoadingState())
        #expect(recorder.values.map(\.description) == ["loading", "idle"])
    }

    @Test func aStateKeepsWhatTheScreenShows() throws {
        let early = Date(timeIntervalSince1970: 1)
        let clock = ManualClock()
        let subject = PassthroughSubject<[Int], Unlike>()
        let recorder = PublisherRecorder(
            subject.convertToFetchState(
                keepingPrevious: FetchState(value: [1], receivedAt: early), time: clock.time))
        let began = try #require(recorder.values.last)
        #expect(began.value == [1] && began.isFetching && !began.isStale && began.receivedAt == early)
        subject.send([2])
        let loaded = try #require(recorder.values.last)
        #expect(loaded.value == [2] && loaded.receivedAt == clock.date)
        subject.send(completion: .failure(Unlike()))
        let failed = try #require(recorder.values.last)
        // T69: the failure is shown next to the value, which stays.
        #expect(failed.value == [2] && failed.error?.underlying is Unlike && !failed.isFetching && failed.isStale)
    }

    @Test func justAndFailAreShortForWhatTheySay() {
        #expect(PublisherRecorder(AnyPublisher<Int, Unlike>.just(3)).values == [3])
        #expect(PublisherRecorder(AnyPublisher<Int, Unlike>.fail(with: Unlike())).failure == Unlike())
    }

    @Test("Every 2xx counts, and the error keeps status and body (T31, T39, T54)", arguments: [200, 203, 206, 299])
    func success(status: Int) throws {
        let recorder = PublisherRecorder(
            Just(try response(status, "[1]")).tryDecodeResponse(type: [Int].self, decoder: JSONDecoder()))
        #expect(recorder.values == [[1]])
    }

    @Test(arguments: [199, 300, 304, 404, 500])
    func everyOtherStatusFails(status: Int) throws {
        let recorder = PublisherRecorder(
            Just(try response(status, #"{"message":"no"}"#)).tryDecodeResponse(type: [Int].self, decoder: JSONDecoder())
        )
        let error = try #require(recorder.failure as? FetchError)
        #expect(error.response?.head.status.code == status)
        #expect(error.response?.text == #"{"message":"no"}"#)
        #expect((error.underlying as? URLError)?.code == .badServerResponse)
    }

    private func response(_ status: Int, _ body: String) throws -> (data: Data, response: URLResponse) {
        let url = try #require(URL(string: "https://films.example/"))
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        return (Data(body.utf8), try #require(response))
    }

    @Test func assigningOntoAnObjectDoesNotKeepIt() {
        final class Screen {
            var title = ""
            var subscription: AnyCancellable?
        }
        weak var released: Screen?
        let subject = PassthroughSubject<String, Never>()
        do {
            let screen = Screen()
            released = screen
            screen.subscription = subject.assign(to: \.title, onWeak: screen)
            subject.send("news")
            #expect(screen.title == "news")
        }
        // T8: the object holds the subscription, and the subscription does not hold the object.
        #expect(released == nil)
    }

    @Test func typedValuesThrowThePublishersOwnFailure() async {
        let numbers = [1, 2].publisher.setFailureType(to: Unlike.self).append(Fail(error: Unlike()))
        var values: [Int] = []
        do throws(Unlike) {
            for try await value in numbers.typedValues { values.append(value) }
            Issue.record("It ended without its failure.")
        } catch {
            #expect(error == Unlike())
        }
        #expect(values == [1, 2])
    }

    @Test func typedValuesAskForOneAtATimeAndCancelWithTheirTask() async throws {
        let probe = Probe()
        let task = Task {
            var values: [Int] = []
            do throws(ProbeError) {
                for try await value in probe.typedValues { values.append(value) }
            } catch {
                Issue.record("It threw \(error).")
            }
            return values
        }
        try await eventually { probe.demand != .none }
        #expect(probe.demand == .max(1))
        probe.send(1)
        try await eventually { probe.demand != .none }
        task.cancel()
        #expect(await task.value == [1])
        #expect(!probe.isHeard)
    }
}
