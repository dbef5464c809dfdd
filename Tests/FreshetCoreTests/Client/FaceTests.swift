import Dispatch
import Foundation
import FreshetCore
import FreshetTesting
import Synchronization
import Testing

/// The callback face.
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
}
