import Dispatch
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// What every publisher owes its subscriber, checked on every operator: the rules of reactive streams as Combine has
/// them.
@Suite(.timeLimit(.minutes(5)))
struct RuleTests {
    typealias Recorder = PublisherRecorder<Int, ProbeError>

    @Test("One subscription comes, and first", arguments: RuledOperator.everyone)
    func subscription(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher)
        #expect(recorder.subscriptionCount == 1)
        setup.drive()
        setup.end()
        #expect(recorder.subscriptionCount == 1)
        #expect(recorder.violations == [])
        #expect(!recorder.values.isEmpty)
        #expect(recorder.isFinished)
    }

    @Test("Nothing comes without demand", arguments: RuledOperator.everyone)
    func noDemand(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher, demand: .none)
        setup.drive()
        #expect(recorder.values == [])
        #expect(recorder.violations == [])
    }

    @Test("With a demand of one, at most one comes; demand adds up", arguments: RuledOperator.all)
    func demand(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher, demand: .max(1))
        for number in 1...5 { setup.drive(number) }
        #expect(recorder.values.count == 1)
        recorder.request(.max(1))
        recorder.request(.max(1))
        for number in 6...10 { setup.drive(number) }
        #expect((2...3).contains(recorder.values.count))
        #expect(recorder.violations == [])
    }

    @Test("Demand that is returned for a value counts", arguments: RuledOperator.all)
    func demandInReturn(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher, demand: .max(1), more: { _ in .max(1) })
        for number in 1...5 { setup.drive(number) }
        #expect(recorder.values.count >= 3)
        #expect(recorder.violations == [])
    }

    @Test("Asking again while receiving neither hangs nor loses", arguments: RuledOperator.all)
    func reentrantRequest(ruled: RuledOperator) {
        let setup = ruled.setUp()
        var recorder: Recorder?
        recorder = Recorder(demand: .max(1)) { _ in
            recorder?.request(.max(1))
            return .none
        }
        recorder.map { setup.publisher.subscribe($0) }
        for number in 1...5 { setup.drive(number) }
        #expect((recorder?.values.count ?? 0) >= 3)
        #expect(recorder?.violations == [])
        recorder?.cancel()
        recorder = nil
    }

    @Test("One end comes, and nothing after it", arguments: RuledOperator.everyone)
    func end(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher)
        setup.drive()
        setup.end()
        let count = recorder.values.count
        setup.drive()
        setup.end()
        #expect(recorder.isFinished)
        #expect(recorder.values.count == count)
        #expect(recorder.violations == [])
    }

    @Test(
        "The first failure ends it, and the other sources are let go",
        arguments: RuledOperator.failing + RuledOperator.gathering)
    func failure(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher)
        setup.drive()
        setup.sources[0].send(completion: .failure(ProbeError(number: 7)))
        #expect(recorder.failure == ProbeError(number: 7))
        for source in setup.sources { #expect(!source.isHeard) }
        setup.end(.failure(ProbeError(number: 8)))
        #expect(recorder.violations == [])
    }

    @Test("A failure becomes a value, and the end", arguments: RuledOperator.lasting.filter { $0.sourceCount == 1 })
    func failureAsValue(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher)
        setup.sources[0].send(completion: .failure(ProbeError()))
        #expect(recorder.isFinished)
        #expect(!recorder.values.isEmpty)
        #expect(recorder.violations == [])
    }

    @Test("Cancelling reaches the sources, once, and nothing comes after it", arguments: RuledOperator.everyone)
    func cancel(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher)
        recorder.cancel()
        recorder.cancel()
        let count = recorder.values.count
        for source in setup.sources { #expect(source.cancels <= 1) }
        #expect(setup.sources.allSatisfy { !$0.isHeard })
        setup.drive()
        setup.end()
        #expect(recorder.values.count == count)
        #expect(recorder.completion == nil)
        #expect(recorder.violations == [])
    }

    @Test("Cancelled before any demand", arguments: RuledOperator.everyone)
    func earlyCancel(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher, demand: .none)
        recorder.cancel()
        recorder.request(.max(1))
        setup.drive()
        setup.end()
        #expect(recorder.values == [])
        #expect(recorder.completion == nil)
        #expect(setup.sources.allSatisfy { !$0.isHeard })
    }

    @Test("Cancelling while receiving ends it there", arguments: RuledOperator.all)
    func reentrantCancel(ruled: RuledOperator) {
        let setup = ruled.setUp()
        var recorder: Recorder?
        recorder = Recorder { _ in
            recorder?.cancel()
            return .none
        }
        recorder.map { setup.publisher.subscribe($0) }
        for number in 1...3 { setup.drive(number) }
        setup.end()
        #expect(recorder?.values.count == 1)
        #expect(recorder?.completion == nil)
        #expect(setup.sources.allSatisfy { !$0.isHeard })
        recorder = nil
    }

    /// How a subscription may come to its end.
    enum Ending: String, CaseIterable, CustomTestStringConvertible {
        case finished, failed, cancelled
        var testDescription: String { rawValue }
    }

    @Test("Nothing is kept alive after the end", arguments: RuledOperator.everyone, Ending.allCases)
    func release(ruled: RuledOperator, ending: Ending) {
        final class Token {}
        weak var token: Token?
        let setup = ruled.setUp()
        do {
            let held = Token()
            token = held
            // The subscriber retains the token; retaining the subscriber retains both.
            let recorder = Recorder { _ in
                withExtendedLifetime(held) { .none }
            }
            setup.publisher.subscribe(recorder)
            setup.drive()
            switch ending {
            case .finished: setup.end()
            case .failed: setup.end(.failure(ProbeError()))
            case .cancelled: recorder.cancel()
            }
        }
        #expect(token == nil)
    }

    @Test("Each subscription is one of its own", arguments: RuledOperator.everyone.filter { !$0.isShared })
    func cold(ruled: RuledOperator) {
        let setup = ruled.setUp()
        let (first, second) = (Recorder(setup.publisher), Recorder(setup.publisher))
        first.cancel()
        setup.drive()
        setup.end()
        #expect(first.completion == nil)
        #expect(second.isFinished)
        #expect(!second.values.isEmpty)
        #expect(second.violations == [])
    }

    @Test("Values from several threads come one at a time", arguments: RuledOperator.all.filter { $0.sourceCount > 1 })
    func serial(ruled: RuledOperator) async throws {
        let setup = ruled.setUp()
        let recorder = Recorder(setup.publisher)
        let sources = setup.sources
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in sources {
                group.addTask {
                    // An operator may subscribe to this one only when another has ended, and what was sent before is
                    // lost.
                    try await eventually { source.subscriptions != 0 }
                    for number in 0..<2000 { source.send(number) }
                    source.send(completion: .finished)
                }
            }
            try await group.waitForAll()
        }
        try await recorder.waitForCompletion()
        #expect(recorder.isFinished)
        #expect(!recorder.values.isEmpty)
        #expect(recorder.violations == [])
    }

    @Test("Cancelled from another thread at any moment", arguments: RuledOperator.everyone)
    func racingCancel(ruled: RuledOperator) async {
        for round in 0..<50 {
            let setup = ruled.setUp()
            let recorder = Recorder(setup.publisher)
            let sources = setup.sources
            await withTaskGroup(of: Void.self) { group in
                for source in sources {
                    group.addTask { for number in 0..<20 { source.send(number) } }
                }
                group.addTask {
                    await passTurns(round)
                    recorder.cancel()
                }
            }
            #expect(sources.allSatisfy { !$0.isHeard })
            #expect(recorder.violations == [])
        }
    }
}
