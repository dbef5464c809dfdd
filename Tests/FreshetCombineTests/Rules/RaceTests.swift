import Dispatch
import FreshetCombine
import FreshetCore
import FreshetTesting
import Synchronization
import Testing

/// What holds whatever the threads of sources and of the subscriber do at the same moment.
@Suite(.timeLimit(.minutes(10)))
struct RaceTests {
    typealias Recorder = PublisherRecorder<Int, ProbeError>

    /// The rounds of a test, which its operators share.
    private static let rounds = TestLength.count(10_000, long: 100_000)

    /// Runs bodies at the same time, each after a short wait that the round determines.
    private func race(_ round: Int, _ bodies: [@Sendable () -> Void]) {
        DispatchQueue.concurrentPerform(iterations: bodies.count) { index in
            var random = SeededRandom(seed: UInt64(round * 16 + index))
            for turn in 0..<Int.random(in: 1..<200, using: &random) { withExtendedLifetime(turn) {} }
            bodies[index]()
        }
    }

    /// The operators that subscribe to two to four sources at once.
    private static let combining: [RuledOperator] = RuledOperator.failing.filter { (2...4).contains($0.sourceCount) }

    @Test("Nothing is delivered that was sent after a cancel", arguments: combining)
    func cancelling(ruled: RuledOperator) {
        var late = 0
        for round in 0..<Self.rounds / Self.combining.count {
            let setup = ruled.setUp()
            let isCancelled = Mutex(false)
            let recorder = Recorder(setup.publisher)
            let senders = setup.sources.map { source in
                { @Sendable in for _ in 0..<4 { source.send(isCancelled.withLock { $0 } ? 1 : 0) } }
            }
            let cancel = { @Sendable in
                recorder.cancel()
                isCancelled.withLock { $0 = true }
            }
            race(round, senders + [cancel])
            late += recorder.values.count(where: { $0 != 0 })
            #expect(recorder.violations == [])
            #expect(setup.sources.allSatisfy { $0.cancels == 1 && !$0.isHeard })
        }
        #expect(late == 0)
    }

    @Test("A failure while others send is one end, and cancels each of them once", arguments: combining)
    func failing(ruled: RuledOperator) {
        for round in 0..<Self.rounds / Self.combining.count {
            let setup = ruled.setUp()
            let recorder = Recorder(setup.publisher)
            let senders = setup.sources.dropFirst().map { source in
                { @Sendable in for number in 0..<4 { source.send(number) } }
            }
            let first = setup.sources[0]
            race(round, senders + [{ first.send(completion: .failure(ProbeError(number: 7))) }])
            #expect(recorder.failure == ProbeError(number: 7))
            #expect(recorder.violations == [])
            #expect(setup.sources.dropFirst().allSatisfy { $0.cancels == 1 && !$0.isHeard })
        }
    }

    @Test("Failures at the same moment are one end", arguments: combining)
    func failingTogether(ruled: RuledOperator) {
        for round in 0..<Self.rounds / Self.combining.count {
            let setup = ruled.setUp()
            let recorder = Recorder(setup.publisher)
            race(
                round,
                setup.sources.enumerated().map { number, source in
                    { @Sendable in source.send(completion: .failure(ProbeError(number: number))) }
                })
            #expect(recorder.failure != nil)
            #expect(recorder.violations == [])
        }
    }

    @Test("Nothing of the former publisher comes once switchToLatest has another one")
    func switching() {
        var stale = 0
        for round in 0..<Self.rounds {
            let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
            let (old, new) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let isSwitched = Mutex(false)
            let count = Mutex(0)
            let subscription = outer.switchToLatest().sink { number in
                let isStale = number == 0 && isSwitched.withLock { $0 }
                if isStale { count.withLock { $0 += 1 } }
            }
            outer.send(old)
            nonisolated(unsafe) let (anyOuter, anyOld, anyNew) = (outer, old, new)
            race(
                round,
                [
                    { for _ in 0..<8 { anyOld.send(0) } },
                    {
                        anyOuter.send(anyNew)
                        isSwitched.withLock { $0 = true }
                        anyNew.send(1)
                    },
                ])
            stale += count.withLock { $0 }
            subscription.cancel()
        }
        #expect(stale == 0)
    }
}
