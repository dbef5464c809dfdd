import Foundation
import Freshet
import FreshetCombine
import FreshetOutbox
import FreshetResources
import FreshetTesting
import Testing

// The code of the guides Important defaults, Swift concurrency and Testing.

func cinemaWithMoreTime() -> Client<Cinema> {
    var limits = Limits()
    limits.callTimeout = .seconds(10)
    return Client(Cinema(), limits: limits, retry: .never)
}

actor FilmStore {
    private let cinema: Client<Cinema>
    private(set) var films: [Film] = []

    init(_ cinema: Client<Cinema>) { self.cinema = cinema }

    func refresh() async throws(FetchError) {
        films = try await cinema.value(for: .films(by: "Varda"))
    }
}

struct LocalCinema: Service {
    let baseURL: String
}

extension Request where API == LocalCinema, Value == [Film] {
    static func tonight() -> Self { Request("tonight") }
}

@Suite(.timeLimit(.minutes(1)))
struct DefaultsSnippets {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(of duration: Duration?) -> String {
        guard let duration else { return "none" }
        let seconds = duration / .seconds(1)
        return seconds >= 86_400 ? "\(Int(seconds / 86_400)) d" : seconds < 1 ? "\(seconds) s" : "\(Int(seconds)) s"
    }

    private static func text(ofBytes bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    }

    private static func text(of range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    /// The default of the parameter `byteLimit` in a source file: a store does not say how large it may be.
    private static func byteLimit(in file: String) throws -> String {
        let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        let match = try #require(source.firstMatch(of: /byteLimit: Int = ([0-9]+) << ([0-9]+)/))
        let (base, shift) = (try #require(Int(match.1)), try #require(Int(match.2)))
        return text(ofBytes: base << shift)
    }

    /// What a pattern finds in a source file: the default of a method can't be read from a value.
    private static func found(_ pattern: Regex<(Substring, Substring)>, in file: String) throws -> String {
        let source = try String(contentsOf: root.appending(path: "Sources/\(file)"), encoding: .utf8)
        return String(try #require(source.firstMatch(of: pattern)).1)
    }

    private static func streamDefaults() throws -> [String: String] {
        let events = "FreshetStreams/Events"
        return [
            "ServerEvents.reconnectionDelay(_:)":
                try found(/var delay: Duration = .seconds\(([0-9]+)\)/, in: "\(events)/ServerEvents.swift") + " s",
            "ServerEvents.idleTimeout(_:)":
                try found(/idleTimeout \?\? .seconds\(([0-9]+)\)/, in: "\(events)/Client+Events.swift") + " s",
            "ServerEvents.eventLimit(_:)":
                try found(/var eventLimit = ([0-9]+) << 20/, in: "\(events)/ServerEvents.swift") + " MiB",
            "StreamedValues.valueLimit(_:)":
                try found(/var limit = ([0-9]+) << 20/, in: "FreshetStreams/Values/PartRules.swift") + " MiB",
        ]
    }

    private static func defaults() throws -> [String: String] {
        let limits = Limits()
        let retry = RetryPolicy()
        let budget = RetryBudget()
        let rate = RateLimit()
        let cache = CacheRules()
        let search = SearchRules()
        let resources = ResourceSettings()
        var defaults = [
            "Limits.callTimeout": text(of: limits.callTimeout),
            "Limits.idleTimeout": text(of: limits.idleTimeout),
            "Limits.bodyBytes": text(ofBytes: limits.bodyBytes),
            "Limits.errorBodyBytes": text(ofBytes: limits.errorBodyBytes),
            "Limits.redirects": "\(limits.redirects)",
            "RetryPolicy.attempts": "\(retry.attempts)",
            "RetryPolicy.base": text(of: retry.base),
            "RetryPolicy.cap": text(of: retry.cap),
            "RetryPolicy.attemptTimeout": text(of: retry.attemptTimeout),
            "RetryBudget.share": "\(budget.share)",
            "RetryBudget.reserve": "\(Int(budget.reserve))",
            "RateLimit.callsPerSecond": rate.callsPerSecond.map { "\($0)" } ?? "none",
            "RateLimit.callsAtOnce": rate.callsAtOnce.map { "\($0)" } ?? "none",
            "RateLimit.burst": "\(rate.burst)",
            "RateLimit.waiters": "\(rate.waiters)",
            "RateLimit.followsServer": "\(rate.followsServer)",
            "CacheRules.bodyBytes": text(ofBytes: cache.bodyBytes),
            "CacheRules.heuristicShare": "\(cache.heuristicShare)",
            "CacheRules.heuristicLimit": text(of: cache.heuristicLimit),
            "CacheRules.disconnectedLimit": text(of: cache.disconnectedLimit),
            "MemoryCacheStore(byteLimit:)": try byteLimit(in: "Sources/FreshetCore/Caching/MemoryCacheStore.swift"),
            "SQLiteCacheStore(file:byteLimit:)": try byteLimit(in: "Sources/FreshetSQLite/SQLiteCacheStore.swift"),
            "ResourceSettings.keepTime": text(of: resources.keepTime),
            "ResourceSettings.grace": text(of: resources.grace),
            "ResourceSettings.entryLimit": "\(resources.entryLimit)",
            "ResourceSettings.byteLimit": text(ofBytes: resources.byteLimit),
            "SearchRules.length": text(of: search.length),
            "SearchRules.pause": text(of: search.pause),
        ]
        defaults.merge(try streamDefaults()) { first, _ in first }
        let file = root.appending(path: "Sources/FreshetAuthentication/Sessions/AuthenticationSession.swift")
        let session = try String(contentsOf: file, encoding: .utf8)
        for match in session.matches(of: /(leeway|renewalTimeout): Duration = .seconds\(([0-9]+)\)/) {
            defaults["AuthenticationSession(\(match.1):)"] = "\(match.2) s"
        }
        #if SQLite
        let outbox = OutboxSettings()
        defaults["OutboxSettings.countLimit"] = "\(outbox.countLimit)"
        defaults["OutboxSettings.byteLimit"] = text(ofBytes: outbox.byteLimit)
        defaults["OutboxSettings.responseLimit"] = text(ofBytes: outbox.responseLimit)
        defaults["OutboxSettings.outcomeLimit"] = "\(outbox.outcomeLimit)"
        defaults["OutboxSettings.concurrentPerHost"] = "\(outbox.concurrentPerHost)"
        defaults["OutboxSettings.retry.base"] = text(of: outbox.retry.base)
        defaults["OutboxSettings.retry.cap"] = text(of: outbox.retry.cap)
        #endif
        #if NIO
        let transport = AsyncHTTPClientTransport.Configuration()
        let name = "AsyncHTTPClientTransport.Configuration"
        defaults["\(name).connectTimeout"] = text(of: transport.connectTimeout)
        defaults["\(name).connectionsPerHost"] = "\(transport.connectionsPerHost)"
        defaults["\(name).longLivedConnectionsPerHost"] = "\(transport.longLivedConnectionsPerHost)"
        defaults["\(name).idleConnectionTimeout"] = text(of: transport.idleConnectionTimeout)
        defaults["\(name).continueTimeout"] = text(of: transport.continueTimeout)
        defaults["\(name).interimResponses"] = "\(transport.interimResponses)"
        #endif
        return defaults
    }

    @Test func theTableOfDefaultsIsThatOfTheCode() throws {
        let page = Self.root.appending(path: "Sources/Freshet/Freshet.docc/Defaults.md")
        let rows = try String(contentsOf: page, encoding: .utf8).matches(of: /(?m)^\| `([^`]+)` \| (.+) \|$/)
        let table = Dictionary(rows.map { (String($0.1), String($0.2)) }) { first, _ in first }
        #expect(try table == Self.defaults())
        #expect(rows.count == table.count)
    }

    @Test func theStoreRefreshes() async throws {
        let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let store = FilmStore(Client(Cinema(), transport: server, cache: nil))
        try await store.refresh()
        #expect(await store.films.map(\.title) == ["Vagabond"])
    }

    @Test func theQueryIsEncoded() async throws {
        let server = StubTransport { _ in .json("[]") }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        _ = try await cinema.value(for: .films(by: "Agnès Varda"))
        #expect(server.requests.map(\.head.path) == ["/v1/films?director=Agn%C3%A8s%20Varda"])
    }

    @Test func theSecondResponseMayArriveFirst() async throws {
        let server = StubTransport()
        let cinema = Client(Cinema(), transport: server, cache: nil, retry: .never)
        let first = Task { try await cinema.value(for: .films(by: "Agnès Varda")) }
        let early = try await server.nextRequest()
        let second = Task { try await cinema.value(for: .films(by: "Jacques Demy")) }
        try await server.nextRequest().respond(with: .json("[]"))
        #expect(try await second.value.isEmpty)
        early.fail(with: FetchError(.connectionLost))
        await #expect(throws: FetchError.self) { try await first.value }
    }

    #if NIO
    @Test func aCancelClosesTheExchange() async throws {
        let server = try await LoopbackServer.start { _ in .silence }
        let cinema = Client(LocalCinema(baseURL: server.baseURL), cache: nil)
        let call = Task { try await cinema.value(for: .tonight()) }
        try await server.wait { $0.openExchanges == 1 }
        call.cancel()
        try await server.wait { $0.openExchanges == 0 }
        await server.stop()
    }

    @Test(arguments: [Misbehaviour.closedInTheBody, .htmlPage])
    func brokenResponsesAreErrors(_ misbehaviour: Misbehaviour) async throws {
        let server = try await LoopbackServer.start { _ in .misbehaving(misbehaviour, body: "[]") }
        let cinema = Client(LocalCinema(baseURL: server.baseURL), cache: nil, retry: .never)
        await #expect(throws: FetchError.self) { try await cinema.value(for: .tonight()) }
        await server.stop()
    }

    @Test func aRefusedStreamIsRepeated() async throws {
        let server = try await LoopbackServer.start(tls: .trusted, http2: true) { request in
            request.stream == 1 ? LoopbackResponse([.resetStream(.refusedStream)]) : .json("[]")
        }
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.trustRoots = .certificates(try Certificate.all(inPEM: TestCertificates.authority))
        let cinema = Client(
            LocalCinema(baseURL: server.baseURL), transport: AsyncHTTPClientTransport(configuration), cache: nil)
        #expect(try await cinema.value(for: .tonight()).isEmpty)
        #expect(server.requests.count == 2)
        await server.stop()
    }
    #endif
}
