import Foundation
import FreshetCookies
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The cookies of calls: which request has them, and which response sets them.
@Suite(.timeLimit(.minutes(1)))
struct CookieCallTests {
    private let clock = ManualClock()
    private let events = EventRecorder()
    private let jar = CookieJar()

    private func client(
        _ shop: Shop = Shop(), jar: CookieJar? = nil, cache: HTTPCache? = nil, retry: RetryPolicy = .never,
        response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        Shop.client(
            shop, cache: cache, cookies: jar ?? self.jar, retry: retry, observers: [events], time: clock.time,
            response: response)
    }

    private static func tea(
        _ status: Int = 200, setting cookies: String..., fields: HTTPFields = [:]
    )
        -> StubTransport.Response
    {
        var fields = fields
        fields[.contentType] = "application/json"
        for cookie in cookies { fields.append(HTTPField(name: .setCookie, value: cookie)) }
        return StubTransport.Response(status: status, headers: fields, chunks: [Data(#"{"name":"tea"}"#.utf8)])
    }

    private func cookies(_ stub: StubTransport) -> [String?] { stub.requests.map { $0.head.headerFields[.cookie] } }

    private var steps: [String] {
        events.events.compactMap { if case .cookies(let step) = $0.step { step.description } else { nil } }
    }

    // MARK: - Setting and sending

    @Test func withoutAJarNothingIsSentAndTheFieldIsLikeOthers() async throws {
        let (client, stub) = Shop.client { _ in Self.tea(setting: "a=1") }
        for _ in 0..<2 {
            let response = try await client.response(for: .item("tea"))
            #expect(response.head.headerFields[.setCookie] == "a=1")
        }
        #expect(cookies(stub) == [nil, nil])
    }

    @Test func whatAResponseSetsGoesWithTheNextRequestInOneField() async throws {
        let (client, stub) = client { _ in Self.tea(setting: "a=1; Path=/", "b=2; Path=/v1/items", "c=3; Path=/other") }
        let response = try await client.response(for: .item("tea"))
        #expect(response.head.headerFields[.setCookie] == nil)
        _ = try await client.value(for: .item("tea"))
        #expect(cookies(stub) == [nil, "b=2; a=1"])
        #expect(stub.requests[1].head.headerFields[values: .cookie].count == 1)
        #expect(
            steps.suffix(4) == [
                "sent: b, a", "stored: a for shop.example/", "stored: b for shop.example/v1/items",
                "stored: c for shop.example/other",
            ])
    }

    @Test(arguments: [200, 204, 304, 400, 401, 404, 500, 503])
    func everyFinalStatusSetsCookies(status: Int) async throws {
        let (client, _) = client { _ in Self.tea(status, setting: "a=1") }
        _ = await failure { () async throws(FetchError) in try await client.data(for: .item("tea")) }
        #expect(jar.cookies.map(\.name) == ["a"])
    }

    @Test func aHeadWhoseBodyBreaksOffSetsCookiesAndTheErrorHasNone() async throws {
        let (client, _) = client { _ in
            StubTransport.Response(headers: [.setCookie: "session=hush-hush"], failure: FetchError(.connectionLost))
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .connectionLost && error?.response?.head.status == .ok)
        #expect(error?.response?.head.headerFields[.setCookie] == nil)
        #expect(jar.cookies.map(\.value) == ["hush-hush"])
    }

    @Test func eachAttemptSendsWhatTheOneBeforeHasSet() async throws {
        let counter = Counter()
        let (client, stub) = client(retry: RetryPolicy(base: .zero, budget: nil)) { _ in
            let number = counter.next
            return Self.tea(number < 3 ? 503 : 200, setting: "n=\(number)")
        }
        _ = try await client.value(for: .item("tea"))
        #expect(cookies(stub) == [nil, "n=1", "n=2"])
    }

    @Test func aRequestWithAFieldOfItsOwnIsSentWithThatAlone() async throws {
        await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
        let (client, stub) = client { _ in Self.tea(setting: "b=2") }
        _ = try await client.value(for: .item("tea").header(.cookie, "own=x; more=y"))
        _ = try await client.value(for: .item("tea"))
        #expect(cookies(stub) == ["own=x; more=y", "b=2; a=1"])
        #expect(stub.requests.allSatisfy { $0.head.headerFields[values: .cookie].count == 1 })
    }

    @Test func aCookieEndsByTheClockOfTheClient() async throws {
        let counter = Counter()
        let (client, stub) = client { _ in counter.next == 1 ? Self.tea(setting: "a=1; Max-Age=60") : Self.tea() }
        _ = try await client.value(for: .item("tea"))
        clock.advance(by: .seconds(59))
        _ = try await client.value(for: .item("tea"))
        clock.advance(by: .seconds(1))
        _ = try await client.value(for: .item("tea"))
        #expect(cookies(stub) == [nil, "a=1", nil])
        #expect(jar.cookies.isEmpty)
    }

    @Test func interceptorsAroundTheAttemptSeeTheCookies() async throws {
        struct Looking: Interceptor {
            let seen: Lock<[String?]>

            func intercept(
                _ request: OutgoingRequest, context: CallContext, next: Next
            ) async throws(FetchError) -> IncomingResponse {
                seen.withLock { $0.append(request.headers[.cookie]) }
                return try await next(request)
            }
        }
        let seen = Lock<[String?]>([])
        await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
        let (client, _) = client { _ in Self.tea() }
        _ = try await client.value(for: .item("tea").intercepting(attempt: Looking(seen: seen)))
        _ = try await client.value(for: .item("tea").intercepting(call: Looking(seen: seen)))
        #expect(seen.withLock { $0 } == ["a=1", nil])
    }

    // MARK: - Redirects

    /// A server that sends each path on to the next address, and sets a cookie there.
    private func journey(
        _ addresses: [String], status: Int = 302, from shop: Shop = Shop(), method: HTTPRequest.Method = .get,
        cookies: @escaping @Sendable (Int) -> String? = { _ in nil }
    ) async throws -> [String?] {
        let counter = Counter()
        let (client, stub) = client(shop) { _ in
            let number = counter.next
            var fields: HTTPFields = number <= addresses.count ? [.location: addresses[number - 1]] : [:]
            if let cookie = cookies(number) { fields[.setCookie] = cookie }
            return Self.tea(number <= addresses.count ? status : 200, fields: fields)
        }
        _ = try await client.data(for: Request<Shop, Shop.Item>("start", method: method))
        return self.cookies(stub)
    }

    @Test func aRedirectSetsCookiesForTheNextHop() async throws {
        let sent = try await journey(["/v1/home", "https://www.shop.example/"]) { number in
            ["session=1; Path=/; Domain=shop.example", "host=2; Path=/", nil][number - 1]
        }
        #expect(sent == [nil, "session=1", "session=1"])
    }

    @Test func everyHostGetsItsOwnCookies() async throws {
        for (name, domain) in [("here", "shop.example"), ("there", "other.example"), ("third", "third.example")] {
            await jar.set(Cookie(name: name, value: "1", domain: domain))
        }
        let sent = try await journey(["https://other.example/x", "https://shop.example/back"]) { number in
            number == 2 ? "theft=1; Domain=shop.example" : nil
        }
        #expect(sent == ["here=1", "there=1", "here=1"])
        #expect(steps.contains("refused: theft: the host doesn't belong to its domain"))
    }

    @Test func secureCookiesNeedASecureConnection() async throws {
        await jar.set(Cookie(name: "secure", value: "1", domain: "shop.example"))
        await jar.set(Cookie(name: "plain", value: "1", domain: "shop.example", isSecure: false))
        let shop = Shop(baseURL: "http://shop.example/v1")
        let sent = try await journey(["https://shop.example/v1/x"], from: shop) { number in
            number == 1 ? "plain=2; Secure" : nil
        }
        #expect(sent == ["plain=1", "secure=1; plain=1"])
        #expect(steps.contains("refused: plain: it is Secure, and the connection is not"))
    }

    @Test func aLoopbackHostCountsAsSecure() async throws {
        let (client, stub) = client(Shop(baseURL: "http://localhost:8080/v1")) { _ in Self.tea(setting: "a=1; Secure") }
        for _ in 0..<2 { _ = try await client.value(for: .item("tea")) }
        #expect(cookies(stub) == [nil, "a=1"])
    }

    @Test(
        "SameSite over redirects",
        arguments: [
            (["https://www.shop.example/"], 302, HTTPRequest.Method.get, "strict=1; lax=1; none=1; unset=1"),
            (["https://other.example/", "https://www.shop.example/"], 302, .get, "lax=1; none=1; unset=1"),
            (["https://other.example/", "https://www.shop.example/"], 302, .post, "lax=1; none=1; unset=1"),
            (["https://other.example/", "https://www.shop.example/"], 307, .post, "none=1"),
            (["https://www.shop.example/"], 307, .post, "strict=1; lax=1; none=1; unset=1"),
        ])
    func sameSite(addresses: [String], status: Int, method: HTTPRequest.Method, expected: String) async throws {
        let kinds: [(String, Cookie.SameSite?)] = [("strict", .strict), ("lax", .lax), ("none", Cookie.SameSite.none)]
        for (name, sameSite) in kinds + [("unset", nil)] {
            await jar.set(Cookie(name: name, value: "1", domain: "www.shop.example", sameSite: sameSite))
        }
        #expect(try await journey(addresses, status: status, method: method).last == expected)
    }

    // MARK: - Secrets

    @Test func noValueShowsInEventsErrorsOrLogs() async throws {
        await jar.set(Cookie(name: "session", value: "hush-hush", domain: "shop.example"))
        let (client, _) = client { _ in
            Self.tea(
                500, setting: "csrf=psst-psst", "silent-silent", "bad=whisper-whisper; Domain=other.example",
                "odd=\u{301}murmur-murmur=1")
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        var dumped = ""
        dump(error, to: &dumped)
        let texts = events.events.map { "\($0)" } + ["\(String(reflecting: error))", dumped, "\(jar.cookies)"]
        for secret in ["hush-hush", "psst-psst", "silent-silent", "whisper-whisper", "murmur"] {
            #expect(!texts.contains { $0.contains(secret) })
        }
        #expect(steps.contains("sent: session") && steps.contains("stored: csrf for shop.example/v1/items"))
        #expect(steps.contains("stored: a cookie without a name for shop.example/v1/items"))
    }

    // MARK: - Emptying

    @Test func aLateResponseSetsNothingInAJarThatWasEmptied() async throws {
        let gate = Gate()
        let (client, _) = client { _ async throws(FetchError) in
            await gate.wait()
            return Self.tea(setting: "session=ann")
        }
        await jar.set(Cookie(name: "session", value: "ann", domain: "shop.example"))
        let call = Task { try await client.value(for: .item("tea")) }
        try await gate.waitUntilWaiting()
        await jar.removeAll()
        gate.open()
        _ = try await call.value
        #expect(jar.cookies.isEmpty)
        #expect(steps.last == "refused: session: the jar was emptied after its request was sent")
    }

    @Test(
        "Clear-Site-Data removes the cookies of the site, and those of the response",
        arguments: [
            (#""cookies""#, 200), (#""*""#, 204), (#""cache", "cookies""#, 401), (#""storage","cookies""#, 503),
        ])
    func clearedSite(value: String, status: Int) async throws {
        for domain in ["shop.example", "www.shop.example", "deep.www.shop.example", "other.example", "myshop.example"] {
            await jar.set(Cookie(name: "session", value: "hush", domain: domain))
        }
        let (client, stub) = client(Shop(baseURL: "https://www.shop.example/v1")) { _ in
            Self.tea(status, setting: "session=new; Path=/", fields: [.init("Clear-Site-Data")!: value])
        }
        for _ in 1...2 {
            _ = await failure { () async throws(FetchError) in try await client.data(for: .item("tea")) }
        }
        #expect(jar.cookies.map(\.domain) == ["other.example", "myshop.example"])
        #expect(cookies(stub) == ["session=hush", nil])
        #expect(steps.contains("removed: session, session, session, since the server clears shop.example"))
        #expect(!"\(steps)".contains("hush"))
    }

    @Test("Clear-Site-Data that removes no cookies", arguments: [#""cache""#, "cookies", "*", #""Cookies""#, ""])
    func notClearedSite(value: String) async throws {
        await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
        let (client, _) = client { _ in Self.tea(setting: "b=2", fields: [.init("Clear-Site-Data")!: value]) }
        _ = try await client.value(for: .item("tea"))
        #expect(jar.cookies.map(\.name) == ["a", "b"])
    }

    @Test func anInsecureConnectionClearsNoSite() async throws {
        await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
        let (client, _) = client(Shop(baseURL: "http://shop.example/v1")) { _ in
            Self.tea(fields: [.init("Clear-Site-Data")!: #""cookies""#])
        }
        _ = try await client.value(for: .item("tea"))
        #expect(jar.cookies.map(\.name) == ["a"])
    }

    @Test func aBodyThatBreaksOffClearsTheSite() async throws {
        await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
        let (client, _) = client { _ in
            StubTransport.Response(
                headers: [.init("Clear-Site-Data")!: #""cookies""#], failure: FetchError(.connectionLost))
        }
        _ = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(jar.cookies.isEmpty)
    }

    @Test func cookiesCanBeRemovedOneByOneAndWithTheSession() async throws {
        await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
        await jar.set(Cookie(name: "b", value: "2", domain: "shop.example"))
        await jar.set(Cookie(name: "c", value: "3", domain: "shop.example", expires: .distantFuture))
        await jar.remove { $0.name == "a" }
        #expect(jar.cookies.map(\.name) == ["b", "c"])
        await jar.endSession()
        #expect(jar.cookies.map(\.name) == ["c"])
        #expect(await !jar.set(Cookie(name: "d", value: "x\r\ny", domain: "shop.example")))
        #expect(jar.cookies.map(\.name) == ["c"])
    }

    // MARK: - At once

    @Test func manyCallsAtOnceLoseNoCookie() async throws {
        let (client, stub) = client { request in
            let name = request.head.path?.split(separator: "/").last ?? ""
            return Self.tea(setting: "\(name)=1; Path=/")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { _ = try await client.value(for: .item("c\(number)")) }
                group.addTask { [jar] in await jar.remove { $0.name == "nobody" } }
            }
            try await group.waitForAll()
        }
        #expect(stub.requests.count == 50)
        #expect(Set(jar.cookies.map(\.name)) == Set((0..<50).map { "c\($0)" }))
        _ = try await client.value(for: .item("c0"))
        #expect(stub.requests.last?.head.headerFields[.cookie]?.split(separator: "; ").count == 50)
    }
}
