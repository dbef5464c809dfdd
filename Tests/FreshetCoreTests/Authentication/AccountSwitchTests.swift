import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Another account signs in while a call is under way: no response gets to the wrong one.
@Suite(.timeLimit(.minutes(1)))
struct AccountSwitchTests {
    private let token = Lock("ann")
    private let account = Lock<String?>(nil)
    private let clock = ManualClock()
    private let events = EventRecorder()

    private var shop: Shop { Shop(credentials: .bearer(token.withLock { $0 }).account(account.withLock { $0 })) }

    /// A server whose response names the account; at some requests the account changes just before it fails.
    private func client(
        failingAt failures: [Int] = [1], cache: HTTPCache?, to next: String = "ben", control: String = "max-age=60"
    ) -> (Client<Shop>, StubTransport) {
        let (token, counter) = (token, Counter())
        return Shop.client(
            shop, cache: cache, retry: RetryPolicy(base: .zero, budget: nil), observers: [events], time: clock.time
        ) { request in
            if failures.contains(counter.next) {
                token.withLock { $0 = next }
                return .status(503)
            }
            let name = request.head.headerFields[.authorization] ?? "nobody"
            return StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: control, .eTag: "\"\(name)\""],
                chunks: [Data(#"{"name":"\#(name)"}"#.utf8)])
        }
    }

    private var steps: [String] {
        events.events.compactMap { if case .cache(let step) = $0.step { step.description } else { nil } }
    }

    @Test("A switch in the middle of retries leaves nothing behind for the first account")
    func retries() async throws {
        let cache = HTTPCache()
        let (client, stub) = client(cache: cache)
        #expect(try await client.value(for: .item("tea")).name == "Bearer ben")
        #expect(steps.contains("not stored: the credentials changed to those of another account"))
        #expect(cache.statistics.stores == 0)
        // Neither of them finds the page of the other.
        for name in ["ann", "ben", "ann"] {
            token.withLock { $0 = name }
            #expect(try await client.value(for: .item("tea")).name == "Bearer \(name)")
        }
        #expect(stub.requests.count == 4)
    }

    @Test func aTokenThatIsRenewedForTheSameAccountIsStored() async throws {
        account.withLock { $0 = "Ann" }
        let cache = HTTPCache()
        let (client, stub) = client(cache: cache)
        #expect(try await client.value(for: .item("tea")).name == "Bearer ben")
        token.withLock { $0 = "a third token" }
        #expect(try await client.value(for: .item("tea")).name == "Bearer ben")
        #expect(stub.requests.count == 2 && cache.statistics.stores == 1)
        let entries = try await cache.entries()
        #expect(!"\(entries)".contains("Ann"))
        account.withLock { $0 = "Zoe" }
        #expect(try await client.value(for: .item("tea")).name == "Bearer a third token")
    }

    @Test func aConfirmationForAnotherAccountIsNotBelieved() async throws {
        let (token, counter) = (token, Counter())
        let cache = HTTPCache()
        let (client, stub) = Shop.client(
            shop, cache: cache, retry: RetryPolicy(base: .zero, budget: nil), time: clock.time
        ) { request in
            if counter.next == 2 {
                token.withLock { $0 = "ben" }
                return .status(503)
            }
            if request.head.headerFields[.ifNoneMatch] != nil { return .status(304) }
            let name = request.head.headerFields[.authorization] ?? "nobody"
            return StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: "no-cache", .eTag: "\"1\""],
                chunks: [Data(#"{"name":"\#(name)"}"#.utf8)])
        }
        #expect(try await client.value(for: .item("tea")).name == "Bearer ann")
        #expect(try await client.value(for: .item("tea")).name == "Bearer ben")
        #expect(stub.requests.count == 4 && stub.requests[3].head.headerFields[.ifNoneMatch] == nil)
    }

    @Test func whatWasSentForAnotherAccountIsNotShared() async throws {
        let (token, gate, counter) = (token, Gate(), Counter())
        let (client, stub) = Shop.client(
            shop, retry: RetryPolicy(base: .zero, budget: nil), observers: [events], time: clock.time
        ) { request in
            if counter.next == 1 {
                await gate.wait()
                token.withLock { $0 = "ben" }
                return .status(503)
            }
            return .json(#"{"name":"\#(request.head.headerFields[.authorization] ?? "nobody")"}"#)
        }
        let first = Task { try await client.value(for: .item("tea")).name }
        try await gate.waitUntilWaiting()
        let second = Task { try await client.value(for: .item("tea")).name }
        try await events.waitForEvents { if case .joined = $0.step { true } else { false } }
        gate.open()
        _ = try await (first.value, second.value)
        // The one that had joined has sent its own.
        #expect(stub.requests.count == 3)
    }

    @Test func theSecretIsReadOnceForEachAttempt() async throws {
        let reads = Lock(0)
        var shop = Shop()
        shop.credentials = .bearer(
            reads.withLock { reads in
                reads += 1
                return "token \(reads)"
            })
        let request = Request<Shop, Shop.Item>.item("tea").sharing(.never)
        let (client, stub) = Shop.client(shop, retry: RetryPolicy(base: .zero, budget: nil)) { _ in .status(503) }
        _ = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(
            stub.requests.map { $0.head.headerFields[.authorization] } == (1...3).map { "Bearer token \($0)" })
    }
}
