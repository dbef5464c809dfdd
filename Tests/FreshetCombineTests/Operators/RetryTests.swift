import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(2)))
struct RetryTests {
    let clock = ManualClock()

    private func policy(_ attempts: Int) -> RetryPolicy {
        RetryPolicy(attempts: attempts, base: .seconds(1), cap: .seconds(3), shouldRetry: { _ in true }, jitter: { 1 })
    }

    @Test func aFailureIsTriedAgainAfterAWait() {
        let probe = Probe()
        let recorder = PublisherRecorder(probe.retry(policy(3), scheduler: clock.scheduler))
        probe.send(1)
        probe.send(completion: .failure(ProbeError(number: 1)))
        #expect(probe.subscriptions == 1)
        clock.advance(by: .milliseconds(999))
        #expect(probe.subscriptions == 1)
        clock.advance(by: .milliseconds(1))
        #expect(probe.subscriptions == 2)
        probe.send(2)
        probe.send(completion: .finished)
        #expect(recorder.values == [1, 2])
        #expect(recorder.isFinished)
    }

    @Test func theLastFailureIsReported() {
        let probe = Probe()
        let recorder = PublisherRecorder(probe.retry(policy(2), scheduler: clock.scheduler))
        for number in 1...2 {
            probe.send(completion: .failure(ProbeError(number: number)))
            clock.advance(by: .seconds(5))
        }
        #expect(recorder.failure == ProbeError(number: 2))
        #expect(probe.subscriptions == 2)
    }

    @Test func whatWillNotPassIsNotTriedAgain() {
        let call = AnyPublisher<Int, FetchError>.fail(with: FetchError(.invalidRequest("it has no host")))
        let recorder = PublisherRecorder(call.retry(RetryPolicy(), scheduler: clock.scheduler))
        #expect(recorder.failure != nil)
        #expect(clock.actionCount == 0)
    }

    @Test func cancellingEndsTheWait() {
        let probe = Probe()
        let recorder = PublisherRecorder(probe.retry(policy(3), scheduler: clock.scheduler))
        probe.send(completion: .failure(ProbeError()))
        recorder.cancel()
        clock.advance(by: .seconds(10))
        #expect(probe.subscriptions == 1)
        #expect(recorder.completion == nil)
    }

    @Test func demandThatOneAttemptDidNotMeetGoesToTheNext() {
        let probe = Probe()
        let recorder = PublisherRecorder(probe.retry(policy(2), scheduler: clock.scheduler), demand: .max(2))
        probe.send(1)
        probe.send(completion: .failure(ProbeError()))
        clock.advance(by: .seconds(1))
        #expect(probe.demand == .max(1))
        probe.send(2)
        probe.send(3)
        #expect(recorder.values == [1, 2])
    }

    @Test func waitsDoubleUpToTheCapAndJitterTakesAPart() {
        let error = ProbeError()
        let longest = policy(10)
        #expect((1...4).map { longest.delay(after: $0, error) } == [1, 2, 3, 3].map { .seconds($0) })
        #expect(longest.delay(after: 10, error) == nil)
        var half = longest
        half.jitter = { 0.5 }
        #expect(half.delay(after: 2, error) == .seconds(1))
        half.attempts = 1_000
        #expect(half.delay(after: 900, error) == .milliseconds(1500))
    }
}
