import Dispatch
import Foundation
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// Zip, merge, combineLatest and switchToLatest, case by case.
@Suite(.timeLimit(.minutes(1)))
struct CombiningTests {
    private let clock = ManualClock()

    // https://github.com/OpenCombine/OpenCombine/issues/241
    @Test func valuesThatAreDelayedAlikeArePaired() {
        let pairs = Publishers.Zip(
            Just(1).delay(for: .milliseconds(600), scheduler: clock.scheduler),
            Just(2).delay(for: .milliseconds(600), scheduler: clock.scheduler))
        let recorder = PublisherRecorder(pairs.map { [$0, $1] })
        var dropped: AnyCancellable? = pairs.sink { pair in
            Issue.record("\(pair) came after the subscription was dropped")
        }
        clock.advance(by: .milliseconds(300))
        #expect(dropped != nil)
        dropped = nil
        clock.advance(by: .milliseconds(300))
        #expect(recorder.values == [[1, 2]])
        #expect(recorder.isFinished)
    }

    @Test func zipEndsAsSoonAsNoFurtherTupleIsPossible() {
        let ended = PublisherRecorder([1, 2].publisher.zip([3, 4, 5].publisher).map { [$0, $1] })
        #expect(ended.values == [[1, 3], [2, 4]])
        #expect(ended.isFinished)
        let subject = PassthroughSubject<Int, Never>()
        #expect(PublisherRecorder(subject.zip(Empty<Int, Never>(), subject).map { $0.0 }).isFinished)
        let open = PublisherRecorder(subject.zip(Just(1)).map { [$0, $1] })
        #expect(!open.isFinished)
        subject.send(7)
        #expect(open.values == [[7, 1]])
        #expect(open.isFinished)
    }

    /// Publishers of the numbers of two sources, by each operator.
    private static func combinations(_ first: Probe, _ second: Probe) -> [AnyPublisher<Int, ProbeError>] {
        [
            first.zip(second) { $0 + $1 }.eraseToAnyPublisher(),
            first.combineLatest(second) { $0 + $1 }.eraseToAnyPublisher(),
            first.merge(with: second).eraseToAnyPublisher(),
            first.map { _ in second }.switchToLatest().eraseToAnyPublisher(),
            [first, second].publisher.setFailureType(to: ProbeError.self).flatMap { $0 }.eraseToAnyPublisher(),
        ]
    }

    @Test(arguments: 0..<5)
    func aSubscriberMayWaitForAThreadThatSends(index: Int) {
        let (first, second) = (Probe(), Probe())
        let received = Lock(0)
        let recorder = PublisherRecorder(
            Self.combinations(first, second)[index].handleEvents(receiveOutput: { _ in
                let isFirst = received.withLock { count in
                    count += 1
                    return count == 1
                }
                guard isFirst else { return }
                let sent = DispatchSemaphore(value: 0)
                let thread = Thread {
                    first.send(3)
                    second.send(4)
                    sent.signal()
                }
                thread.start()
                sent.wait()
            }))
        first.send(1)
        second.send(2)
        #expect(recorder.values.count >= 2)
        #expect(recorder.violations == [])
    }

    @Test(arguments: 0..<5)
    func aSubscriberMaySendAndSubscribeAgain(index: Int) {
        let (first, second) = (Probe(), Probe())
        let publisher = Self.combinations(first, second)[index]
        var others: [PublisherRecorder<Int, ProbeError>] = []
        let recorder = PublisherRecorder(
            publisher.handleEvents(receiveOutput: { _ in
                guard others.isEmpty else { return }
                others.append(PublisherRecorder(publisher))
                first.send(10)
                second.send(20)
            }))
        first.send(1)
        second.send(2)
        #expect(recorder.values.count >= 2)
        #expect(recorder.violations == [])
        #expect(others.first?.values.isEmpty == false)
    }

    @Test("flatMap has as many publishers at a time as it may, also of a hundred thousand")
    func flatMapOneAtATime() {
        let sum = PublisherRecorder(
            (1...100_000).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.reduce(0, +))
        #expect(sum.values == [5_000_050_000])
        #expect(sum.isFinished)

        let (first, second, third) = (Probe(), Probe(), Probe())
        let sources = [first, second, third].publisher.setFailureType(to: ProbeError.self)
        let recorder = PublisherRecorder(sources.flatMap(maxPublishers: .max(2)) { $0 })
        #expect([first, second, third].map(\.subscriptions) == [1, 1, 0])
        second.send(completion: .finished)
        #expect(third.subscriptions == 1)
        third.send(3)
        first.send(1)
        #expect(recorder.values == [3, 1])
    }

    @Test("Without demand, flatMap keeps a value of each publisher")
    func flatMapWithoutDemand() {
        let (first, second) = (Probe(), Probe())
        let sources = [first, second].publisher.setFailureType(to: ProbeError.self)
        let recorder = PublisherRecorder(sources.flatMap { $0 }, demand: .none)
        for number in 1...3 { first.send(number) }
        second.send(10)
        second.send(completion: .finished)
        recorder.request(.max(1))
        #expect(recorder.values == [1])
        first.send(4)
        recorder.request(.max(2))
        #expect(recorder.values == [1, 10, 4])
        recorder.request(.unlimited)
        first.send(5)
        #expect(recorder.values == [1, 10, 4, 5])
        first.send(completion: .finished)
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test func theEndOfTheOuterPublisherWaitsForTheInner() {
        let (outer, inner) = (
            PassthroughSubject<PassthroughSubject<Int, ProbeError>, ProbeError>(), PassthroughSubject<Int, ProbeError>()
        )
        let recorder = PublisherRecorder(outer.switchToLatest())
        outer.send(inner)
        outer.send(completion: .finished)
        inner.send(1)
        #expect(recorder.completion == nil)
        inner.send(completion: .finished)
        #expect(recorder.values == [1])
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test func aFailureOfTheInnerOrTheOuterPublisherEndsBoth() {
        let (outer, inner) = (Probe(), Probe())
        let byInner = PublisherRecorder(outer.map { _ in inner }.switchToLatest())
        outer.send(1)
        inner.send(completion: .failure(ProbeError(number: 1)))
        #expect(byInner.failure == ProbeError(number: 1))
        #expect(!outer.isHeard)
        let byOuter = PublisherRecorder(outer.map { _ in inner }.switchToLatest())
        outer.send(1)
        outer.send(completion: .failure(ProbeError(number: 2)))
        #expect(byOuter.failure == ProbeError(number: 2))
        #expect(!inner.isHeard)
    }

    @Test func aNewPublisherIsAskedForTheDemandThatIsLeft() {
        let (outer, first, second) = (Probe(), Probe(), Probe())
        let recorder = PublisherRecorder(outer.map { $0 == 1 ? first : second }.switchToLatest(), demand: .max(3))
        outer.send(1)
        first.send(10)
        outer.send(2)
        #expect(!first.isHeard)
        #expect(second.demand == .max(2))
        for number in 20...23 { second.send(number) }
        #expect(recorder.values == [10, 20, 21])
    }

    // MARK: - Schedulers

    @Test func aConcurrentQueueLosesAndExchangesNothing() async throws {
        let queue = DispatchQueue(label: "several at once", attributes: .concurrent)
        let recorder = PublisherRecorder(
            (0..<2000).publisher.receive(on: queue, options: .init(qos: .userInitiated)).delay(for: 0, scheduler: queue)
        )
        try await recorder.waitForCompletion()
        #expect(recorder.values == Array(0..<2000))
        #expect(recorder.violations == [])
    }

    @Test func whatWasScheduledWithOptionsIsDroppedByACancel() {
        let source = PassthroughSubject<Int, Never>()
        let scheduler = clock.scheduler
        let recorders = [
            PublisherRecorder(source.receive(on: scheduler, options: nil).eraseToAnyPublisher()),
            PublisherRecorder(source.delay(for: .seconds(1), scheduler: scheduler, options: nil).eraseToAnyPublisher()),
            PublisherRecorder(
                source.debounce(for: .seconds(1), scheduler: scheduler, options: nil).eraseToAnyPublisher()),
            PublisherRecorder(
                source.throttle(for: .seconds(1), scheduler: scheduler, latest: true).eraseToAnyPublisher()),
        ]
        source.send(1)
        source.send(completion: .finished)
        let counts = recorders.map(\.values.count)
        for recorder in recorders { recorder.cancel() }
        clock.advance(by: .seconds(10))
        #expect(recorders.map(\.values.count) == counts)
        #expect(recorders.allSatisfy { $0.completion == nil })
    }

    // MARK: - Observable objects

    private final class Announcing: ObservableObject {
        var number = 0 { willSet { objectWillChange.send() } }
    }

    private class Publishing: ObservableObject {
        @Published var number = 0
    }

    private final class Inheriting: Publishing {
        var text = "" { willSet { objectWillChange.send() } }
    }

    @Test func anObjectWithoutPublishedPropertiesHasOnePublisher() {
        let object = Announcing()
        let recorder = PublisherRecorder(object.objectWillChange.map { object.number })
        object.number = 1
        object.number = 2
        #expect(recorder.values == [0, 1])
        #expect(object.objectWillChange === object.objectWillChange)
        #expect(object.objectWillChange !== Announcing().objectWillChange)
    }

    @Test func publishedPropertiesAndOthersAnnounceToOnePublisher() {
        let object = Inheriting()
        let recorder = PublisherRecorder(object.objectWillChange.map { "\(object.number)\(object.text)" })
        object.number = 1
        object.text = "a"
        object.number = 2
        #expect(recorder.values == ["0", "1", "1a"])
    }
}
