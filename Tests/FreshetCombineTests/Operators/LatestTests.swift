import Dispatch
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LatestTests {
    struct Failed: Error {}

    @Test func aNewInputCancelsTheCallOfTheOneBefore() {
        let inputs = PassthroughSubject<Int, Never>()
        let calls = [Probe(), Probe()]
        let recorder = PublisherRecorder(inputs.latest { calls[$0] })
        inputs.send(0)
        #expect(calls[0].isHeard)
        inputs.send(1)
        // T3: the older response can't overwrite the newer one.
        #expect(calls[0].cancels == 1)
        calls[1].send(10)
        calls[0].send(99)
        #expect(recorder.values.map(\.description) == ["loading", "loading", "loaded(10)"])
    }

    @Test func aFailureDoesNotEndTheStream() {
        let inputs = PassthroughSubject<Int, Never>()
        let recorder = PublisherRecorder(
            inputs.latest { number in
                number == 0 ? AnyPublisher<Int, any Error>.fail(with: Failed()) : .just(number)
            })
        // T4: after the first error the next input works as if nothing had happened.
        inputs.send(0)
        inputs.send(1)
        #expect(recorder.values.map(\.description) == ["loading", "failed(Failed())", "loading", "loaded(1)"])
        #expect(recorder.completion == nil)
    }

    @Test func theStreamEndsWithItsInputsAndTheLastCall() {
        let inputs = PassthroughSubject<Int, Never>()
        let call = Probe()
        let recorder = PublisherRecorder(inputs.latest { _ in call })
        inputs.send(0)
        inputs.send(completion: .finished)
        #expect(recorder.completion == nil)
        call.send(5)
        call.send(completion: .finished)
        #expect(recorder.values.map(\.description) == ["loading", "loaded(5)"])
        #expect(recorder.isFinished)
    }

    @Test func anInputSentInResponseToAStateWins() {
        let inputs = PassthroughSubject<Int, Never>()
        let calls = [Probe(), Probe()]
        var isFirst = true
        let recorder = PublisherRecorder<LoadingState<Int>, Never> { _ in
            if isFirst {
                isFirst = false
                inputs.send(1)
            }
            return .none
        }
        inputs.latest { calls[$0] }.subscribe(recorder)
        inputs.send(0)
        #expect(!calls[0].isHeard)
        #expect(calls[1].isHeard)
        #expect(recorder.violations == [])
    }

    @Test func ofStatesNobodyAskedForTheNewestIsKept() {
        let inputs = PassthroughSubject<Int, Never>()
        let recorder = PublisherRecorder(inputs.latest { Just($0) }, demand: .none)
        for number in 0..<3 { inputs.send(number) }
        recorder.request(.max(1))
        #expect(recorder.values.map(\.description) == ["loaded(2)"])
    }

    @Test("Ten thousand inputs, one value, never two calls at once (T3, T7)")
    func superseding() async {
        final class Calls: Sendable {
            let open = Lock((now: 0, most: 0))
            func begin() {
                open.withLock { open in
                    open.now += 1
                    open.most = max(open.most, open.now)
                }
            }
            func end() { open.withLock { $0.now -= 1 } }
        }
        let inputs = PassthroughSubject<Int, Never>()
        let calls = Calls()
        let recorder = PublisherRecorder(
            inputs.latest { number in
                CallbackPublisher<Int, Never> { completion in
                    calls.begin()
                    if number == 9_999 { completion.success(number) }
                    return { calls.end() }
                }
            })
        for number in 0..<10_000 { inputs.send(number) }
        let loaded = recorder.values.compactMap(\.value)
        #expect(loaded == [9_999])
        #expect(calls.open.withLock { $0.most } == 1)
        #expect(recorder.violations == [])
    }

    @Test("On any thread, a superseded value is never delivered after a newer state (T3)")
    func racingResponses() async throws {
        let inputs = PassthroughSubject<Int, Never>()
        // `nonisolated(unsafe)`: a subject may be used from any thread, but OpenCombine declares no type as `Sendable`.
        nonisolated(unsafe) let source = inputs
        let recorder = PublisherRecorder<LoadingState<Int>, Never>(
            inputs.latest { number in
                CallbackPublisher<Int, Never> { completion in
                    let task = Task.detached { completion.success(number) }
                    return { task.cancel() }
                }
            })
        for number in 0..<2000 {
            source.send(number)
            if number % 3 == 0 { await passTurns(1) }
        }
        source.send(completion: .finished)
        try await recorder.waitForCompletion()
        let loaded = recorder.values.compactMap(\.value)
        #expect(loaded == loaded.sorted())
        #expect(loaded.last == 1999)
        #expect(recorder.violations == [])
    }

    /// A publisher like `Just`, which must not be cancelled by another thread while its `request` runs. That runs until
    /// it is released.
    private final class Held: Publisher, Subscription, Sendable {
        typealias Output = Int
        typealias Failure = Never

        let isRequested = DispatchSemaphore(value: 0)
        let isReleased = DispatchSemaphore(value: 0)
        let cancels = Lock(0)

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subscriber.receive(subscription: self)
        }

        func request(_ demand: Subscribers.Demand) {
            isRequested.signal()
            isReleased.wait()
        }

        func cancel() { cancels.withLock { $0 += 1 } }
    }

    @Test func aCallIsNotCancelledWhileItIsRequestedButRightAfter() async {
        let inputs = PassthroughSubject<Int, Never>()
        // `nonisolated(unsafe)`: a subject may be used from any thread, but OpenCombine declares no type as `Sendable`.
        nonisolated(unsafe) let source = inputs
        let held = Held()
        let recorder = PublisherRecorder<LoadingState<Int>, Never>(inputs.latest { _ in held })
        let cancelsMeanwhile = Lock<Int?>(nil)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                source.send(0)
                continuation.resume()
            }
            DispatchQueue.global().async {
                held.isRequested.wait()
                recorder.cancel()
                let count = held.cancels.withLock { $0 }
                cancelsMeanwhile.withLock { $0 = count }
                held.isReleased.signal()
            }
        }
        #expect(cancelsMeanwhile.withLock { $0 } == 0)
        #expect(held.cancels.withLock { $0 } == 1)
    }

    @Test func aCallThatSendsForEverInItsRequestIsCancelled() {
        let inputs = PassthroughSubject<Int, Never>()
        let recorder = PublisherRecorder(
            inputs.latest { _ in (0...).publisher }.compactMap(\.value).first { $0 == 100 })
        inputs.send(0)
        #expect(recorder.values == [100] && recorder.isFinished)
    }
}
