import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTesting
import FreshetTransfers
import HTTPTypes
import Testing

/// Where tokens go, and which responses are about them.
@Suite(.timeLimit(.minutes(5)))
struct TokenPlacementTests {
    private let office = TicketOffice()

    private func client(
        _ tokens: TicketOffice.Tokens = .init(), _ shop: Shop = Shop(),
        _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) async throws -> Client<Shop> {
        let session = office.session(tokens)
        try await session.signIn(office.issue(), account: "ann")
        return office.client(session, shop, change)
    }

    // MARK: - Origins

    @Test(
        "Only the origin of the base URL gets the token",
        arguments: [
            ("https://shop.example/v1/items/tea", true), ("https://SHOP.example:443/x", true),
            ("https://shop.example./x", false), ("https://shop.example:8443/x", false),
            ("https://sub.shop.example/x", false), ("https://shop.example.org/x", false),
            ("https://xn--shp-fla.example/x", false), ("https://shöp.example/x", false),
        ])
    func origins(address: String, isCovered: Bool) async throws {
        let client = try await client()
        _ = try await client.value(for: Request<Shop, Data>(.absolute(address)))
        #expect((office.sentTokens == ["token-of-ann-2"]) == isCovered)
    }

    @Test(
        "An address with a user name is not even sent",
        arguments: ["https://ann@shop.example/", "https://a:b@shop.example/"])
    func userNames(address: String) async throws {
        let client = try await client()
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Request<Shop, Data>(.absolute(address)))
        }
        #expect(error?.code == "invalid_request" && office.shopServer.requests.isEmpty)
    }

    @Test func listedOriginsGetTheToken() async throws {
        let client = try await client(.init(origins: ["https://shop.example", "https://media.example"]))
        for host in ["shop", "media", "other"] {
            _ = try await client.value(for: Request<Shop, Data>(.absolute("https://\(host).example/x")))
        }
        #expect(office.sentTokens == ["token-of-ann-2", "token-of-ann-2", nil])
    }

    @Test(
        "A token is not sent in the clear, except to this machine",
        arguments: [
            ("http://shop.example/v1", false), ("http://10.0.0.1/v1", false), ("http://127.0.0.1.example/v1", false),
            ("http://127.0.0.1:8080/v1", true), ("http://localhost/v1", true), ("http://[::1]:99/v1", true),
            ("http://shop.localhost/v1", true), ("https://shop.example/v1", true),
        ])
    func clearText(base: String, isSent: Bool) async throws {
        let client = try await client(.init(), Shop(baseURL: base))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect((error == nil) == isSent && office.shopServer.requests.count == (isSent ? 1 : 0))
        if !isSent { #expect(error?.code == "invalid_request") }
    }

    @Test func afterAnotherOriginTheTokenIsNotPutOnAgain() async throws {
        let client = try await client()
        office.onShop { [office] request in
            switch request.head.path {
            case "/v1/items/tea": .redirect(307, to: "https://other.example/x")
            case "/x": .redirect(307, to: "https://shop.example/v1/items/back")
            default: office.response(to: request)
            }
        }
        #expect(try await client.value(for: .own()).name == "nobody")
        #expect(office.sentTokens == ["token-of-ann-2", nil, nil])
    }

    @Test func eachHopIsJudgedForItself() async throws {
        let client = try await client(.init(isCovered: { !$0.path.contains("open") }))
        let office = office
        office.onShop { request in
            switch request.head.path {
            case "/v1/items/tea":
                return .redirect(307, to: "/v1/items/open")
            case "/v1/items/open":
                office.refuseAll()
                return .redirect(307, to: "/v1/items/coffee")
            default:
                return office.response(to: request)
            }
        }
        // The token is refused at the third hop, which alone is sent again.
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.sentTokens == ["token-of-ann-2", nil, "token-of-ann-2", "token-of-ann-3"])
    }

    @Test func theRenewalGoesToTheLoginServerAlone() async throws {
        let client = try await client(.init(), Shop(credentials: .query("key", "a-secret-key"))) {
            $0.attemptInterceptors = [Stamp()]
        }
        office.refuseAll()
        _ = try await client.value(for: .own())
        let renewal = try #require(office.loginServer.requests.first)
        #expect(renewal.head.authority == "login.example" && renewal.head.path == "/token")
        #expect(renewal.head.headerFields[.authorization] == nil && renewal.head.headerFields[Stamp.name] == nil)
        guard case .bytes(let body) = renewal.body else {
            Issue.record("the renewal had no body")
            return
        }
        #expect(String(decoding: body, as: UTF8.self).contains("\"account\":\"ann\""))
        #expect(office.shopServer.requests.allSatisfy { $0.body == nil })
    }

    @Test func theRenewalFollowsNoRedirect() async throws {
        let client = try await client()
        office.refuseAll()
        office.onLogin { _ in .redirect(307, to: "https://other.example/token") }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(error?.code == "authentication.renewal_failed" && office.renewals == 1)
    }

    // MARK: - Refusals

    @Test(
        "Which 401 is about the token",
        arguments: [
            ([], true), (["Bearer"], true), (["bearer realm=\"x\""], true), ([#"Bearer error="invalid_token""#], true),
            ([#"Bearer error="insufficient_scope", scope="write""#], false),
            ([#"Bearer error="invalid_request""#], false),
            ([#"Basic realm="x""#], false), ([#"Basic realm="x", Bearer realm="y""#], true),
            ([#"Negotiate, Basic realm="a, Bearer b""#], false), ([#"Basic realm="x""#, "Bearer"], true),
            (["Negotiate abc123=="], false),
        ] as [([String], Bool)])
    func challenges(challenges: [String], isRefusal: Bool) async throws {
        let client = try await client()
        office.onShop { request in
            guard request.head.headerFields[.authorization] == "Bearer token-of-ann-2" else { return nil }
            var response = StubTransport.Response(status: 401)
            for challenge in challenges {
                response.head.headerFields.append(HTTPField(name: .wwwAuthenticate, value: challenge))
            }
            return response
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect((error == nil) == isRefusal && office.renewals == (isRefusal ? 1 : 0))
        if !isRefusal { #expect(error?.kind == .status(.unauthorized)) }
    }

    @Test("Other statuses renew nothing", arguments: [400, 403, 407, 500])
    func otherStatuses(status: Int) async throws {
        let client = try await client()
        office.onShop { _ in .status(status, headers: [.wwwAuthenticate: "Bearer"]) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(error?.kind == .status(.init(code: status)) && office.renewals == 0)
        #expect(office.shopServer.requests.count == 1)
    }

    @Test func aCallThatCarriedNoTokenRenewsNothing() async throws {
        let client = try await client()
        office.onShop { _ in TicketOffice.refusal() }
        let requests = [
            Request<Shop, Shop.Item>.own().header(.authorization, "Basic mine"),
            Request<Shop, Shop.Item>(.absolute("https://other.example/x")).sharing(.never),
        ]
        for request in requests {
            let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
            #expect(error?.kind == .status(.unauthorized))
        }
        #expect(office.renewals == 0 && office.shopServer.requests.count == 2)
    }

    // MARK: - Bodies

    private static var stream: RequestBody {
        .stream(
            AsyncStream<Data> { chunks in
                chunks.yield(Data("x".utf8))
                chunks.finish()
            })
    }

    @Test("Bodies that can be sent again are", arguments: [RequestBody.bytes(Data("x".utf8)), .json(["a": 1])])
    func repeatableBodies(body: RequestBody) async throws {
        let client = try await client()
        office.refuseAll()
        _ = try await client.value(for: Request<Shop, Data>("items", method: .post, body: body))
        #expect(office.sentTokens == ["token-of-ann-2", "token-of-ann-3"])
    }

    /// Reads the body of a request as a transport does.
    private static func bytes(of body: TransportRequest.Body?) async throws -> Data {
        switch body {
        case nil: return Data()
        case .bytes(let data): return data
        case .file(let file): return try Data(contentsOf: file)
        case .stream(_, let chunks):
            var data = Data()
            for try await chunk in chunks { data += chunk }
            return data
        }
    }

    @Test("Files are sent again, alone and in a form", arguments: [false, true])
    func files(isForm: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID().uuidString)")
        try Data(repeating: 7, count: 100_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let client = try await client()
        office.refuseAll()
        let sent = Lock<[Data]>([])
        office.onShop { request async throws(FetchError) in
            guard let body = try? await Self.bytes(of: request.body) else { throw FetchError(.connectionLost) }
            sent.withLock { $0.append(body) }
            return nil
        }
        let body: RequestBody = isForm ? .multipart([FormPart("file", .file(file))]) : .file(file)
        _ = try await client.value(for: Request<Shop, Data>("items", method: .post, body: body))
        #expect(office.sentTokens == ["token-of-ann-2", "token-of-ann-3"])
        let bodies = sent.withLock { $0 }
        #expect(bodies.count == 2 && bodies[0] == bodies[1] && bodies[0].count >= 100_000)
    }

    @Test func aStreamThatWasSentIsNotSentAgain() async throws {
        let client = try await client()
        office.refuseAll()
        let body = Self.stream
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Request<Shop, Data>("items", method: .post, body: body))
        }
        #expect(error?.authentication == .refused && error?.response?.head.status == .unauthorized)
        #expect(office.steps.last?.reason == "the body is a stream, which can be sent only once")
        #expect(office.shopServer.requests.count == 1)
    }

    @Test("A stream that waits for the server is sent again, unless it was read", arguments: [false, true])
    func expectedStreams(isRead: Bool) async throws {
        let client = try await client()
        office.refuseAll()
        let sent = Lock<[Data]>([])
        office.onShop { request async throws(FetchError) in
            guard isRead || request.head.headerFields[.authorization] != "Bearer token-of-ann-2" else { return nil }
            guard let body = try? await Self.bytes(of: request.body) else { throw FetchError(.connectionLost) }
            sent.withLock { $0.append(body) }
            return nil
        }
        let request = Request<Shop, Data>("items", method: .post, body: Self.stream).expectingContinue()
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.authentication == (isRead ? .refused : nil))
        #expect(office.sentTokens == (isRead ? ["token-of-ann-2"] : ["token-of-ann-2", "token-of-ann-3"]))
        #expect(sent.withLock { $0 } == [Data("x".utf8)])
    }

    @Test func aStreamWaitsForATokenThatLasts() async throws {
        office.issueTokens(for: 600)
        let client = try await client()
        _ = try await client.value(for: .own())
        office.clock.advance(by: .seconds(550))
        let body = Self.stream
        _ = try await client.value(for: Request<Shop, Data>("items", method: .post, body: body))
        #expect(office.sentTokens.last == "token-of-ann-3")
    }

    // MARK: - Interceptors and secrets

    private struct Stamp: Interceptor {
        static let name = HTTPField.Name("X-Stamp")!

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            request.headers[Self.name] = "over \(request.headers[.authorization] ?? "nothing")"
            return try await next(request)
        }
    }

    @Test func interceptorsAroundTheAttemptRunAgainWithTheNewToken() async throws {
        let client = try await client { $0.attemptInterceptors = [Stamp()] }
        office.refuseAll()
        _ = try await client.value(for: .own())
        #expect(
            office.shopServer.requests.map { $0.head.headerFields[Stamp.name] } == [
                "over Bearer token-of-ann-2", "over Bearer token-of-ann-3",
            ])
    }

    @Test func aTokenInTheQueryShowsNowhere() async throws {
        let cache = HTTPCache()
        let session = office.session(.init(credential: { .query("session_id", $0) }))
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop { request in
            let isStored = request.head.path?.contains("/tea") == true
            return StubTransport.Response(
                status: isStored ? 200 : 404,
                headers: [.cacheControl: isStored ? "max-age=60" : "no-store", .contentType: "application/json"],
                chunks: [Data(#"{"name":"tea"}"#.utf8)])
        }
        let response = try await client.response(for: .item("tea"))
        #expect(office.shopServer.requests[0].head.path == "/v1/items/tea?session_id=token-of-ann-2")
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("coffee")) }
        let entries = try await cache.entries()
        #expect(error != nil && entries.count == 1)
        let shown = "\(response.url) \(error!) \(office.events.events) \(entries)"
        #expect(!shown.contains("token-of-ann"))
        // Another session of the same account finds what is stored.
        try await session.signIn(office.issue(), account: "ann")
        #expect(try await client.response(for: .item("tea")).source == .fresh(age: .zero))
    }

    @Test func errorsSayWhatToDo() {
        let lost = FetchError(.connectionLost)
        let failures: [FetchError.AuthenticationFailure] = [
            .signedOut, .refused, .renewalFailed(lost), .tooManyRenewals,
        ]
        for failure in failures {
            let error = FetchError(.authentication(failure))
            #expect(error.recoverySuggestion != nil && !error.localizedDescription.isEmpty)
            #expect(error.code.hasPrefix("authentication.") && !error.isCancellation)
            #expect(error.isRetryable == (failure == .renewalFailed(lost)))
        }
        #expect(FetchError(.authentication(.signedOut)).recoverySuggestion == "Sign in.")
    }
}
