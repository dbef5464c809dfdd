import Foundation
import FreshetCombine
import FreshetTesting
import Testing

/// What Freshet adds to OpenCombine behaves as Combine's own.
@Suite(.timeLimit(.minutes(5)))
struct CompletionTests {
    @Test func combineLatestSendsEachCombinationOnceAllHaveSent() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        let recorder = PublisherRecorder(a.combineLatest(b) { "\($0)\($1)" })
        a.send(1)
        #expect(recorder.values == [])
        b.send("x")
        a.send(2)
        b.send("y")
        a.send(completion: .finished)
        b.send("z")
        #expect(recorder.values == ["1x", "2x", "2y", "2z"])
        #expect(recorder.completion == nil)
        b.send(completion: .finished)
        #expect(recorder.isFinished)
    }

    @Test func combineLatestOfColdSequencesStartsInOrder() {
        let recorder = PublisherRecorder([1, 2, 3].publisher.combineLatest([10, 20].publisher, [100].publisher))
        #expect(recorder.values.map { "\($0)" } == ["(3, 20, 100)"])
        #expect(recorder.isFinished)
    }

    @Test func combineLatestOfPublishersThatNeverSendEndsWithThem() {
        #expect(PublisherRecorder(Empty<Int, Never>().combineLatest(Just(1))).isFinished)
        #expect(PublisherRecorder([Just<Int>]().combineLatest()).isFinished)
    }

    @Test func combineLatestDropsWhatNobodyAsksFor() {
        let (a, b) = (CurrentValueSubject<Int, Never>(0), PassthroughSubject<Int, Never>())
        let recorder = PublisherRecorder(a.combineLatest(b) { "\($0)\($1)" }, demand: .max(1))
        b.send(1)
        b.send(2)
        a.send(3)
        #expect(recorder.values == ["01"])
        recorder.request(.max(2))
        b.send(4)
        // The value that the first publisher holds counts against what is asked of it, as with Combine.
        #expect(recorder.values.last?.hasSuffix("4") == true)
    }

    @Test func aValueSentWhileOneIsDeliveredComesAfterIt() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var order: [String] = []
        let subscription = a.combineLatest(b).sink { first, second in
            order.append("begin \(first) \(second)")
            if first == 1 { a.send(2) }
            order.append("end \(first) \(second)")
        }
        a.send(1)
        b.send(0)
        #expect(order == ["begin 1 0", "end 1 0", "begin 2 0", "end 2 0"])
        subscription.cancel()
    }

    @Test func mergeInterleavesAndEndsWithTheLast() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let recorder = PublisherRecorder(subjects[0].merge(with: subjects[1]).merge(with: subjects[2], subjects[3]))
        for (number, subject) in subjects.enumerated() { subject.send(number) }
        for subject in subjects.dropLast() { subject.send(completion: .finished) }
        subjects[3].send(9)
        #expect(recorder.values == [0, 1, 2, 3, 9])
        #expect(recorder.completion == nil)
        subjects[3].send(completion: .finished)
        #expect(recorder.isFinished)
        #expect(PublisherRecorder(Publishers.MergeMany([Just<Int>]())).isFinished)
    }

    @Test func mergeKeepsAValueThatWasAskedForTogether() {
        let recorder = PublisherRecorder([1, 2].publisher.merge(with: [10, 20].publisher), demand: .max(1))
        #expect(recorder.values == [1])
        recorder.request(.max(1))
        recorder.request(.max(2))
        #expect(recorder.values.sorted() == [1, 2, 10, 20])
        #expect(recorder.isFinished)
    }

    @Test("A long sequence does not nest as deep as it is long", .timeLimit(.minutes(1)))
    func depth() {
        let recorder = PublisherRecorder(
            (0..<100_000).publisher.merge(with: Empty()), demand: .max(1), more: { _ in .max(1) })
        #expect(recorder.values.count == 100_000)
        #expect(recorder.isFinished)
    }

    @Test func collectByTimeSendsWhatCameInEachInterval() {
        let clock = ManualClock()
        let subject = PassthroughSubject<Int, Never>()
        let recorder = PublisherRecorder(subject.collect(.byTime(clock.scheduler, .seconds(1))))
        subject.send(1)
        subject.send(2)
        clock.advance(by: .seconds(1))
        clock.advance(by: .seconds(1))
        subject.send(3)
        #expect(recorder.values == [[1, 2]])
        subject.send(completion: .finished)
        #expect(recorder.values == [[1, 2], [3]])
        #expect(recorder.isFinished)
        #expect(clock.actionCount == 0)
    }

    @Test func collectByTimeOrCountSendsAFullArrayAtOnce() {
        let clock = ManualClock()
        let subject = PassthroughSubject<Int, Never>()
        let recorder = PublisherRecorder(subject.collect(.byTimeOrCount(clock.scheduler, .seconds(1), 2)))
        for number in 1...5 { subject.send(number) }
        #expect(recorder.values == [[1, 2], [3, 4]])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [[1, 2], [3, 4], [5]])
    }

    @Test func zipsMergesAndCombinationsCanBeCompared() {
        #expect(Just(1).zip(Just(2)) == Just(1).zip(Just(2)))
        #expect(Just(1).zip(Just(2)) != Just(1).zip(Just(3)))
        #expect(Just(1).zip(Just(2), Just(3)) == Just(1).zip(Just(2), Just(3)))
        #expect(Just(1).zip(Just(2), Just(3), Just(4)) != Just(1).zip(Just(2), Just(3), Just(5)))
        #expect(Just(1).merge(with: Just(2), Just(3)) == Just(1).merge(with: Just(2), Just(3)))
        #expect(Just(1).combineLatest(Just("a")) == Just(1).combineLatest(Just("a")))
        #expect(Publishers.MergeMany(Just(1), Just(2)) != Publishers.MergeMany(Just(1)))
    }

    @Test func neverFailingPublishersMixWithFailingOnes() {
        struct Failed: Error {}
        let inner = Fail<Int, any Error>(error: Failed())
        // T44: a trigger that can't fail, calls that can; and the other way round.
        #expect(PublisherRecorder(Just(1).flatMap { _ in inner }).failure is Failed)
        #expect(PublisherRecorder(Just(1).map { _ in inner }.switchToLatest()).failure is Failed)
        let failing = Just(1).setFailureType(to: Failed.self)
        let flattened = failing.flatMap { number in Just(number + 1) }
        #expect(PublisherRecorder(flattened).values == [2])
        let switched = failing.map { number in Just(number + 1) }.switchToLatest()
        #expect(PublisherRecorder(switched).values == [2])
    }

    @Test("Many values from several threads", .timeLimit(.minutes(5)))
    func stress() async throws {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        // `nonisolated(unsafe)`: a subject may be used from any thread, but OpenCombine declares no type as `Sendable`.
        nonisolated(unsafe) let sources = subjects
        let sums = PublisherRecorder<Int, Never>(Publishers.MergeMany(subjects).scan(0) { sum, _ in sum + 1 }.last())
        let latest = PublisherRecorder<Int, Never>(subjects.combineLatest().map { $0.reduce(0, +) }.last())
        let count = TestLength.count(25_000, long: 250_000)
        await withTaskGroup(of: Void.self) { group in
            for index in sources.indices {
                group.addTask {
                    for number in 1...count { sources[index].send(number) }
                    sources[index].send(completion: .finished)
                }
            }
        }
        try await sums.waitForCompletion()
        try await latest.waitForCompletion()
        #expect(sums.values == [4 * count])
        // The last values of all are never lost, whoever delivered them.
        #expect(latest.values == [4 * count])
        #expect(sums.violations + latest.violations == [])
    }
}
