import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ManyCallsTests {
    @Test func outcomesKeepTheOrderOfTheirCalls() {
        let probes = (0..<4).map { _ in Probe() }
        let recorder = PublisherRecorder(probes.indices.inOrder(maxConcurrent: 4) { probes[$0] })
        for index in [2, 0, 3, 1] {
            probes[index].send(index)
            probes[index].send(completion: .finished)
        }
        // T35, T61: first to last, whichever came first.
        #expect(recorder.values == [0, 1, 2, 3].map { .success($0) })
        #expect(recorder.isFinished)
    }

    @Test func anOutcomeIsSentAsSoonAsAllBeforeItAre() {
        let probes = (0..<3).map { _ in Probe() }
        let recorder = PublisherRecorder(probes.indices.inOrder(maxConcurrent: 3) { probes[$0] })
        probes[1].send(1)
        probes[1].send(completion: .finished)
        #expect(recorder.values == [])
        probes[0].send(completion: .failure(ProbeError(number: 3)))
        #expect(recorder.values == [.failure(ProbeError(number: 3)), .success(1)])
        #expect(recorder.completion == nil)
    }

    @Test func noMoreRunAtOnceThanAllowed() {
        let probes = (0..<5).map { _ in Probe() }
        let recorder = PublisherRecorder(probes.indices.inOrder(maxConcurrent: 2) { probes[$0] })
        #expect(probes.map(\.subscriptions) == [1, 1, 0, 0, 0])
        probes[1].send(completion: .finished)
        #expect(probes.map(\.subscriptions) == [1, 1, 1, 0, 0])
        recorder.cancel()
        #expect(probes.allSatisfy { !$0.isHeard })
        #expect(probes.map(\.subscriptions) == [1, 1, 1, 0, 0])
    }

    @Test func aSummaryReportsTheFailedOnesBesideTheRest() throws {
        let calls: [AnyPublisher<Int, ProbeError>] = [.just(1), .fail(with: ProbeError(number: 2)), .just(3)]
        let summary = try #require(PublisherRecorder(calls.collectInOrder()).values.first)
        // T32: what is missing is reported, not ignored.
        #expect(summary.values == [1, 3])
        #expect(summary.failures.map(\.index) == [1])
        #expect(summary.failures.first?.error == ProbeError(number: 2))
        #expect(!summary.isComplete)
    }

    @Test func noCallsAreASummaryToo() {
        let recorder = PublisherRecorder([Just<Int>]().collectInOrder())
        #expect(recorder.values.first?.results.isEmpty == true)
        #expect(recorder.isFinished)
    }

    @Test func manyAreZippedInTheirOrder() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, ProbeError>() }
        let recorder = PublisherRecorder(subjects.zip())
        subjects[2].send(3)
        subjects[0].send(1)
        subjects[0].send(10)
        subjects[1].send(2)
        #expect(recorder.values == [[1, 2, 3]])
        subjects[1].send(completion: .finished)
        #expect(recorder.isFinished)
    }

    @Test func latecomersGetTheLastValues() {
        let probe = Probe()
        let shared = probe.share(replay: 2)
        let first = PublisherRecorder(shared)
        for number in 1...3 { probe.send(number) }
        let second = PublisherRecorder(shared)
        probe.send(4)
        #expect(first.values == [1, 2, 3, 4])
        #expect(second.values == [2, 3, 4])
        #expect(probe.subscriptions == 1)
        first.cancel()
        #expect(probe.isHeard)
        second.cancel()
        #expect(!probe.isHeard)
        // The next one starts again, without the earlier values.
        let third = PublisherRecorder(shared)
        #expect(third.values == [])
        #expect(probe.subscriptions == 2)
    }

    @Test func latecomersGetTheEndToo() {
        let probe = Probe()
        let shared = probe.share(replay: 1)
        let first = PublisherRecorder(shared)
        probe.send(1)
        probe.send(completion: .failure(ProbeError(number: 5)))
        let second = PublisherRecorder(shared, demand: .max(1))
        #expect(first.failure == ProbeError(number: 5))
        #expect(second.values == [1])
        #expect(second.failure == ProbeError(number: 5))
    }
}
