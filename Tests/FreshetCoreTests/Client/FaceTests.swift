import Dispatch
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
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

    @Test("Typed throws end at a task: its error is the same, but has to be cast (T76)")
    func typedThrowsEndAtATask() async {
        let (client, _) = Shop.client { _ in .status(404) }
        let expected = FetchError.Kind.status(.notFound)
        do {
            _ = try await client.value(for: .item("tea"))
        } catch {
            #expect(error.kind == expected)
        }
        do {
            _ = try await Task { try await client.value(for: .item("tea")) }.value
        } catch {
            #expect((error as? FetchError)?.kind == expected)
        }
        do {
            async let tea = client.value(for: .item("tea"))
            _ = try await tea
        } catch {
            #expect((error as? FetchError)?.kind == expected)
        }
        await #expect {
            try await withThrowingTaskGroup(of: Shop.Item.self) { group in
                group.addTask { try await client.value(for: .item("tea")) }
                _ = try await group.next()
            }
        } throws: {
            ($0 as? FetchError)?.kind == expected
        }
    }

    @Test("cancelAll reaches a call that has just begun, and one that shares its request", arguments: [true, false])
    func cancelAllReachesEachCall(isSent: Bool) async throws {
        let gate = Gate()
        let (client, stub) = Shop.client { _ async throws(FetchError) in
            await gate.wait()
            throw .cancelled
        }
        let results = AsyncStream<Result<Shop.Item, FetchError>>.makeStream()
        for _ in 0..<10 { client.fetch(.item("tea"), on: .global()) { results.continuation.yield($0) } }
        if isSent { try await gate.waitUntilWaiting() }
        client.cancelAll()
        var ended = 0
        for await result in results.stream {
            if case .failure(let error) = result { #expect(error.isCancellation) } else { Issue.record("\(result)") }
            ended += 1
            if ended == 10 { break }
        }
        #expect(stub.requests.count <= 1)
        try await gate.waitUntilEmpty()
        gate.open()
        // A later call is none of them.
        await #expect(throws: FetchError.self) { try await client.value(for: .item("coffee")) }
        #expect(stub.requests.last?.head.path?.contains("coffee") == true)
    }
}
