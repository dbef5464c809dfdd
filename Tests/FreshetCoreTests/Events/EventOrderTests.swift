import Foundation
import FreshetAuthentication
import FreshetCookies
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The order in which the steps of a call are reported, as a table that is also in the documentation.
@Suite(.timeLimit(.minutes(1)))
struct EventOrderTests {
    /// The calls that a test makes. The table has the steps of the last one.
    enum Course: Sendable {
        case single, stream
        /// A call, and the same one a minute and a second later.
        case second
        /// Two calls at once that share a request; the first one may be cancelled before the response comes.
        case joining, remaining
        /// A call that is cancelled while the server is silent.
        case cancelled
        /// A call, and at once another one, which waits for the rate limit; it may be cancelled there.
        case queued, cancelledInQueue
        /// A call of a client whose jar has a cookie.
        case cookies
        /// The first call after a sign-in, or of a process that finds the token in its store.
        case token, storedToken
        /// Two calls like those of `second`, between which the token expires; it may be that it can't be renewed.
        case expiredToken, lostToken

        /// Whether the server is silent until the test lets it respond.
        var isHeld: Bool {
            switch self {
            case .joining, .remaining, .cancelled: true
            default: false
            }
        }
    }

    /// What the transport does with a request.
    struct Turn: Sendable {
        var interim: [HTTPResponse] = []
        let outcome: Result<StubTransport.Response, FetchError>

        init(_ response: StubTransport.Response, after interim: [HTTPResponse] = []) {
            self.interim = interim
            outcome = .success(response)
        }

        private init(_ error: FetchError) { outcome = .failure(error) }

        static let deadConnection = Turn(
            FetchError(.connectionLost, underlying: ReusedConnectionFailure(FetchError(.connectionLost))))

        static func redirect(to location: String) -> Turn { Turn(.redirect(to: location)) }

        static func status(_ status: Int) -> Turn { Turn(.status(status)) }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let turns: [Turn]
        var policy = CachePolicy.automatic
        var course = Course.single
        /// The name of each step, and what it holds.
        let steps: [String]

        /// The row of the documentation's table.
        var row: String {
            let cells: [String] = steps.map { step in
                let name = step.prefix { $0 != " " }
                return "`\(name)`\(step.dropFirst(name.count))"
            }
            return "| \(testDescription) | \(cells.joined(separator: ", ")) |"
        }
    }

    private static func tea(
        _ control: String, setting cookie: String? = nil, after interim: [HTTPResponse] = [],
        failure: FetchError? = nil
    ) -> Turn {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: control, .eTag: "\"1\""]
        headers[.setCookie] = cookie
        let chunks = [Data(#"{"name":"tea"}"#.utf8)]
        return Turn(StubTransport.Response(headers: headers, chunks: chunks, failure: failure), after: interim)
    }

    static let cases = [
        Case(
            testDescription: "a response that the cache stores", turns: [tea("max-age=60")],
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "cache stored", "body 14", "decoded",
                "finished",
            ]),
        Case(
            testDescription: "a redirect, then a retry", turns: [.redirect(to: "/new"), .status(503), tea("no-store")],
            steps: [
                "started", "cache not served", "attempt 1", "cache not stored", "redirect 302", "cache not served",
                "attempt 2", "retry status.503", "attempt 3", "head 200", "cache not stored", "body 14", "decoded",
                "finished",
            ]),
        Case(
            testDescription: "a body that breaks off, then a retry",
            turns: [tea("no-store", failure: FetchError(.connectionLost)), tea("no-store")],
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "retry connection_lost", "attempt 2",
                "head 200", "cache not stored", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a status that is not accepted", turns: [.status(404)],
            steps: ["started", "cache not served", "attempt 1", "cache not stored", "head 404", "failed status.404"]),
        Case(
            testDescription: "the last of several failures", turns: [.status(500)],
            steps: [
                "started", "cache not served", "attempt 1", "retry status.500", "attempt 2", "retry status.500",
                "attempt 3", "retryStopped", "cache not stored", "head 500", "failed status.500",
            ]),
        Case(
            testDescription: "a content type that is not accepted",
            turns: [Turn(StubTransport.Response(headers: [.contentType: "text/html"], chunks: [Data("<p>".utf8)]))],
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "cache stored", "failed wrong_content",
            ]),
        Case(
            testDescription: "a cached response that is fresh", turns: [tea("max-age=600")], course: .second,
            steps: ["started", "cache served fresh", "head 200", "body 14", "decoded", "finished"]),
        Case(
            testDescription: "a stale response that the server confirms", turns: [tea("max-age=60"), .status(304)],
            course: .second,
            steps: [
                "started", "cache revalidates", "attempt 1", "cache confirmed", "head 200", "body 14",
                "decoded", "finished",
            ]),
        Case(
            testDescription: "a failure for which the stale response may not be served",
            turns: [tea("max-age=60, stale-if-error=600"), .status(501), .status(500)], course: .second,
            steps: [
                "started", "cache revalidates", "attempt 1", "cache not stored", "head 501",
                "failed status.501",
            ]),
        Case(
            testDescription: "a failure for which the stale response is served",
            turns: [tea("max-age=60, stale-if-error=600"), .status(500)], course: .second,
            steps: [
                "started", "cache revalidates", "attempt 1", "retry status.500", "attempt 2",
                "retry status.500", "attempt 3", "retryStopped", "cache served stale", "head 200", "body 14", "decoded",
                "finished",
            ]),
        Case(
            testDescription: "a call that may only use the cache", turns: [tea("max-age=60")], policy: .cacheOnly,
            steps: ["started", "cache refused", "failed not_in_cache"]),
        Case(
            testDescription: "a stream", turns: [tea("max-age=60")], course: .stream,
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "cache stored", "body 14", "finished",
            ]),
        Case(
            testDescription: "a call that joins the in-flight request of another", turns: [tea("max-age=60")],
            course: .joining, steps: ["started", "joined", "decoded", "finished"]),
        Case(
            testDescription: "a call that joins the in-flight request of another, which is then cancelled",
            turns: [tea("max-age=60")], course: .remaining,
            steps: ["started", "joined", "head 200", "cache stored", "body 14", "decoded", "finished"]),
        Case(
            testDescription: "a call that is cancelled", turns: [tea("max-age=60")], course: .cancelled,
            steps: ["started", "cache not served", "attempt 1", "cancelled"]),
        Case(
            testDescription: "a call that waits for the rate limit", turns: [tea("max-age=60")], course: .queued,
            steps: [
                "started", "cache not served", "queued 0", "admitted", "attempt 1", "head 200", "cache stored",
                "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a call that is cancelled while it waits for the rate limit", turns: [tea("max-age=60")],
            course: .cancelledInQueue, steps: ["started", "cache not served", "queued 0", "cancelled"]),
        Case(
            testDescription: "a reused connection that is dead", turns: [.deadConnection, tea("max-age=60")],
            steps: [
                "started", "cache not served", "attempt 1", "repeated connection_lost", "attempt 2", "head 200",
                "cache stored", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "interim responses before the final one",
            turns: [tea("max-age=60", after: [102, 103].map { HTTPResponse(status: .init(code: $0)) })],
            steps: [
                "started", "cache not served", "attempt 1", "interim 102", "interim 103", "head 200", "cache stored",
                "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "cookies that are sent, and set by the response",
            turns: [tea("max-age=60", setting: "b=2")], course: .cookies,
            steps: [
                "started", "cache not served", "cookies sent", "attempt 1", "head 200", "cookies stored",
                "cache not stored", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a token that is read from its store", turns: [tea("max-age=60")], course: .storedToken,
            steps: [
                "started", "cache not served", "authentication waiting", "authentication ready", "attempt 1",
                "head 200", "cache stored", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a token that has expired", turns: [tea("max-age=60"), .status(304)],
            course: .expiredToken,
            steps: [
                "started", "cache revalidates", "authentication waiting", "authentication ready", "attempt 1",
                "cache confirmed", "head 200", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a token that the server refuses once", turns: [.status(401), tea("max-age=60")],
            course: .token,
            steps: [
                "started", "cache not served", "attempt 1", "authentication sending again", "authentication waiting",
                "authentication ready", "attempt 2", "head 200", "cache stored", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a token that the server refuses twice", turns: [.status(401)], course: .token,
            steps: [
                "started", "cache not served", "attempt 1", "authentication sending again", "authentication waiting",
                "authentication ready", "attempt 2", "authentication refused", "failed authentication.refused",
            ]),
        Case(
            testDescription: "a token that can't be renewed", turns: [tea("no-store")], course: .lostToken,
            steps: [
                "started", "cache not served", "authentication waiting", "authentication failed",
                "failed authentication.renewal_failed",
            ]),
    ]

    private let office = TicketOffice()
    private let gate = Gate()

    @Test("The order of events", arguments: cases)
    func order(example: Case) async throws {
        let events = try await events(of: example)
        #expect(events.map { text(of: $0.step) } == example.steps)
        #expect(Set(events.map(\.call)).count == 1)
    }

    @Test func thePageHasTheSameTable() throws {
        var root = URL(filePath: #filePath)
        for _ in 1...4 { root.deleteLastPathComponent() }
        let page = try String(
            contentsOf: root.appending(path: "Sources/Freshet/Freshet.docc/Types/FetchEventStep.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").map(String.init).filter { $0.contains("| `started`") }
        let expected = Self.cases.map(\.row)
        #expect(rows == expected)
    }

    // MARK: - Calls

    /// Makes the calls of an example, and returns the events of the last one.
    private func events(of example: Case) async throws -> [FetchEvent] {
        let client = try await client(for: example)
        let request = Request<Shop, Shop.Item>.item("tea").caching(example.policy)
        var before = 0
        @Sendable func call() async throws {
            _ = await failure { () async throws(FetchError) in try await client.value(for: request) }
        }
        switch example.course {
        case .single, .cookies, .token, .storedToken:
            try await call()
        case .stream:
            for try await _ in try await client.stream(for: request) {}
        case .second, .expiredToken, .lostToken:
            try await call()
            office.clock.advance(by: .seconds(61))
            before = office.events.events.count
            try await call()
        case .cancelled:
            let task = Task { try await call() }
            try await gate.waitUntilWaiting()
            task.cancel()
            try await task.value
        case .joining, .remaining:
            let first = Task { try await call() }
            try await gate.waitUntilWaiting()
            let second = Task { try await call() }
            try await waitForStep { if case .joined = $0 { true } else { false } }
            if example.course == .remaining {
                first.cancel()
                try await first.value
            }
            gate.open()
            try await first.value
            try await second.value
            // The steps of both calls are reported, in turns.
            let joined = office.events.events.last { $0.step == .started }?.call
            return office.events.events.filter { $0.call == joined }
        case .queued, .cancelledInQueue:
            _ = try await client.value(for: .item("coffee"))
            before = office.events.events.count
            let task = Task { try await call() }
            try await waitForStep { if case .queued = $0 { true } else { false } }
            if example.course == .queued {
                try await office.clock.waitForSleepers(dueWithin: .seconds(1))
                office.clock.advance(by: .seconds(1))
            } else {
                task.cancel()
            }
            try await task.value
        }
        return Array(office.events.events.dropFirst(before))
    }

    private func waitForStep(_ isWanted: @escaping @Sendable (FetchEvent.Step) -> Bool) async throws {
        try await office.events.waitForEvents { isWanted($0.step) }
    }

    private func client(for example: Case) async throws -> Client<Shop> {
        let (gate, isHeld, turns) = (gate, example.course.isHeld, Lock(example.turns))
        let stub = StubTransport { request async throws(FetchError) in
            let turn = turns.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            for head in turn.interim { request.onInterim?(head) }
            if isHeld { await gate.wait() }
            return try turn.outcome.get()
        }
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        configuration.retry = RetryPolicy(base: .zero, budget: nil)
        configuration.observers = [office.events]
        configuration.time = office.clock.time
        switch example.course {
        case .queued, .cancelledInQueue:
            configuration.rateLimit = RateLimit(callsPerSecond: 1)
        case .cookies:
            let jar = CookieJar()
            await jar.set(Cookie(name: "a", value: "1", domain: "shop.example"))
            configuration.cookies = jar
        case .token, .expiredToken, .lostToken:
            if example.course == .lostToken {
                office.onLogin { _ async throws(FetchError) in throw FetchError(.connectionLost) }
            }
            office.issueTokens(for: 60)
            let session = office.session()
            try await session.signIn(office.issue(), account: "ann")
            configuration.authentication = .session(session)
        case .storedToken:
            let token = StoredToken(account: "ann", token: office.issue(), requested: office.clock.date)
            configuration.authentication = .session(office.session(store: MemoryTokenStore(token)))
        default: break
        }
        return Client(Shop(), configuration)
    }

    private func text(of step: FetchEvent.Step) -> String {
        switch step {
        case .started: "started"
        case .joined: "joined"
        case .queued(let ahead): "queued \(ahead)"
        case .admitted: "admitted"
        case .attempt(let number): "attempt \(number)"
        case .repeated(let failure): "repeated \(failure)"
        case .retry(let retry): "retry \(retry.failure)"
        case .retryStopped: "retryStopped"
        case .measured: "measured"
        case .redirect(let status, _): "redirect \(status)"
        case .durable(_, let attempt): "durable \(attempt)"
        case .cache(let step): "cache \(step.action.rawValue)"
        case .authentication(let step): "authentication \(step.action.rawValue)"
        case .cookies(let step): "cookies \(step.action.rawValue)"
        case .interim(let response): "interim \(response.status.code)"
        case .head(let status): "head \(status)"
        case .body(let bytes): "body \(bytes)"
        case .decoded: "decoded"
        case .finished: "finished"
        case .failed(let error): "failed \(error.code)"
        case .cancelled: "cancelled"
        }
    }
}
