import FreshetCombine
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncSequencePublisherTests {
    @Test func elementsComeInTheirOrderAndThenTheEnd() async throws {
        let numbers = AsyncStream { continuation in
            for number in 1...1000 { continuation.yield(number) }
            continuation.finish()
        }
        let recorder = PublisherRecorder(numbers.publisher)
        try await recorder.waitForCompletion()
        #expect(recorder.values == Array(1...1000))
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test func asManyComeAsAreAskedFor() async throws {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 1...10 { continuation.yield(number) }
        continuation.finish()
        let recorder = PublisherRecorder<Int, Never>(demand: .max(2)) { value in value == 2 ? .max(1) : .none }
        numbers.publisher.subscribe(recorder)
        try await recorder.waitForValues(count: 3)
        #expect(recorder.values == [1, 2, 3])
        recorder.request(.unlimited)
        try await recorder.waitForCompletion()
        #expect(recorder.values == Array(1...10))
        #expect(recorder.violations == [])
    }

    @Test func aFailureIsTheSequencesOwn() async throws {
        let recorder = PublisherRecorder(Failing().publisher)
        try await recorder.waitForCompletion()
        #expect(recorder.values == [1])
        #expect(recorder.failure == ProbeError(number: 1))
    }

    @Test func cancellingEndsTheIteration() async throws {
        let ended = Gate()
        // Only the iteration holds the stream, which ends with it: also where the cancellation comes between two elements.
        func subscribe() -> (AsyncStream<Int>.Continuation, PublisherRecorder<Int, Never>) {
            let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
            continuation.onTermination = { _ in ended.open() }
            return (continuation, PublisherRecorder(numbers.publisher))
        }
        let (continuation, recorder) = subscribe()
        continuation.yield(1)
        try await recorder.waitForValues(count: 1)
        recorder.cancel()
        await ended.wait()
        continuation.yield(2)
        #expect(recorder.values == [1])
        #expect(recorder.completion == nil)
    }

    @Test func cancellingWhileNothingIsAskedForFreesTheSubscriber() async throws {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        weak var released: PublisherRecorder<Int, Never>?
        do {
            let recorder = PublisherRecorder<Int, Never>(demand: .none) { _ in .none }
            numbers.publisher.subscribe(recorder)
            recorder.cancel()
            released = recorder
        }
        try await eventually { released == nil }
        continuation.finish()
    }

    private struct Failing: AsyncSequence, Sendable {
        struct Iterator: AsyncIteratorProtocol {
            var count = 0

            mutating func next(isolation actor: isolated (any Actor)?) async throws(ProbeError) -> Int? {
                count += 1
                if count > 1 { throw ProbeError(number: 1) }
                return count
            }

            mutating func next() async throws(ProbeError) -> Int? { try await next(isolation: nil) }
        }

        func makeAsyncIterator() -> Iterator { Iterator() }
    }
}
