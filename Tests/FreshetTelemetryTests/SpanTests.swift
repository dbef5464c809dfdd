#if Telemetry
import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTelemetry
import FreshetTesting
import HTTPTypes
import InMemoryTracing
import MetricsTestKit
import ServiceContextModule
import Synchronization
import Testing
import Tracing

/// The spans of calls and of their requests.
@Suite(.timeLimit(.minutes(2)))
struct SpanTests {
    @Test func aCallHasOneSpanAndEachRequestOneBelow() async throws {
        let sent = Mutex(0)
        let site = Telemetered(retry: RetryPolicy(attempts: 3, jitter: { 1 })) { _ in
            let number = sent.withLock { sent in
                sent += 1
                return sent
            }
            return number < 3 ? .status(503) : Telemetered.movie
        }
        let (client, clock) = (site.client, site.clock)
        let call = Task { try await client.value(for: .movie(7)) }
        for _ in 0..<2 {
            try await clock.waitForSleepers(dueWithin: .seconds(5))
            clock.advance(by: .seconds(5))
        }
        #expect(try await call.value == .init(id: 7))
        let call1 = try #require(site.spans(.internal).first)
        #expect(site.spans(.internal).count == 1)
        #expect(call1.operationName == "GET /3/movie/{id}")
        #expect(call1.status == nil && call1.parentSpanID == nil)
        let attempts = site.spans(.client)
        #expect(attempts.count == 3)
        for (index, attempt) in attempts.enumerated() {
            #expect(attempt.operationName == "GET /3/movie/{id}")
            #expect(attempt.parentSpanID == call1.spanID && attempt.traceID == call1.traceID)
            #expect(attempt.text("http.request.method") == "GET")
            #expect(attempt.text("server.address") == "movies.example")
            #expect(attempt.text("server.port") == "443")
            #expect(attempt.text("url.template") == "/3/movie/{id}")
            #expect(attempt.text("url.full") == "https://movies.example/3/movie/7?language=de&api_key=REDACTED")
            #expect(attempt.text("http.request.resend_count") == (index == 0 ? nil : "\(index)"))
            #expect(attempt.text("http.response.status_code") == (index < 2 ? "503" : "200"))
            #expect(attempt.text("error.type") == (index < 2 ? "503" : nil))
            #expect((attempt.status?.code == .error) == (index < 2))
            // A stub measures nothing.
            #expect(attempt.text("network.protocol.version") == nil)
            #expect(attempt.text("http.response.body.size") == nil)
        }
        #expect(site.count("freshet.retries", "backoff") == 2)
        #expect(site.activeRequests == 0)
    }

    @Test func aHitInTheCacheHasNoRequest() async throws {
        let site = Telemetered(cache: HTTPCache()) { _ in
            .json(#"{"id":7}"#, headers: [.cacheControl: "max-age=60"])
        }
        for _ in 0..<3 { _ = try await site.client.value(for: .movie(7)) }
        #expect(site.spans(.internal).count == 3)
        #expect(site.spans(.client).count == 1)
        #expect(site.spans(.internal).map { $0.text("freshet.source") } == ["network", "cache", "cache"])
        #expect(site.count("freshet.calls", "cache") == 2)
        #expect(site.count("freshet.calls", "network") == 1)
        #expect(site.count("freshet.cache", "served fresh") == 2)
        #expect(site.count("freshet.bytes", "cache") == 16)
    }

    @Test(
        "A failure has its type",
        arguments: [
            (404, nil, "404"), (500, nil, "500"), (200, FetchError(.connectionLost), "connection_lost"),
            (200, FetchError(.timedOut(.connect)), "timed_out.connect"),
        ] as [(Int, FetchError?, String)])
    func failures(status: Int, error: FetchError?, type: String) async throws {
        let site = Telemetered { _ async throws(FetchError) in
            if let error { throw error }
            return .status(status)
        }
        await #expect(throws: FetchError.self) { try await site.client.value(for: .movie(7)) }
        for span in site.tracer.finishedSpans {
            #expect(span.text("error.type") == type, "\(span.kind)")
            #expect(span.status?.code == .error)
        }
        #expect(site.tracer.finishedSpans.count == 2)
        #expect(site.count("freshet.calls", "failed") == 1)
        #expect(site.activeRequests == 0)
    }

    /// A call whose request is never responded to, once that was sent.
    private func silentCall(
        _ request: Request<Movies, Movies.Movie>, retry: RetryPolicy = .never, limits: Limits = Limits()
    ) async throws -> (site: Telemetered, call: Task<Movies.Movie, any Error>) {
        let stub = StubTransport()
        let site = Telemetered(
            retry: retry,
            { configuration, _ in
                configuration.transport = stub
                configuration.limits = limits
            }
        ) { _ in .status(500) }
        let client = site.client
        let call = Task { try await client.value(for: request) }
        _ = try await stub.nextRequest()
        return (site, call)
    }

    private static let unshared = Request<Movies, Movies.Movie>("movie/\(7, as: "id")", method: .post)

    @Test(
        "A request that takes too long fails",
        arguments: [
            ("timed_out.attempt", Request<Movies, Movies.Movie>.movie(7)), ("timed_out.attempt", Self.unshared),
            ("timed_out.call", .movie(7)), ("timed_out.call", Self.unshared),
            ("timed_out.idle", .movie(7)), ("timed_out.idle", Self.unshared),
        ])
    func timeouts(code: String, request: Request<Movies, Movies.Movie>) async throws {
        var limits = Limits()
        limits.callTimeout = code == "timed_out.call" ? .seconds(4) : nil
        limits.idleTimeout = code == "timed_out.idle" ? .seconds(4) : nil
        let policy = RetryPolicy(attempts: 1, attemptTimeout: code == "timed_out.attempt" ? .seconds(4) : nil)
        let (site, call) = try await silentCall(request, retry: policy, limits: limits)
        try await site.clock.waitForSleepers(dueWithin: .seconds(4))
        site.clock.advance(by: .seconds(4))
        await #expect(throws: FetchError.self) { try await call.value }
        try await eventually { site.tracer.activeSpans.isEmpty }
        let span = try #require(site.spans(.client).first)
        #expect(span.text("error.type") == code && span.status?.code == .error)
        let timer = try #require(site.metrics.timers(label: "http.client.request.duration").first)
        #expect(timer.dimensions.contains { $0 == ("error.type", code) })
    }

    @Test("A request that its caller cancels has not failed", arguments: [Request.movie(7), Self.unshared])
    func cancels(request: Request<Movies, Movies.Movie>) async throws {
        let (site, call) = try await silentCall(request)
        call.cancel()
        await #expect(throws: FetchError.self) { try await call.value }
        try await eventually { site.tracer.activeSpans.isEmpty }
        let span = try #require(site.spans(.client).first)
        #expect(span.text("error.type") == nil && span.status == nil)
        let timer = try #require(site.metrics.timers(label: "http.client.request.duration").first)
        #expect(!timer.dimensions.contains { $0.0 == "error.type" })
    }

    @Test(
        "A redirect that isn't followed is an error",
        arguments: [
            ("https://movies.example/3/again", "redirect.too_many", 3),
            ("http://movies.example/", "redirect.forbidden", 1),
        ])
    func refusedRedirects(location: String, code: String, requests: Int) async throws {
        let site = Telemetered({ configuration, _ in configuration.limits.redirects = 2 }) { _ in
            .redirect(to: location)
        }
        await #expect(throws: FetchError.self) { try await site.client.value(for: .movie(7)) }
        let spans = site.spans(.client)
        #expect(spans.count == requests && spans.last?.text("http.response.status_code") == "302")
        #expect(spans.last?.text("error.type") == code && spans.last?.status?.code == .error)
        #expect(spans.dropLast().allSatisfy { $0.status == nil && $0.text("error.type") == nil })
    }

    @Test func aBodyThatIsTooLargeIsAnError() async throws {
        let site = Telemetered({ configuration, _ in configuration.limits.bodyBytes = 4 }) { _ in Telemetered.movie }
        await #expect(throws: FetchError.self) { try await site.client.value(for: .movie(7)) }
        let span = try #require(site.spans(.client).first)
        #expect(span.text("error.type") == "too_large" && span.status?.code == .error)
    }

    @Test func anUnusualMethodIsOther() async throws {
        let site = Telemetered { _ in .status(200) }
        let brew = Request<Movies, Data>("movie/\(7)", method: .init("BREW")!)
        _ = try await site.client.value(for: brew)
        let span = try #require(site.spans(.client).first)
        #expect(span.operationName == "HTTP /3/movie/{}")
        #expect(span.text("http.request.method") == "_OTHER")
        #expect(span.text("http.request.method_original") == "BREW")
    }

    @Test func theKnownMethodsIncludeQueryAndCanBeReplaced() async throws {
        let query = Request<Movies, Data>("search", method: .init("QUERY")!)
        let site = Telemetered { _ in .status(200) }
        _ = try await site.client.value(for: query)
        let span = try #require(site.spans(.client).first)
        #expect(span.operationName == "QUERY /3/search")
        #expect(span.text("http.request.method") == "QUERY" && span.text("http.request.method_original") == nil)
        let other = Telemetered({ _, settings in settings.knownMethods = [.init("BREW")!] }) { _ in .status(200) }
        _ = try await other.client.value(for: query)
        _ = try await other.client.value(for: Request<Movies, Data>("pot", method: .init("BREW")!))
        #expect(other.spans(.client).map { $0.text("http.request.method") } == ["_OTHER", "BREW"])
    }

    @Test(
        "The address of the peer has no port",
        arguments: [
            ("192.0.2.1:443", "192.0.2.1", "443"), ("[2001:db8::1]:8443", "2001:db8::1", "8443"),
            ("/run/proxy:1", "/run/proxy:1", nil),
        ] as [(String, String, String?)])
    func peers(remote: String, address: String, port: String?) async throws {
        let site = Telemetered { request in
            var metrics = AttemptMetrics()
            metrics.remoteAddress = remote
            request.onMetrics?(metrics)
            return Telemetered.movie
        }
        _ = try await site.client.value(for: .movie(7))
        let span = try #require(site.spans(.client).first)
        #expect(span.text("network.peer.address") == address && span.text("network.peer.port") == port)
    }

    @Test func anAddressOfVersion6HasNoBrackets() async throws {
        let site = Telemetered { _ in Telemetered.movie }
        let request = Request<Movies, Data>(.absolute("https://[2001:db8::1]:8443/"))
        _ = try await site.client.value(for: request)
        let span = try #require(site.spans(.client).first)
        #expect(span.text("server.address") == "2001:db8::1" && span.text("server.port") == "8443")
    }

    @Test func aPathFromATextHasNoTemplate() async throws {
        let site = Telemetered { _ in .status(200) }
        for id in 1...3 {
            let text = "movie/\(id)"
            _ = try await site.client.value(for: Request<Movies, Data>(RequestPath(text)))
        }
        #expect(Set(site.spans(.client).map(\.operationName)) == ["GET"])
        #expect(site.spans(.client).allSatisfy { $0.text("url.template") == nil })
        #expect(site.metrics.timers.count == 1)
        let values = site.metrics.timers.flatMap(\.dimensions).map(\.1)
        #expect(!values.contains { $0.hasPrefix("movie/") })
    }

    @Test func callsThatShareARequestAreLinkedToIt() async throws {
        let (stub, events) = (StubTransport(), EventRecorder())
        let site = Telemetered({ configuration, _ in
            configuration.transport = stub
            configuration.observers = [events]
        }) { _ in .status(500) }
        let client = site.client
        let calls = (0..<3).map { _ in Task { try await client.value(for: .movie(7)) } }
        let request = try await stub.nextRequest()
        // Both others have joined before the response comes.
        try await events.waitForEvents(count: 2) { if case .joined = $0.step { true } else { false } }
        request.respond(with: Telemetered.movie)
        for call in calls { _ = try await call.value }
        let attempt = try #require(site.spans(.client).first)
        #expect(site.spans(.client).count == 1)
        let linked = site.spans(.internal).filter { !$0.links.isEmpty }
        #expect(linked.count == 2)
        for span in linked {
            #expect(span.links.map { $0.context.inMemorySpanContext?.spanID } == [attempt.spanID])
            #expect(span.text("freshet.source") == "shared")
        }
        #expect(site.spans(.internal).contains { $0.spanID == attempt.parentSpanID && $0.links.isEmpty })
    }

    @Test func theParentIsTheSpanInWhichTheCallBegins() async throws {
        let site = Telemetered { _ in Telemetered.movie }
        let handler = site.tracer.startAnySpan("handle", ofKind: .server)
        _ = try await ServiceContext.withValue(handler.context) {
            try await site.client.value(for: .movie(7))
        }
        handler.end()
        let server = try #require(site.spans(.server).first)
        #expect(site.spans(.internal).map(\.parentSpanID) == [server.spanID])
        #expect(site.spans(.client).map(\.traceID) == [server.traceID])
    }

    // MARK: - Propagation

    private static let traceField = HTTPField.Name(InMemoryTracer.traceIDKey)
    private static let spanField = HTTPField.Name(InMemoryTracer.spanIDKey)

    @Test func eachAttemptCarriesItsOwnSpanToTheService() async throws {
        let sent = Mutex(0)
        let site = Telemetered(retry: RetryPolicy(attempts: 2, jitter: { 1 })) { _ in
            sent.withLock { sent in
                sent += 1
                return sent < 2 ? .status(503) : Telemetered.movie
            }
        }
        let (client, clock) = (site.client, site.clock)
        let call = Task { try await client.value(for: .movie(7)) }
        try await clock.waitForSleepers(dueWithin: .seconds(5))
        clock.advance(by: .seconds(5))
        _ = try await call.value
        let name = try #require(Self.spanField)
        #expect(site.stub.requests.map { $0.head.headerFields[name] } == site.spans(.client).map(\.spanID))
    }

    @Test("Another origin gets the context only if it is named", arguments: [false, true])
    func redirects(isNamed: Bool) async throws {
        let site = Telemetered({ _, settings in
            if isNamed { settings.propagation = ["https://elsewhere.example"] }
        }) { request in
            request.head.authority == "movies.example"
                ? .redirect(to: "https://elsewhere.example/7") : Telemetered.movie
        }
        _ = try await site.client.value(for: .movie(7))
        let name = try #require(Self.traceField)
        #expect(site.stub.requests.map { $0.head.headerFields[name] != nil } == [true, isNamed])
        let spans = site.spans(.client)
        #expect(spans.map { $0.text("server.address") } == ["movies.example", "elsewhere.example"])
        #expect(spans.map { $0.text("http.request.resend_count") } == [nil, "1"])
        #expect(spans[0].text("error.type") == nil)
        #expect(site.count("freshet.retries", "redirect") == 1)
    }

    @Test func secretsAreNowhere() async throws {
        let site = Telemetered { _ in .status(403) }
        let request = Request<Movies, Movies.Movie>("movie/\(7, as: "id")", query: ["token": "hush-hush"])
        await #expect(throws: FetchError.self) { try await site.client.value(for: request) }
        for span in site.tracer.finishedSpans { #expect(!"\(span.attributes)\(span.operationName)".contains("hush")) }
        #expect(site.stub.requests[0].head.path?.contains("hush") == true)
        #expect(site.spans(.client)[0].text("url.full")?.contains("token=") == true)
    }

    @Test func theAddressHasItsFragmentWithoutSecrets() async throws {
        let site = Telemetered { request in
            request.head.path?.hasPrefix("/3/old") == true ? .redirect(to: "/3/new") : Telemetered.movie
        }
        let request = Request<Movies, Data>(.absolute("https://movies.example/3/old#part&access_token=hush"))
        _ = try await site.client.value(for: request)
        #expect(
            site.spans(.client).map { $0.text("url.full") } == [
                "https://movies.example/3/old?api_key=REDACTED#part&access_token=REDACTED",
                "https://movies.example/3/new?api_key=REDACTED#part&access_token=REDACTED",
            ])
    }

    // MARK: - The end

    @Test func aStreamThatIsReleasedEndsItsSpans() async throws {
        let site = Telemetered { _ in Telemetered.movie }
        do {
            let response = try await site.client.stream(for: Request<Movies, Data>("movie/\(7, as: "id")"))
            withExtendedLifetime(response) {}
        }
        try await eventually { site.tracer.activeSpans.isEmpty }
        #expect(site.spans(.client).count == 1 && site.spans(.internal).count == 1)
        #expect(site.tracer.finishedSpans.allSatisfy { $0.text("error.type") == nil })
        #expect(site.activeRequests == 0)
    }

    @Test func randomSchedulesEndEachSpanOnce() async throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<TestLength.count(25, long: 100) {
            let retry = RetryPolicy(attempts: 2, base: .zero, jitter: { 0 })
            let site = Telemetered(cache: HTTPCache(), retry: retry) { request in
                switch request.head.path?.utf8.last.map({ $0 % 3 }) {
                case 0: .json(#"{"id":7}"#, headers: [.cacheControl: "max-age=60"])
                case 1: .status(503)
                default: Telemetered.movie
                }
            }
            let client = site.client
            let plans = (0..<100).map { _ in
                (id: Int.random(in: 0..<9, using: &random), yields: Int.random(in: 0..<4, using: &random))
            }
            await withTaskGroup(of: Void.self) { group in
                for (id, yields) in plans {
                    group.addTask {
                        let call = Task { try? await client.value(for: .movie(id)) }
                        await passTurns(yields)
                        if yields == 3 { call.cancel() }
                        _ = await call.value
                    }
                }
            }
            try await eventually { site.tracer.activeSpans.isEmpty }
            let spans = site.tracer.finishedSpans
            #expect(Set(spans.map(\.spanID)).count == spans.count)
            #expect(spans.count { $0.kind == .internal } <= 100)
            #expect(spans.count { $0.kind == .client } == site.stub.requests.count)
            #expect(site.activeRequests == 0)
        }
    }
}
#endif
