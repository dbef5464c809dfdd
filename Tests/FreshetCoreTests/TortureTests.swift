import Foundation
import FreshetCore
import FreshetTesting
import FreshetTransfers
import HTTPTypes
import Testing

/// Every operation of a script fails once, in turn: each call ends with a value or a typed error, nothing stays open,
/// and the same client works afterwards.
@Suite(.timeLimit(.minutes(5)))
struct TortureTests {
    // MARK: - The store

    @Test func aStoreThatFailsAtAnyMomentFailsNoCall() async throws {
        var failing = 0
        var calls = 0
        repeat {
            failing += 1
            let store = FailingStore(failsAt: failing)
            let shop = CachedShop(store: store) { request in Self.response(to: request) }
            try await cachedScript(shop)
            calls = store.calls
            let failures = shop.cache.statistics.storeFailures
            #expect(failures == (calls >= failing ? 1 : 0), "call \(failing)")
            guard calls >= failing else { break }
            // Without a failure, the same client serves from the store.
            try await cachedScript(shop)
            let sent = shop.sent
            _ = try await shop.client.value(for: .item("tea"))
            #expect(shop.sent == sent)
        } while failing <= calls
        // Entries, bodies, insertions, updates, and removals of one and of an address.
        #expect(calls > 10)
    }

    /// Stores, hits, revalidates, changes and asks again; every response is the same whatever the store does.
    private func cachedScript(_ shop: CachedShop) async throws {
        let item = Request<Shop, Shop.Item>("items/tea")
        for _ in 1...2 { #expect(try await shop.client.value(for: item) == Self.tea) }
        shop.clock.advance(by: .seconds(61))
        #expect(try await shop.client.value(for: item) == Self.tea)
        _ = try await shop.client.data(
            for: Request<Shop, Void>("items/tea", method: .head, reading: .nothing).caching(.reload))
        _ = try await shop.client.data(for: Request<Shop, Void>("items/tea", method: .post, reading: .nothing))
        #expect(try await shop.client.value(for: item) == Self.tea)
        #expect(try await shop.client.value(for: item.caching(.reload)) == Self.tea)
    }

    private static let tea = Shop.Item(name: "tea", price: 1)
    private static let body = Data(#"{"name":"tea","price":1}"#.utf8)

    private static func response(to request: TransportRequest) -> StubTransport.Response {
        if request.head.headerFields[.ifNoneMatch] != nil { return .status(304, headers: [.eTag: "\"1\""]) }
        guard request.head.method == .get else { return .status(200, headers: [.eTag: "\"2\""]) }
        return StubTransport.Response(
            headers: [.cacheControl: "max-age=60", .eTag: "\"1\"", .contentType: "application/json"],
            chunks: [body.prefix(5), body.dropFirst(5)])
    }

    // MARK: - The socket

    @Test(
        "A transport that fails at any moment", arguments: [RetryPolicy.never, RetryPolicy(base: .zero, budget: nil)])
    func transport(retry: RetryPolicy) async throws {
        var failing = 0
        var operations = 0
        repeat {
            failing += 1
            let transport = FailingTransport(StubTransport { Self.response(to: $0) }, failsAt: failing)
            let client = Client(Shop(), transport: transport, cache: nil, retry: retry)
            let outcomes = await script(client)
            operations = transport.operations
            let failures = outcomes.compactMap(\.self)
            #expect(failures.allSatisfy { $0.kind == .connectionLost }, "operation \(failing): \(failures)")
            // A stream has given away what it would have to ask for again.
            #expect(failures.count <= (operations >= failing ? 1 : 0))
            guard operations >= failing else { break }
            let again = await script(client)
            #expect(again.allSatisfy { $0 == nil })
            // Closed by its reader, or with the last of the tasks that hold it.
            try await eventually { transport.openBodies == 0 }
        } while failing <= operations
        #expect(operations > 10)
    }

    private func script(_ client: Client<Shop>) async -> [FetchError?] {
        let item = Request<Shop, Shop.Item>("items/tea")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        return [
            await failure { () async throws(FetchError) in try await client.value(for: item) },
            await failure { () async throws(FetchError) in for try await _ in try await client.stream(for: item) {} },
            await failure { () async throws(FetchError) in try await client.download(item, to: file) },
            await failure { () async throws(FetchError) in
                try await client.data(for: Request<Shop, Void>("items/tea", method: .put, reading: .nothing))
            },
        ]
    }

    // MARK: - The decoder

    private struct Failing: Service {
        struct Failure: Error {}

        let baseURL = "https://shop.example/v1"
        let failsAt: Int
        let decodings = Lock(0)

        func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
            let number = decodings.withLock { decodings in
                decodings += 1
                return decodings
            }
            if number == failsAt { throw Failure() }
            return try decoder.decode(type, from: body)
        }
    }

    @Test(arguments: 1...4)
    func aDecoderThatFailsOnceFailsOneCall(failing: Int) async {
        let client = Client(
            Failing(failsAt: failing), transport: StubTransport { Self.response(to: $0) }, cache: nil,
            retry: RetryPolicy(base: .zero))
        var codes: [String?] = []
        for _ in 1...4 {
            let error = await failure { () async throws(FetchError) in
                try await client.value(for: Request<Failing, Shop.Item>("items/tea"))
            }
            codes.append(error?.code)
            #expect(error == nil || error?.underlying is Failing.Failure)
        }
        #expect(codes == (1...4).map { $0 == failing ? "decoding" : nil })
    }
}

/// A store of which one call fails.
private final class FailingStore: CacheStore {
    private let base = MemoryCacheStore()
    private let failsAt: Int
    private let count = Lock(0)

    init(failsAt: Int) { self.failsAt = failsAt }

    var calls: Int { count.withLock { $0 } }

    private func opened() throws(CacheStoreError) -> MemoryCacheStore {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number == failsAt { throw CacheStoreError("the disk is on fire") }
        return base
    }

    func entries(for key: CacheKey) throws(CacheStoreError) -> [CacheEntry] { try opened().entries(for: key) }
    func body(of entry: CacheEntry) throws(CacheStoreError) -> Data? { try opened().body(of: entry) }
    func insert(_ entry: CacheEntry, body: Data) throws(CacheStoreError) { try opened().insert(entry, body: body) }
    func update(_ entry: CacheEntry) throws(CacheStoreError) { try opened().update(entry) }
    func remove(_ entry: CacheEntry) throws(CacheStoreError) { try opened().remove(entry) }
    func removeAll(at url: String) throws(CacheStoreError) { try opened().removeAll(at: url) }
    func removeAll(withPrefix prefix: String) throws(CacheStoreError) { try opened().removeAll(withPrefix: prefix) }
    func entries(withPrefix prefix: String) throws(CacheStoreError) -> [CacheEntry] {
        try opened().entries(withPrefix: prefix)
    }
    func usage() throws(CacheStoreError) -> CacheUsage { try opened().usage() }
}

/// A transport of which one operation fails: an exchange, or a piece of a body.
private final class FailingTransport: Transport {
    private struct State {
        var operations = 0
        var openBodies = 0
    }

    private let base: any Transport
    private let failsAt: Int
    private let state = Lock(State())

    init(_ base: any Transport, failsAt: Int) {
        self.base = base
        self.failsAt = failsAt
    }

    var operations: Int { state.withLock { $0.operations } }
    /// The bodies that were neither read to their end nor cancelled nor released.
    var openBodies: Int { state.withLock { $0.openBodies } }

    private func countOperation() throws(FetchError) {
        let number = state.withLock { state in
            state.operations += 1
            return state.operations
        }
        if number == failsAt { throw FetchError(.connectionLost) }
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try countOperation()
        let response = try await base.send(request)
        state.withLock { $0.openBodies += 1 }
        return TransportResponse(head: response.head, body: Body(transport: self, base: response.body))
    }

    private final class Body: TransportBody {
        private let transport: FailingTransport
        private let base: any TransportBody
        private let isOpen = Lock(true)

        init(transport: FailingTransport, base: any TransportBody) {
            self.transport = transport
            self.base = base
        }

        deinit { cancel() }

        func next() async throws(FetchError) -> Data? {
            do throws(FetchError) {
                try transport.countOperation()
                if let chunk = try await base.next() { return chunk }
                cancel()
                return nil
            } catch {
                cancel()
                throw error
            }
        }

        func cancel() {
            base.cancel()
            let wasOpen = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            if wasOpen { transport.state.withLock { $0.openBodies -= 1 } }
        }
    }
}
