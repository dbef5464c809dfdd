import Foundation
import FreshetCookies
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Cookies identify the caller: a response that is stored or shared for one caller never reaches another.
@Suite(.timeLimit(.minutes(1)))
struct CookieIdentityTests {
    private let clock = ManualClock()
    private let events = EventRecorder()
    private let cache = HTTPCache()

    /// A server that says whose page it is, by the session.
    private func client(
        _ jar: CookieJar?, control: String = "max-age=60", fields: HTTPFields = [:],
        before: @escaping @Sendable (TransportRequest, Int) async -> HTTPFields = { _, _ in [:] }
    ) -> (Client<Shop>, StubTransport) {
        let counter = Counter()
        return Shop.client(
            cache: cache, cookies: jar, retry: RetryPolicy(base: .zero, budget: nil), observers: [events],
            time: clock.time
        ) { request async throws(FetchError) in
            var fields = fields
            fields[.contentType] = "application/json"
            fields[.cacheControl] = control
            for field in await before(request, counter.next) { fields[field.name] = field.value }
            let name = request.head.headerFields[.cookie] ?? "nobody"
            let status = fields[.location] == nil ? 200 : 302
            return StubTransport.Response(
                status: status, headers: fields, chunks: [Data(#"{"name":"\#(name)"}"#.utf8)])
        }
    }

    private func session(_ name: String) -> Cookie { Cookie(name: "session", value: name, domain: "shop.example") }

    private var cacheSteps: [String] {
        events.events.compactMap { if case .cache(let step) = $0.step { step.description } else { nil } }
    }

    // MARK: - Stored responses

    @Test func aStoredResponseServesItsCallerAlone() async throws {
        let jar = CookieJar()
        let (client, stub) = client(jar)
        for name in ["ann", "ben", "ann", "ben"] {
            await jar.set(session(name))
            #expect(try await client.value(for: .item("tea")).name == "session=\(name)")
        }
        await jar.removeAll()
        #expect(try await client.value(for: .item("tea")).name == "nobody")
        #expect(stub.requests.count == 3 && cache.statistics.hits == 2)
        let entries = try await cache.entries()
        #expect(entries.count == 3 && !"\(entries)".contains("ann"))
    }

    @Test func clientsWithJarsOfTheirOwnShareACacheAndNoResponse() async throws {
        let (annsJar, bensJar) = (CookieJar(), CookieJar())
        await annsJar.set(session("ann"))
        await bensJar.set(session("ben"))
        let clients = [client(annsJar).0, client(bensJar).0, client(nil).0]
        for _ in 0..<2 {
            var names: [String] = []
            for client in clients { names.append(try await client.value(for: .item("tea")).name) }
            #expect(names == ["session=ann", "session=ben", "nobody"])
        }
        #expect(cache.statistics.hits == 3 && cache.statistics.misses == 3)
    }

    @Test func aStoredResponseSetsNothing() async throws {
        let jar = CookieJar(identifiedBy: ["session"])
        let (client, stub) = client(jar) { _, _ in [.setCookie: "visit=1; Path=/"] }
        _ = try await client.value(for: .item("tea"))
        #expect(jar.cookies.map(\.name) == ["visit"] && cache.statistics.stores == 1)
        await jar.remove { $0.name == "visit" }
        let response = try await client.response(for: .item("tea"))
        #expect(response.source == .fresh(age: .zero) && stub.requests.count == 1)
        #expect(response.head.headerFields[.setCookie] == nil && jar.cookies.isEmpty)
    }

    @Test func aResponseThatSignsSomebodyInIsNotStored() async throws {
        let jar = CookieJar()
        let (client, stub) = client(jar) { _, number in number == 1 ? [.setCookie: "session=ann; Path=/"] : [:] }
        #expect(try await client.value(for: .item("tea")).name == "nobody")
        #expect(cacheSteps.last == "not stored: it sets cookies, which change the next request")
        await jar.removeAll()
        #expect(try await client.value(for: .item("tea")).name == "nobody")
        #expect(stub.requests.count == 2)
    }

    @Test func aCookieThatIsRenewedWithTheSameValueKeepsNothingFromBeingStored() async throws {
        let jar = CookieJar()
        await jar.set(session("ann"))
        let (client, stub) = client(jar) { _, _ in [.setCookie: "session=ann; Path=/; Max-Age=600; Secure"] }
        for _ in 0..<2 { #expect(try await client.value(for: .item("tea")).name == "session=ann") }
        #expect(stub.requests.count == 1)
    }

    @Test func aSwitchDuringRetriesLeavesNothingBehind() async throws {
        let jar = CookieJar()
        await jar.set(session("ann"))
        let counter = Counter()
        let (client, stub) = Shop.client(
            cache: cache, cookies: jar, retry: RetryPolicy(base: .zero, budget: nil), observers: [events],
            time: clock.time
        ) { request async throws(FetchError) in
            guard counter.next > 1 else {
                await jar.set(session("ben"))
                return .status(503)
            }
            return StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: "max-age=60"],
                chunks: [Data(#"{"name":"\#(request.head.headerFields[.cookie] ?? "")"}"#.utf8)])
        }
        #expect(try await client.value(for: .item("tea")).name == "session=ben")
        #expect(cacheSteps.last == "not stored: the credentials changed to those of another account")
        await jar.set(session("ann"))
        #expect(try await client.value(for: .item("tea")).name == "session=ann")
        #expect(stub.requests.count == 3)
    }

    @Test func theNextHopIsLookedForWithItsNewCookies() async throws {
        let jar = CookieJar()
        let (client, stub) = client(jar) { request, _ in
            guard request.head.path == "/v1/items/login" else { return [:] }
            return [.location: "/v1/items/home", .setCookie: "session=ann; Path=/"]
        }
        #expect(try await client.value(for: .item("home")).name == "nobody")
        #expect(try await client.value(for: .item("login")).name == "session=ann")
        #expect(try await client.value(for: .item("home")).name == "session=ann")
        #expect(stub.requests.count == 3)
    }

    @Test func varyOnCookieIsWhatTheKeySaysAlready() async throws {
        let jar = CookieJar()
        let (client, stub) = client(jar, fields: [.vary: "Cookie"])
        for name in ["ann", "ben", "ann", "ben"] {
            await jar.set(session(name))
            #expect(try await client.value(for: .item("tea")).name == "session=\(name)")
        }
        #expect(stub.requests.count == 2)
    }

    // MARK: - Cookies that do not count

    @Test func aCookieThatDoesNotCountLetsStoredResponsesBeFound() async throws {
        let jar = CookieJar(identifiedBy: ["session"])
        await jar.set(session("ann"))
        let (client, stub) = client(jar) { _, number in [.setCookie: "visit=\(number); Path=/"] }
        for _ in 0..<2 { #expect(try await client.value(for: .item("tea")).name == "session=ann") }
        await jar.set(Cookie(name: "visit", value: "7", domain: "shop.example"))
        #expect(try await client.value(for: .item("tea")).name == "session=ann")
        #expect(stub.requests.count == 1)
        await jar.set(session("ben"))
        #expect(try await client.value(for: .item("tea")).name == "session=ben; visit=7")
    }

    @Test func whatVariesOnCookiesIsServedWithTheVerySameOnes() async throws {
        let jar = CookieJar(identifiedBy: ["session"])
        await jar.set(session("ann"))
        let (client, stub) = client(jar, fields: [.vary: "Cookie"])
        #expect(try await client.value(for: .item("tea")).name == "session=ann")
        for theme in ["dark", "light", "dark"] {
            await jar.set(Cookie(name: "theme", value: theme, domain: "shop.example"))
            #expect(try await client.value(for: .item("tea")).name == "session=ann; theme=\(theme)")
        }
        #expect(stub.requests.count == 3)
    }

    // MARK: - Shared exchanges

    @Test func callsOfTwoCallersDoNotShareAnExchange() async throws {
        let (gate, jar) = (Gate(), CookieJar())
        let (client, stub) = client(jar, control: "no-store") { _, _ in
            await gate.wait()
            return [:]
        }
        var calls: [Task<String, any Error>] = []
        for (index, name) in ["ann", "ben"].enumerated() {
            await jar.set(session(name))
            for _ in 0..<2 { calls.append(Task { try await client.value(for: .item("tea")).name }) }
            try await gate.waitUntilWaiting(count: index + 1)
            try await eventually { joined >= index + 1 }
        }
        gate.open()
        var names: [String] = []
        for call in calls { names.append(try await call.value) }
        #expect(names == ["session=ann", "session=ann", "session=ben", "session=ben"])
        #expect(stub.requests.count == 2)
    }

    private var joined: Int { events.events.count { if case .joined = $0.step { true } else { false } } }

    @Test func whoJoinedBeforeACookieChangedAsksAlone() async throws {
        let (gate, jar) = (Gate(), CookieJar())
        await jar.set(session("ann"))
        let counter = Counter()
        let (client, stub) = Shop.client(
            cookies: jar, retry: RetryPolicy(base: .zero, budget: nil), observers: [events], time: clock.time
        ) { request async throws(FetchError) in
            guard counter.next > 1 else {
                await gate.wait()
                return .status(503)
            }
            return .json(#"{"name":"\#(request.head.headerFields[.cookie] ?? "")"}"#)
        }
        let calls = (0..<2).map { _ in Task { try await client.value(for: .item("tea")).name } }
        try await gate.waitUntilWaiting()
        try await eventually { joined >= 1 }
        await jar.set(session("ben"))
        gate.open()
        for call in calls { #expect(try await call.value == "session=ben") }
        // The one that joined began as ann, and the response was sent for as ben: it asks for itself.
        #expect(stub.requests.count == 3)
    }

    // MARK: - Secrets in bodies

    @Test func aBodyThatRepeatsASessionIsNotStored() async throws {
        let jar = CookieJar()
        await jar.set(Cookie(name: "sid", value: "0123456789", domain: "shop.example", isHTTPOnly: false))
        await jar.set(Cookie(name: "hidden", value: "9876543210", domain: "shop.example", isHTTPOnly: true))
        await jar.set(Cookie(name: "mood", value: "excellent", domain: "shop.example", isHTTPOnly: false))
        for (path, body, isStored) in [
            ("tea", "0123456789", false), ("cake", "9876543210", false), ("jam", "excellent", true),
        ] {
            let (client, _) = Shop.client(cache: cache, cookies: jar, time: clock.time) { _ in
                StubTransport.Response(
                    headers: [.contentType: "application/json", .cacheControl: "max-age=60"],
                    chunks: [Data(#"{"name":"\#(body)"}"#.utf8)])
            }
            let stores = cache.statistics.stores
            _ = try await client.value(for: .item(path))
            #expect((cache.statistics.stores > stores) == isStored)
        }
    }
}
