import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide Combine operators for network code.

/// A film that opens on a day, which not every film has.
struct Premiere: Decodable, Equatable {
    let openingDay: String?
}

struct NotAYear: Error {}

final class TitleView {
    var text = ""
    var subscription: AnyCancellable?
}

@Suite(.timeLimit(.minutes(1)))
struct OperatorSnippets {
    let years = PassthroughSubject<Int, NotAYear>()

    private func cinema(_ respond: @escaping @Sendable (TransportRequest) -> StubTransport.Response) -> Client<Cinema> {
        Client(Cinema(), transport: StubTransport(respond), cache: nil, retry: .never)
    }

    @Test func theLatestInputWins() {
        let directors = PassthroughSubject<String, Never>()
        let (varda, demy) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let recorder = PublisherRecorder(directors.latest { $0 == "Varda" ? varda : demy })
        directors.send("Varda")
        directors.send("Demy")
        varda.send(1)  // too late: this call is cancelled
        demy.send(2)
        #expect(recorder.values.map(\.description) == ["loading", "loading", "loaded(2)"])
    }

    @Test func oneCallHasLoadingStates() {
        let recorder = PublisherRecorder(years.convertToLoadingState())
        years.send(1985)
        years.send(completion: .failure(NotAYear()))
        #expect(recorder.values.map(\.description) == ["loading", "loaded(1985)", "failed(NotAYear())"])
    }

    @Test func theOldValueStays() {
        let shown = FetchState(value: 1962)
        let recorder = PublisherRecorder(years.convertToFetchState(keepingPrevious: shown))
        years.send(completion: .failure(NotAYear()))
        #expect(recorder.values.map(\.value) == [1962, 1962])
        #expect(recorder.values.map(\.isFetching) == [true, false])
        #expect(recorder.values.last?.error?.underlying is NotAYear)
    }

    @Test func aCachedValueIsStaleWithoutAConnection() async throws {
        let cache = HTTPCache()
        let online = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let offline = StubTransport { _ throws(FetchError) in throw FetchError(.cannotConnect(.offline)) }
        _ = try await Client(Cinema(), transport: online, cache: cache).value(for: .films(by: "Varda"))
        let films = Client(Cinema(), transport: offline, cache: cache, retry: .never)
        let recorder = PublisherRecorder(films.responsePublisher(for: .films(by: "Varda")).mapToFetchState())
        try await recorder.waitForValues(count: 2)
        #expect(recorder.values.map(\.isStale) == [false, true])
        #expect(recorder.values.last?.value?.map(\.title) == ["Vagabond"])
    }

    @Test func aFailureIsAValue() {
        let recorder = PublisherRecorder(years.convertToResult())
        years.send(1985)
        years.send(completion: .failure(NotAYear()))
        #expect(recorder.values.map { try? $0.get() } == [1985, nil])
        #expect(recorder.isFinished)
    }

    @Test func aSpinnerTurnsWhileSomethingRuns() {
        let isBusy = CurrentValueSubject<Bool, Never>(false)
        let recorder = PublisherRecorder(isBusy)
        let call = PublisherRecorder(years.observeFetchStatus(with: isBusy))
        years.send(completion: .finished)
        #expect(recorder.values == [false, true, false])
        #expect(call.isFinished)
    }

    @Test func bodiesAreDecodedByTheNextType() {
        let recorder = PublisherRecorder<Premiere, any Error>(Just(Data(#"{"opening_day": "Friday"}"#.utf8)).decode())
        #expect(recorder.values == [Premiere(openingDay: "Friday")])
    }

    @Test func theStatusIsSeenBeforeTheBody() async throws {
        let missing = cinema { _ in .json(#"{"message": "no such film"}"#, status: 404) }
        let recorder = PublisherRecorder(
            missing.dataTaskPublisher(for: .films(by: "Nobody"))
                .tryDecodeResponse(type: [Film].self, decoder: JSONDecoder()))
        try await recorder.waitForCompletion()
        #expect((recorder.failure as? FetchError)?.status == 404)
    }

    @Test func aValueIsChecked() {
        let recorder = PublisherRecorder([1985, 0].publisher.validate { year in if year == 0 { throw NotAYear() } })
        #expect(recorder.values == [1985])
        #expect(recorder.failure is NotAYear)
    }

    @Test func anOptionalIsUnwrapped() {
        let days = [Premiere(openingDay: "Friday"), Premiere(openingDay: nil)].publisher.map(\.openingDay)
        let recorder = PublisherRecorder(days.unwrap(orThrow: NotAYear()))
        #expect(recorder.values == ["Friday"])
        #expect(recorder.failure is NotAYear)
    }

    @Test func aPipelineIsTriedAgain() {
        let clock = ManualClock()
        var attempts = 0
        let call = Deferred { () -> AnyPublisher<Int, NotAYear> in
            attempts += 1
            return attempts == 1 ? .fail(with: NotAYear()) : .just(1985)
        }
        let policy = RetryPolicy(attempts: 2, shouldRetry: { _ in true })
        let recorder = PublisherRecorder(call.retry(policy, scheduler: clock.scheduler))
        clock.advance(by: .seconds(20))
        #expect(recorder.values == [1985])
    }

    @Test func aLaterSubscriberGetsTheLastValue() {
        let shared = years.share(replay: 1)
        let first = PublisherRecorder(shared)
        years.send(1962)
        years.send(1985)
        let second = PublisherRecorder(shared)
        #expect(first.values == [1962, 1985])
        #expect(second.values == [1985])
    }

    @Test func callsKeepTheirOrder() {
        let calls = (0..<3).map { _ in PassthroughSubject<String, NotAYear>() }
        let recorder = PublisherRecorder(calls.indices.inOrder(maxConcurrent: 3) { calls[$0] })
        for (index, title) in [(1, "Cléo"), (0, "Vagabond"), (2, "Jacquot")] {
            calls[index].send(title)
            calls[index].send(completion: .finished)
        }
        #expect(recorder.values.map { try? $0.get() } == ["Vagabond", "Cléo", "Jacquot"])
    }

    @Test func aSummaryHasWhatFailedToo() throws {
        let calls: [AnyPublisher<Int, NotAYear>] = [.just(1962), .fail(with: NotAYear()), .just(1985)]
        let summary = try #require(PublisherRecorder(calls.collectInOrder()).values.first)
        #expect(summary.values == [1962, 1985])
        #expect(summary.failures.map(\.index) == [1])
    }

    @Test func manyAreCombined() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let pairs = PublisherRecorder([left, right].zip())
        let latest = PublisherRecorder([left, right].combineLatest())
        left.send(1)
        left.send(2)
        right.send(3)
        #expect(pairs.values == [[1, 3]])
        #expect(latest.values == [[2, 3]])
    }

    @Test func theSubscriptionDoesNotKeepTheScreen() {
        let titles = PassthroughSubject<String, Never>()
        weak var released: TitleView?
        do {
            let view = TitleView()
            released = view
            view.subscription = titles.assign(to: \.text, onWeak: view)
            titles.send("Vagabond")
            #expect(view.text == "Vagabond")
        }
        #expect(released == nil)
    }

    @Test func aPublisherIsReadByALoop() async throws {
        var seen: [Int] = []
        for try await year in [1962, 1985].publisher.setFailureType(to: NotAYear.self).typedValues { seen.append(year) }
        #expect(seen == [1962, 1985])
    }

    @Test func aSequenceIsAPublisher() async throws {
        let films = cinema { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let page = try await films.pages(of: .films).publisher.firstValue()
        #expect(page.value.map(\.title) == ["Vagabond"])
    }
}
