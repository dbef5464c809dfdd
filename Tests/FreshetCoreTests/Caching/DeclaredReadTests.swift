import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Reads whose body says what is wanted: a POST that the app declares to be a read, and QUERY.
@Suite(.timeLimit(.minutes(1)))
struct DeclaredReadTests {
    private let clock = ManualClock()
    private let cache = HTTPCache()

    private static let query = HTTPRequest.Method.query

    private static func search(
        _ text: String = "sea", by method: HTTPRequest.Method = .post, type: String = "text/plain"
    ) -> Request<Shop, String> {
        let body = RequestBody.bytes(Data(text.utf8), contentType: type)
        let request = Request<Shop, String>("search", method: method, body: body, reading: .text)
        return method == .post ? request.readingOnly() : request
    }

    private func client(
        retry: RetryPolicy = .never,
        _ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        Shop.client(cache: cache, retry: retry, time: clock.time, response: respond)
    }

    /// A client of a server that repeats the body.
    private func echo(_ fields: HTTPFields) -> (Client<Shop>, StubTransport) {
        client { request in
            guard case .bytes(let body)? = request.body else { return .status(204) }
            return StubTransport.Response(headers: fields, chunks: [body])
        }
    }

    // MARK: - Sharing

    @Test("Equal reads share a request, and others do not", arguments: [HTTPRequest.Method.post, query])
    func sharing(method: HTTPRequest.Method) async throws {
        let stub = StubTransport()
        let client = Client(Shop(), transport: stub, cache: nil, retry: .never, time: clock.time)
        let requests = [Self.search(by: method), Self.search(by: method), Self.search("hill", by: method)]
        let calls = requests.map { request in Task { try await client.value(for: request) } }
        let held = [try await stub.nextRequest(), try await stub.nextRequest()]
        try await tasksAtRest()
        #expect(stub.requests.count == 2)
        for request in held {
            guard case .bytes(let body)? = request.request.body else { continue }
            request.respond(with: .text(String(decoding: body, as: UTF8.self)))
        }
        var values: [String] = []
        for call in calls { values.append(try await call.value) }
        #expect(values == ["sea", "sea", "hill"])
    }

    @Test func aPostThatIsNotDeclaredIsNeitherSharedNorStored() async throws {
        let (client, stub) = echo([.cacheControl: "max-age=60"])
        let body = RequestBody.bytes(Data("sea".utf8), contentType: "text/plain")
        let write = Request<Shop, String>("search", method: .post, body: body, reading: .text)
        async let first = client.value(for: write)
        async let second = client.value(for: write)
        _ = try await [first, second]
        #expect(stub.requests.count == 2)
    }

    // MARK: - Caching

    @Test("A response is stored under the address and the body", arguments: [HTTPRequest.Method.post, query])
    func storing(method: HTTPRequest.Method) async throws {
        let (client, stub) = echo([.cacheControl: "max-age=60"])
        let requests = [
            Self.search(by: method), Self.search("hill", by: method), Self.search(by: method, type: "text/csv"),
        ]
        for request in requests { _ = try await client.value(for: request) }
        #expect(stub.requests.count == 3)
        for request in requests {
            let response = try await client.response(for: request)
            #expect(response.source == .fresh(age: .zero))
        }
        #expect(try await client.value(for: requests[1]) == "hill" && stub.requests.count == 3)
        // A GET of the same address is another request.
        _ = try await client.value(for: Request<Shop, String>("search", reading: .text))
        #expect(stub.requests.count == 4)
    }

    @Test func theResponsesToGetWithContentAreKeptApart() async throws {
        let (client, stub) = echo([.cacheControl: "max-age=60"])
        #expect(try await client.value(for: Self.search("sea", by: .get)) == "sea")
        #expect(try await client.value(for: Self.search("hill", by: .get)) == "hill")
        #expect(try await client.value(for: Self.search("sea", by: .get)) == "sea" && stub.requests.count == 2)
    }

    @Test(
        "A POST needs a lifetime, of the response or of the request",
        arguments: [
            ([:], .automatic, false), ([.eTag: "\"1\""], .automatic, false),
            ([.lastModified: "Sun, 01 Mar 2020 00:00:00 GMT"], .automatic, false),
            ([:], .lifetime(.seconds(60)), true), ([:], .cacheElseLoad, true),
            ([.cacheControl: "no-store"], .lifetime(.seconds(60)), false),
            ([.cacheControl: "max-age=60"], .bypass, false), ([.cacheControl: "max-age=60"], .automatic, true),
        ] as [(HTTPFields, CachePolicy, Bool)])
    func lifetimes(fields: HTTPFields, policy: CachePolicy, isStored: Bool) async throws {
        let (client, stub) = echo(fields)
        for _ in 1...2 { #expect(try await client.value(for: Self.search().caching(policy)) == "sea") }
        #expect(stub.requests.count == (isStored ? 1 : 2))
    }

    @Test("A stale response is confirmed for QUERY, and requested again by POST", arguments: [.post, query])
    func stale(method: HTTPRequest.Method) async throws {
        let (client, stub) = client { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? StubTransport.Response(
                    headers: [.cacheControl: "max-age=60", .eTag: "\"1\""], chunks: [Data("found".utf8)])
                : .status(304)
        }
        _ = try await client.value(for: Self.search(by: method))
        clock.advance(by: .seconds(61))
        let response = try await client.response(for: Self.search(by: method))
        #expect(response.value == "found" && response.source == (method == .post ? .network : .confirmed))
        #expect(stub.requests[1].head.headerFields[.ifNoneMatch] == (method == .post ? nil : "\"1\""))
        #expect(stub.requests.map(\.head.method) == [method, method])
    }

    @Test func aReadMakesNothingStaleAndAWriteMakesAllReadsOfItsAddressStale() async throws {
        let (client, stub) = echo([.cacheControl: "max-age=60"])
        let page = Request<Shop, Void>("search", reading: .nothing).caching(.lifetime(.seconds(60)))
        _ = try await client.value(for: page)
        _ = try await client.value(for: Self.search())
        _ = try await client.value(for: Self.search("hill"))
        for request in [Self.search(), Self.search("hill")] { _ = try await client.value(for: request) }
        _ = try await client.value(for: page)
        #expect(stub.requests.count == 3)
        let body = RequestBody.bytes(Data("new".utf8), contentType: "text/plain")
        _ = try await client.value(for: Request<Shop, String>("search", method: .post, body: body, reading: .text))
        for request in [Self.search(), Self.search("hill")] { _ = try await client.value(for: request) }
        _ = try await client.value(for: page)
        #expect(stub.requests.count == 7)
    }

    @Test func withoutAConnectionAStoredReadIsServed() async throws {
        let isOffline = Lock(false)
        let (client, _) = client { _ throws(FetchError) in
            if isOffline.withLock({ $0 }) { throw FetchError(.cannotConnect(.offline)) }
            return StubTransport.Response(headers: [.cacheControl: "max-age=60"], chunks: [Data("found".utf8)])
        }
        _ = try await client.value(for: Self.search())
        clock.advance(by: .seconds(61))
        isOffline.withLock { $0 = true }
        #expect(try await client.response(for: Self.search()).source.isStale)
        let other = await failure { () async throws(FetchError) in try await client.value(for: Self.search("hill")) }
        #expect(other?.kind == .cannotConnect(.offline))
    }

    // MARK: - Retries

    @Test("A read is retried", arguments: [HTTPRequest.Method.post, query], [false, true])
    func retries(method: HTTPRequest.Method, isRefused: Bool) async throws {
        let attempts = Lock(0)
        let (client, stub) = client(retry: RetryPolicy(base: .zero, budget: nil)) { _ throws(FetchError) in
            guard
                attempts.withLock({ count in
                    count += 1
                    return count == 3
                })
            else {
                if isRefused { return .status(503) }
                throw FetchError(.connectionLost)
            }
            return .text("found")
        }
        #expect(try await client.value(for: Self.search(by: method)) == "found" && stub.requests.count == 3)
        let never = await failure { () async throws(FetchError) in
            attempts.withLock { $0 = 0 }
            return try await client.value(for: Self.search(by: method).retrying(.never))
        }
        #expect(never?.isRetryable == false && stub.requests.count == 4)
    }
}
