#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

/// Responses that arrive after that of a later request: the cache keeps the response that was requested last.
@Suite(.timeLimit(.minutes(1)))
struct LateResponseTests {
    enum Kind: CaseIterable {
        case memory
        case sqlite
    }

    private struct Shop: Service {
        let baseURL = "https://shop.example/v1"
    }

    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let stub = StubTransport()

    init() throws { folder = try TemporaryFolder() }

    private func client(_ kind: Kind, time: TimeSource? = nil) -> Client<Shop> {
        let store: any CacheStore =
            switch kind {
            case .memory: MemoryCacheStore()
            case .sqlite: SQLiteCacheStore(file: folder.file)
            }
        return Client(Shop(), transport: stub, cache: HTTPCache(store: store), retry: .never, time: time ?? clock.time)
    }

    private func tea(_ fields: HTTPFields = [:]) -> Request<Shop, String> {
        var request = Request<Shop, String>("tea", reading: .text).sharing(.never)
        for field in fields { request = request.header(field.name, field.value) }
        return request
    }

    private func response(
        _ text: String, _ fields: HTTPFields = [.cacheControl: "max-age=60"]
    ) -> StubTransport.Response {
        var response = StubTransport.Response.text(text)
        for field in fields { response.head.headerFields[field.name] = field.value }
        return response
    }

    /// Sends two requests, one after the other, and returns them.
    private func send(
        _ first: Request<Shop, String>, _ second: Request<Shop, String>, by client: Client<Shop>
    ) async throws -> (early: Sent, late: Sent) {
        let early = Task { try await client.value(for: first) }
        let earlyRequest = try await stub.nextRequest()
        let late = Task { try await client.value(for: second) }
        return ((early, earlyRequest), (late, try await stub.nextRequest()))
    }

    private typealias Sent = (call: Task<String, any Error>, request: StubTransport.HeldRequest)

    private func respond(to sent: Sent, with response: StubTransport.Response) async -> String? {
        sent.request.respond(with: response)
        return try? await sent.call.value
    }

    private func stored(_ request: Request<Shop, String>, in client: Client<Shop>) async -> String? {
        try? await client.value(for: request.caching(.cacheOnly))
    }

    @Test(arguments: Kind.allCases)
    func theResponseToTheLaterRequestStays(kind: Kind) async throws {
        let client = client(kind)
        let (early, late) = try await send(tea(), tea(), by: client)
        #expect(await respond(to: late, with: response("second")) == "second")
        // The caller gets the response to its request.
        #expect(await respond(to: early, with: response("first")) == "first")
        #expect(await stored(tea(), in: client) == "second")
        #expect(client.cache?.statistics.stores == 1)
    }

    @Test(arguments: Kind.allCases)
    func inTheirOrderEachReplacesTheOneBefore(kind: Kind) async throws {
        let client = client(kind)
        let (early, late) = try await send(tea(), tea(), by: client)
        #expect(await respond(to: early, with: response("first")) == "first")
        #expect(await stored(tea(), in: client) == "first")
        #expect(await respond(to: late, with: response("second")) == "second")
        #expect(await stored(tea(), in: client) == "second")
    }

    @Test(arguments: Kind.allCases)
    func aClockThatIsSetBackDecidesNothing(kind: Kind) async throws {
        let date = Lock(clock.date + 1000)
        let client = client(kind, time: TimeSource(clock) { date.withLock { $0 } })
        let early = Task { try await client.value(for: tea()) }
        let earlyRequest = try await stub.nextRequest()
        date.withLock { $0 -= 1000 }
        let late = Task { try await client.value(for: tea()) }
        #expect(await respond(to: (late, try await stub.nextRequest()), with: response("second")) == "second")
        #expect(await respond(to: (early, earlyRequest), with: response("first")) == "first")
        #expect(await stored(tea(), in: client) == "second")
    }

    @Test(arguments: Kind.allCases)
    func anotherVariantIsStoredThoughItIsLate(kind: Kind) async throws {
        let client = client(kind)
        let fields: HTTPFields = [.cacheControl: "max-age=60", .vary: "Accept-Language"]
        let requests = ["de", "en"].map { tea([.acceptLanguage: $0]) }
        let (early, late) = try await send(requests[0], requests[1], by: client)
        #expect(await respond(to: late, with: response("tea", fields)) == "tea")
        #expect(await respond(to: early, with: response("Tee", fields)) == "Tee")
        #expect(await stored(requests[0], in: client) == "Tee")
        #expect(await stored(requests[1], in: client) == "tea")
    }

    @Test(arguments: Kind.allCases)
    func aLateConfirmationDoesNotMakeAResponseYounger(kind: Kind) async throws {
        let client = client(kind)
        let validated: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
        let first = Task { try await client.value(for: tea()) }
        #expect(await respond(to: (first, try await stub.nextRequest()), with: response("first", validated)) == "first")
        let revalidating = tea().caching(.revalidate)
        let (early, late) = try await send(revalidating, revalidating, by: client)
        let confirmed: HTTPFields = [.cacheControl: "max-age=10", .eTag: "\"1\""]
        #expect(await respond(to: late, with: .status(304, headers: confirmed)) == "first")
        #expect(await respond(to: early, with: .status(304, headers: validated)) == "first")
        let entry = try #require(try await client.cache?.entries().first)
        #expect(entry.response.headers[.cacheControl] == "max-age=10")
    }

    @Test(arguments: Kind.allCases)
    func whatTheLaterRequestFoundMissingDoesNotComeBack(kind: Kind) async throws {
        let client = client(kind)
        let first = Task { try await client.value(for: tea()) }
        _ = await respond(to: (first, try await stub.nextRequest()), with: response("first"))
        let revalidating = tea().caching(.revalidate)
        let (early, late) = try await send(revalidating, revalidating, by: client)
        #expect(await respond(to: late, with: .status(404, headers: [.cacheControl: "no-store"])) == nil)
        #expect(await respond(to: early, with: response("second")) == "second")
        #expect(await stored(tea(), in: client) == nil)
    }

    @Test(arguments: Kind.allCases)
    func aStreamThatEndsLateReplacesNothing(kind: Kind) async throws {
        let client = client(kind)
        let reader = Task { () async throws in
            var text = ""
            for try await chunk in try await client.stream(for: tea()) {
                text += String(decoding: chunk, as: UTF8.self)
            }
            return text
        }
        let early = try await stub.nextRequest()
        let late = Task { try await client.value(for: tea()) }
        #expect(await respond(to: (late, try await stub.nextRequest()), with: response("second")) == "second")
        #expect(await respond(to: (reader, early), with: response("first")) == "first")
        #expect(await stored(tea(), in: client) == "second")
    }

    @Test(arguments: Kind.allCases)
    func partsOfTheSameBytesMayComeInAnyOrder(kind: Kind) async throws {
        let client = client(kind)
        let parts = ["bytes=0-2", "bytes=3-5"].map { tea([.range: $0]) }
        let (early, late) = try await send(parts[0], parts[1], by: client)
        func part(_ text: String, _ range: String) -> StubTransport.Response {
            var part = response(
                text, [.cacheControl: "max-age=60", .eTag: "\"1\"", .contentRange: "bytes \(range)/6"])
            part.head.status = .partialContent
            return part
        }
        #expect(await respond(to: late, with: part("def", "3-5")) == "def")
        #expect(await respond(to: early, with: part("abc", "0-2")) == "abc")
        #expect(await stored(tea(), in: client) == "abcdef")
    }
}
#endif
