import Dispatch
import Foundation
import FreshetCore
import FreshetTesting
import Synchronization
import Testing

/// The callback face, and the bridges between the shapes of callbacks.
@Suite(.timeLimit(.minutes(5)))
struct FaceTests {
    @Test("The callback comes exactly once, on the chosen queue (T52)")
    func callbackQueue() async throws {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "callbacks")
        queue.setSpecific(key: key, value: "mine")
        let (client, _) = Shop.client { _ in .json(#"{"name":"tea"}"#) }
        let seen: (String?, Shop.Item?) = await withCheckedContinuation { continuation in
            client.fetch(.item("tea"), on: queue) { result in
                continuation.resume(returning: (DispatchQueue.getSpecific(key: key), try? result.get()))
            }
        }
        #expect(seen.0 == "mine")
        #expect(seen.1 == Shop.Item(name: "tea"))
    }

    @Test("A cancelled task calls back once, with the cancellation (T52)")
    func cancelCallsBackOnce() async {
        let gate = Gate()
        let (client, _) = Shop.client { _ async throws(FetchError) in
            await gate.wait()
            throw .cancelled
        }
        let calls = Atomic<Int>(0)
        let error: FetchError? = await withCheckedContinuation { continuation in
            let task = client.fetch(.item("tea"), on: .global()) { result in
                calls.add(1, ordering: .relaxed)
                if case .failure(let error) = result { continuation.resume(returning: error) }
            }
            task.cancel()
            task.cancel()
        }
        #expect(error?.isCancellation == true)
        let count = calls.load(ordering: .relaxed)
        #expect(count == 1)
    }

    /// A function of the old kind, with each shape of callback.
    private struct Old: Error, Equatable {}

    @Test func everyShapeLeadsToAsync() async throws {
        let pair: Int = try await valueOfCallback { completion in
            completion.pair(7, nil)
            completion.pair(8, nil)
            return nil
        }
        #expect(pair == 7)
        let success: Int = try await valueOfCallback { completion in
            completion.success(1)
            return nil
        }
        #expect(success == 1)
        await #expect(throws: Old.self) {
            let _: Int = try await valueOfCallback { completion in
                completion.failure(Old())
                return nil
            }
        }
        await #expect(throws: MissingOutcomeError.self) {
            let _: Int = try await valueOfCallback { completion in
                completion.pair(nil, nil)
                return nil
            }
        }
        let result: Int = try await valueOfCallback { completion in
            completion.result(.success(3))
            return nil
        }
        #expect(result == 3)
    }

    @Test func cancellingTheWaiterCancelsTheWork() async {
        let isCancelled = Atomic<Bool>(false)
        let started = Gate()
        let task = Task {
            let _: Int = try await valueOfCallback { _ in
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
