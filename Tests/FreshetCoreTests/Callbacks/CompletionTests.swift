import FreshetCore
import FreshetTesting
import Synchronization
import Testing

/// The bridges between the shapes of callbacks.
@Suite(.timeLimit(.minutes(5)))
struct CompletionTests {
    /// A function of the old kind, with each shape of callback.
    private struct Old: Error, Equatable {}

    @Test func everyShapeLeadsToAsync() async throws {
        let pair: Int = try await withCompletion { completion in
            completion.pair(7, nil)
            completion.pair(8, nil)
            return nil
        }
        #expect(pair == 7)
        let success: Int = try await withCompletion { completion in
            completion.success(1)
            return nil
        }
        #expect(success == 1)
        await #expect(throws: Old.self) {
            let _: Int = try await withCompletion { completion in
                completion.failure(Old())
                return nil
            }
        }
        await #expect(throws: MissingOutcomeError.self) {
            let _: Int = try await withCompletion { completion in
                completion.pair(nil, nil)
                return nil
            }
        }
        let result: Int = try await withCompletion { completion in
            completion.result(.success(3))
            return nil
        }
        #expect(result == 3)
    }

    @Test func cancellingTheWaiterCancelsTheWork() async {
        let isCancelled = Atomic<Bool>(false)
        let started = Gate()
        let task = Task {
            let _: Int = try await withCompletion { _ in
                started.open()
                return { isCancelled.store(true, ordering: .relaxed) }
            }
        }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let reached = isCancelled.load(ordering: .relaxed)
        #expect(reached)
    }

    @Test func aResultLeadsToEveryShape() {
        let log = Lock<[String]>([])
        let pair = Completion<Int, FetchError>(pair: { value, error in
            log.withLock { $0.append("\(value.map(String.init) ?? "-") \(error?.code ?? "-")") }
        })
        pair.result(.success(1))
        pair.result(.success(2))
        let two = Completion<Int, FetchError>(
            success: { value in log.withLock { $0.append("\(value)") } },
            failure: { error in log.withLock { $0.append(error.code) } })
        two.result(.failure(.cancelled))
        let lines = log.withLock { $0 }
        #expect(lines == ["1 -", "cancelled"])
    }
}
