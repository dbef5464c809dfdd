import FreshetCombine
import FreshetTesting
import Testing

/// An operator that sends later, on a scheduler.
struct TimedOperator: Sendable, CustomTestStringConvertible {
    let name: String
    private let make: @Sendable (AnyPublisher<Int, ProbeError>, AnyScheduler) -> AnyPublisher<Int, ProbeError>

    var testDescription: String { name }

    func publisher(
        _ upstream: some Publisher<Int, ProbeError>, _ scheduler: AnyScheduler
    ) -> AnyPublisher<Int, ProbeError> {
        make(upstream.eraseToAnyPublisher(), scheduler)
    }

    static let all: [TimedOperator] = [
        TimedOperator(name: "receive(on:)") {
            $0.receive(on: $1).eraseToAnyPublisher()
        },
        TimedOperator(name: "delay") {
            $0.delay(for: .seconds(1), scheduler: $1).eraseToAnyPublisher()
        },
        TimedOperator(name: "debounce") {
            $0.debounce(for: .seconds(1), scheduler: $1).eraseToAnyPublisher()
        },
        TimedOperator(name: "throttle") {
            $0.throttle(for: .seconds(1), scheduler: $1, latest: true).eraseToAnyPublisher()
        },
        TimedOperator(name: "timeout") {
            $0.timeout(.seconds(10), scheduler: $1).eraseToAnyPublisher()
        },
        TimedOperator(name: "subscribe(on:)") {
            $0.subscribe(on: $1).eraseToAnyPublisher()
        },
        TimedOperator(name: "collect by time") {
            $0.collect(.byTime($1, .seconds(1))).map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
        TimedOperator(name: "collect by time or count") {
            $0.collect(.byTimeOrCount($1, .seconds(1), 3)).map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
        TimedOperator(name: "retry by a policy") {
            $0.retry(RetryPolicy(attempts: 3, shouldRetry: { _ in true }), scheduler: $1).eraseToAnyPublisher()
        },
    ]
}

/// The rules for what happens later: all on one manual time.
@Suite(.timeLimit(.minutes(5)))
struct TimedRuleTests {
    typealias Recorder = PublisherRecorder<Int, ProbeError>

    let clock = ManualClock()

    @Test("Values and the end come as time passes", arguments: TimedOperator.all)
    func delivery(timed: TimedOperator) {
        let probe = Probe()
        let recorder = Recorder(timed.publisher(probe, clock.scheduler))
        clock.advance()
        probe.send(1)
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [1])
        probe.send(completion: .finished)
        clock.advance(by: .seconds(2))
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("Nothing comes after a cancel, whatever time passes", arguments: TimedOperator.all)
    func cancel(timed: TimedOperator) {
        let probe = Probe()
        let recorder = Recorder(timed.publisher(probe, clock.scheduler))
        clock.advance()
        probe.send(1)
        let count = recorder.values.count
        recorder.cancel()
        clock.advance(by: .seconds(20))
        #expect(recorder.values.count == count)
        #expect(recorder.completion == nil)
        #expect(!probe.isHeard)
        #expect(clock.actionCount == 0)
    }

    @Test("Nothing comes after a cancel, although the source had ended before", arguments: TimedOperator.all)
    func cancelAfterTheEnd(timed: TimedOperator) {
        let probe = Probe()
        let recorder = Recorder(timed.publisher(probe, clock.scheduler))
        clock.advance()
        probe.send(1)
        probe.send(completion: .finished)
        let known = (recorder.values.count, recorder.isFinished)
        recorder.cancel()
        clock.advance(by: .seconds(20))
        #expect(recorder.values.count == known.0)
        #expect(recorder.isFinished == known.1)
    }
}
