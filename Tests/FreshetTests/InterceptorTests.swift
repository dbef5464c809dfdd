import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// An app's own interceptors, at both positions and in every face.
@Suite(.timeLimit(.minutes(5)))
struct InterceptorTests {
    fileprivate struct Words: Service {
        var baseURL = "https://words.example"
        var credentials: Credentials?
    }

    fileprivate typealias WordsRequest = Request<Words, [String]>

    /// Where an interceptor stands: on the client or on the request, around the call or around the attempt.
    enum Position: String, CaseIterable, CustomTestStringConvertible {
        case callOfClient, callOfRequest, attemptOfClient, attemptOfRequest

        var testDescription: String { rawValue }
        var isAttempt: Bool { self == .attemptOfClient || self == .attemptOfRequest }
    }

    private let clock = ManualClock()
    private let events = EventRecorder()
    private let mark = HTTPField.Name("X-Mark")!

    private static let answer = StubTransport.Answer.json(#"["a","b"]"#)

    private func client(
        _ stub: StubTransport, _ interceptor: some Interceptor, at position: Position, cache: HTTPCache? = nil,
        limits: Limits = Limits(), retry: RetryPolicy = .never
    ) -> (client: Client<Words>, request: Request<Words, [String]>) {
        let request = WordsRequest("all")
        var configuration = ClientConfiguration(transport: stub, cache: cache)
        configuration.limits = limits
        configuration.retry = retry
        configuration.callInterceptors = position == .callOfClient ? [interceptor] : []
        configuration.attemptInterceptors = position == .attemptOfClient ? [interceptor] : []
        configuration.observers = [events]
        configuration.time = clock.time
        let client = Client(Words(), configuration)
        switch position {
        case .callOfClient, .attemptOfClient: return (client, request)
        case .callOfRequest: return (client, request.intercepting(call: interceptor))
        case .attemptOfRequest: return (client, request.intercepting(attempt: interceptor))
        }
    }

    /// A client without a cache, with interceptors around its calls and around its attempts.
    private func client<API: Service>(
        of service: API, _ transport: any Transport, call: [any Interceptor] = [], attempt: [any Interceptor] = [],
        retry: RetryPolicy = .never
    ) -> Client<API> {
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.callInterceptors = call
        configuration.attemptInterceptors = attempt
        configuration.retry = retry
        return Client(service, configuration)
    }

    private func isReached(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    // MARK: - Passing on

    @Test("It changes what is sent and what comes back", arguments: ValueFace.allCases, Position.allCases)
    func changes(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let (client, request) = client(
            stub,
            Step { [mark] request, _, next async throws(FetchError) in
                var request = request
                request.headers[mark] = "seen"
                request.append(["page": 2])
                var response = try await next(request)
                response.body = .complete(Data(#"["c"]"#.utf8))
                return response
            }, at: position)
        #expect(try await face.outcome(of: request, client).get() == ["c"])
        #expect(stub.requests.map { $0.head.headerFields[mark] } == ["seen"])
        #expect(stub.requests.map(\.head.path) == ["/all?page=2"])
    }

    @Test("The client's are outside of the request's, the first one outermost")
    func order() async throws {
        let names = Lock<[String]>([])
        func step(_ name: String) -> Step {
            Step { request, _, next async throws(FetchError) in
                names.withLock { $0.append(name) }
                let response = try await next(request)
                names.withLock { $0.append("/" + name) }
                return response
            }
        }
        let stub = StubTransport { _ in Self.answer }
        let client = client(
            of: Words(), stub, call: [step("call 1"), step("call 2")], attempt: [step("attempt 1"), step("attempt 2")])
        let request = WordsRequest("all").intercepting(call: step("call 3")).intercepting(attempt: step("attempt 3"))
        _ = try await client.value(for: request)
        let way = ["call 1", "call 2", "call 3", "attempt 1", "attempt 2", "attempt 3"]
        #expect(names.withLock { $0 } == way + way.reversed().map { "/" + $0 })
    }

    @Test("Around the call it sees the final response, around the attempt every exchange")
    func positions() async throws {
        let turns = Lock([
            StubTransport.Answer.redirect(to: "/new"), .status(503), StubTransport.Answer.json(#"["a"]"#),
        ])
        let stub = StubTransport { _ in turns.withLock { $0.removeFirst() } }
        let seen = Lock<[String]>([])
        func step(_ position: String) -> Step {
            Step { request, context, next async throws(FetchError) in
                let response = try await next(request)
                seen.withLock { $0.append("\(position) \(context.attempt) \(response.head.status.code)") }
                return response
            }
        }
        let client = client(
            of: Words(), stub, call: [step("call")], attempt: [step("attempt")], retry: RetryPolicy(base: .zero))
        let response = try await client.response(for: WordsRequest("all"))
        #expect(seen.withLock { $0 } == ["attempt 1 302", "attempt 1 503", "attempt 2 200", "call 1 200"])
        #expect(response.metrics.attempts == 3 && response.metrics.redirects == 1)
    }

    @Test("Around the call it sees statuses as responses, and hits of the cache")
    func statusesAndHits() async throws {
        let isGone = Lock(false)
        let stub = StubTransport { _ in
            isGone.withLock { $0 }
                ? .status(410)
                : StubTransport.Answer(
                    headers: [.contentType: "application/json", .cacheControl: "max-age=60"],
                    chunks: [Data(#"["a"]"#.utf8)])
        }
        let seen = Lock<[String]>([])
        let step = Step { request, _, next async throws(FetchError) in
            let response = try await next(request)
            seen.withLock { $0.append("\(response.head.status.code) \(response.source)") }
            return response
        }
        let (client, request) = client(
            stub, step, at: .callOfClient, cache: HTTPCache())
        _ = try await client.value(for: request)
        _ = try await client.value(for: request)
        isGone.withLock { $0 = true }
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: request.caching(.reload))
        }
        #expect(error?.kind == .status(.gone))
        #expect(seen.withLock { $0 } == ["200 network", "200 fresh(age: 0.0 seconds)", "410 network"])
    }

    @Test("Around the attempt it sees conditional requests and their 304")
    func revalidation() async throws {
        let stub = StubTransport { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? StubTransport.Answer(
                    headers: [.contentType: "application/json", .cacheControl: "no-cache", .eTag: "\"1\""],
                    chunks: [Data(#"["a"]"#.utf8)])
                : .status(304)
        }
        let seen = Lock<[String]>([])
        let step = Step { request, _, next async throws(FetchError) in
            let response = try await next(request)
            seen.withLock {
                $0.append("\(request.headers[.ifNoneMatch] ?? "-") \(response.head.status.code)")
            }
            return response
        }
        let (client, request) = client(stub, step, at: .attemptOfClient, cache: HTTPCache())
        for _ in 0..<2 { #expect(try await client.value(for: request) == ["a"]) }
        #expect(seen.withLock { $0 } == ["- 200", "\"1\" 304"])
    }

    @Test func credentialsAreOnAroundTheAttemptOnly() async throws {
        let stub = StubTransport { _ in Self.answer }
        let seen = Lock<[String?]>([])
        let step = Step { request, _, next async throws(FetchError) in
            seen.withLock { $0 += [request.headers[.authorization], request.path, request.url] }
            return try await next(request)
        }
        var words = Words(credentials: .bearer("hush"))
        for credentials in [words.credentials!, .query("shop", "hush")] {
            words.credentials = credentials
            let client = client(of: words, stub, call: [step], attempt: [step])
            _ = try await client.value(for: WordsRequest("all"))
        }
        let url = "https://words.example/all"
        #expect(
            seen.withLock { $0 } == [
                nil, "/all", url, "Bearer hush", "/all", url, nil, "/all", url, nil, "/all?shop=hush", url,
            ])
    }

    @Test func aRequestLedElsewhereGetsNoCredentials() async throws {
        let stub = StubTransport { _ in Self.answer }
        let step = Step { request, _, next async throws(FetchError) in
            var request = request
            try request.setOrigin("https://other.example:8443")
            return try await next(request)
        }
        let client = client(of: Words(credentials: .bearer("hush")), stub, call: [step])
        let response = try await client.response(for: WordsRequest("all"))
        #expect(response.url == "https://other.example:8443/all")
        #expect(stub.requests.map(\.head.authority) == ["other.example:8443"])
        #expect(stub.requests[0].head.headerFields[.authorization] == nil)
    }

    // MARK: - Streams and downloads

    @Test("Streams pass, and so do downloads", arguments: Position.allCases)
    func streams(position: Position) async throws {
        let stub = StubTransport { _ in
            StubTransport.Answer(headers: [.contentType: "text/plain"], chunks: [Data("one".utf8), Data("two".utf8)])
        }
        let isStream = Lock<[Bool]>([])
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                let response = try await next(request)
                if case .stream = response.body { isStream.withLock { $0.append(true) } }
                return response
            }, at: position)
        var chunks: [String] = []
        for try await chunk in try await client.stream(for: request) {
            chunks.append(String(decoding: chunk, as: UTF8.self))
        }
        #expect(chunks == ["one", "two"])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let response = try await client.download(request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "onetwo")
        #expect(response.metrics.attempts == 1)
        #expect(isStream.withLock { $0 } == [true, true])
    }

    @Test("A stream that is not passed on is closed", arguments: Position.allCases, [true, false])
    func droppedStream(position: Position, isClosed: Bool) async throws {
        try await withServer { _ in
            LoopbackAnswer([
                .head(status: 200, headers: [("Content-Length", "10")]), .bytes(Data("first".utf8)), .waitForClose,
            ])
        } test: { (server) async throws in
            let step = Step { request, _, next async throws(FetchError) in
                let dropped = try await next(request)
                if isClosed { dropped.close() }
                return IncomingResponse(body: Data("instead".utf8))
            }
            let client = client(
                of: Loopback(server), AsyncHTTPClientTransport.shared, call: position == .callOfClient ? [step] : [],
                attempt: position == .attemptOfClient ? [step] : [])
            var request = Request<Loopback, String>.text("/")
            if position == .callOfRequest { request = request.intercepting(call: step) }
            if position == .attemptOfRequest { request = request.intercepting(attempt: step) }
            var text = ""
            for try await chunk in try await client.stream(for: request) {
                text += String(decoding: chunk, as: UTF8.self)
            }
            #expect(text == "instead")
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
        }
    }

    @Test("A body of an interceptor's own is read where a value is wanted", arguments: Position.allCases)
    func ownStream(position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                var response = IncomingResponse(headers: [.contentType: "application/json"])
                response.body = .stream(Chunks([#"["a","#, #""b"]"#]))
                return response
            }, at: position)
        #expect(try await client.value(for: request) == ["a", "b"])
        #expect(stub.requests.isEmpty)
    }

    // MARK: - Ending

    @Test("Cancelling reaches it in every face", arguments: ValueFace.allCases, Position.allCases)
    func cancelled(face: ValueFace, position: Position) async throws {
        let gate = Gate()
        let stub = StubTransport { _ in Self.answer }
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                await gate.wait()
                return try await next(request)
            }, at: position)
        let cancel: () -> Void
        switch face {
        case .async:
            let task = Task { try await client.value(for: request) }
            cancel = task.cancel
        case .callback:
            let task = client.fetch(request, on: .global()) { _ in }
            cancel = task.cancel
        case .publisher:
            let recorder = PublisherRecorder(client.publisher(for: request))
            cancel = recorder.cancel
        }
        await gate.waitUntilWaiting()
        cancel()
        await isReached { gate.waiterCount == 0 && events.events.last?.step == .cancelled }
        #expect(stub.requests.isEmpty)
    }

    @Test("A failure of its own ends the call, and is not retried", arguments: ValueFace.allCases, Position.allCases)
    func failing(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in throw FetchError(.interceptor("The key ring is locked.")) },
            at: position, retry: RetryPolicy(base: .zero))
        guard case .failure(let error) = await face.outcome(of: request, client) else {
            Issue.record("a value came")
            return
        }
        #expect(error.kind == .interceptor("The key ring is locked."))
        #expect(error.localizedDescription == "The key ring is locked.")
        #expect(error.code == "interceptor" && !error.isRetryable)
        #expect(error.request?.url == "https://words.example/all")
        #expect(stub.requests.isEmpty)
    }

    @Test("A response of its own needs no exchange", arguments: ValueFace.allCases, Position.allCases)
    func respondingByItself(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in .status(500) }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                IncomingResponse(headers: [.contentType: "application/json"], body: Data(#"["own"]"#.utf8))
            }, at: position)
        #expect(try await face.outcome(of: request, client).get() == ["own"])
        let response = try await client.response(for: request)
        #expect(response.source == (position.isAttempt ? .network : .interceptor))
        #expect(response.metrics.attempts == 0)
        #expect(stub.requests.isEmpty)
    }

    @Test("It is judged like any other", arguments: Position.allCases)
    func respondingWithARefusal(position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                IncomingResponse(status: .forbidden, body: Data("no".utf8))
            }, at: position)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == .status(.forbidden) && error?.response?.text == "no")
    }

    // MARK: - Calling next more than once

    @Test("It may send twice", arguments: Position.allCases)
    func twice(position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                _ = try await next(request)
                return try await next(request)
            }, at: position)
        let response = try await client.response(for: request)
        #expect(response.value == ["a", "b"])
        #expect(response.metrics.attempts == 2)
        #expect(stub.requests.count == 2)
        let numbers = events.events.compactMap { if case .attempt(let number) = $0.step { number } else { nil } }
        #expect(numbers == [1, 2])
    }

    @Test("It may send twice at once, and take the first response", arguments: Position.allCases)
    func twiceAtOnce(position: Position) async throws {
        let slow = Gate()
        let stub = StubTransport { request async throws(FetchError) in
            if request.head.path == "/all?copy=1" { await slow.wait() } else { await slow.waitUntilWaiting() }
            if Task.isCancelled { throw .cancelled }
            return Self.answer
        }
        let (client, request) = client(stub, Hedging(), at: position)
        let response = try await client.response(for: request)
        #expect(response.value == ["a", "b"])
        #expect(stub.requests.count == 2)
        await isReached { slow.waiterCount == 0 }
        let ended = events.events.filter { if case .finished = $0.step { true } else { false } }
        #expect(ended.count == 1)
    }

    @Test func theDeadlineReachesBothOfTwoAtOnce() async throws {
        let silence = Gate()
        let stub = StubTransport { _ async throws(FetchError) in
            await silence.wait()
            throw .cancelled
        }
        let (client, request) = client(stub, Hedging(), at: .callOfClient)
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        await silence.waitUntilWaiting(count: 2)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(60))
        guard case .timedOut = await task.value?.kind else {
            Issue.record("no timeout")
            return
        }
        await isReached { silence.waiterCount == 0 }
    }

    @Test func aStreamedBodyIsSentOnce() async throws {
        let stub = StubTransport { _ in Self.answer }
        let step = Step { request, _, next async throws(FetchError) in
            _ = try await next(request)
            return try await next(request)
        }
        let client = client(of: Words(), stub, attempt: [step])
        let post = WordsRequest("all", method: .post, body: .stream(AsyncThrowingStream { $0.finish() }))
        let error = await failure { () async throws(FetchError) in try await client.value(for: post) }
        #expect(error?.kind == .invalidRequest("its body is a stream, which can be sent only once"))
        #expect(stub.requests.count == 1)

        let fresh = Step { request, _, next async throws(FetchError) in
            _ = try await next(request)
            var request = request
            request.body = .stream(length: nil, AsyncThrowingStream { $0.finish() })
            return try await next(request)
        }
        let other = WordsRequest("all", method: .post, body: .stream(AsyncThrowingStream { $0.finish() }))
        let second = self.client(of: Words(), stub, attempt: [fresh])
        #expect(try await second.value(for: other) == ["a", "b"])
        #expect(stub.requests.count == 3)
    }

    @Test("After the end of the call nothing can be sent", arguments: Position.allCases)
    func afterTheEnd(position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let kept = Lock<(Next, OutgoingRequest)?>(nil)
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                kept.withLock { $0 = (next, request) }
                return try await next(request)
            }, at: position)
        _ = try await client.value(for: request)
        let (next, outgoing) = try #require(kept.withLock { $0 })
        let error = await failure { () async throws(FetchError) in try await next(outgoing) }
        #expect(error?.isCancellation == true)
        #expect(stub.requests.count == 1)
    }

    // MARK: - Actors, time, and sharing

    private actor Counting: Interceptor {
        private(set) var count = 0

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            count += 1
            return try await next(request)
        }
    }

    @Test("An actor holds nobody up", arguments: Position.allCases)
    func actors(position: Position) async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            // Its own executor would be blocked for the second if the stages after it ran there.
            await gate.wait()
            return Self.answer
        }
        let actor = Counting()
        let (client, shared) = client(stub, actor, at: position)
        let request = shared.sharing(.never)
        let tasks = (0..<10).map { _ in Task { try await client.value(for: request) } }
        await gate.waitUntilWaiting(count: 10)
        gate.open()
        for task in tasks { #expect(try await task.value == ["a", "b"]) }
        #expect(await actor.count == 10)
    }

    @Test(
        "One that hangs ends with the deadline, even if it takes no notice", arguments: ValueFace.allCases,
        Position.allCases)
    func hanging(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let forever = Pause()
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                await forever.wait()
                return try await next(request)
            }, at: position)
        let outcome = Task { await face.outcome(of: request, client) }
        await isReached { forever.isReached }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(60))
        guard case .failure(let error) = await outcome.value else {
            Issue.record("a value came")
            return
        }
        #expect(error.kind == .timedOut(.call(.seconds(60))))
        forever.end()
        #expect(stub.requests.isEmpty)
    }

    @Test("What is returned after the deadline does not count", arguments: [Position.callOfClient, .attemptOfClient])
    func tooLate(position: Position) async throws {
        let stub = StubTransport { _ in Self.answer }
        let gate = Gate()
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                await gate.wait()
                return IncomingResponse(headers: [.contentType: "application/json"], body: Data("[]".utf8))
            }, at: position)
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        await gate.waitUntilWaiting()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(60))
        #expect(await task.value?.kind == .timedOut(.call(.seconds(60))))
    }

    @Test("Each caller that shares a request runs its own around the call, and one runs around the attempt")
    func sharing() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return Self.answer
        }
        let counts = Lock([0, 0])
        let call = Step { [mark] request, context, next async throws(FetchError) in
            counts.withLock { $0[0] += 1 }
            var request = request
            request.headers[mark] = "\(context.id)"
            return try await next(request)
        }
        let attempt = Step { request, _, next async throws(FetchError) in
            counts.withLock { $0[1] += 1 }
            return try await next(request)
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.callInterceptors = [call]
        configuration.attemptInterceptors = [attempt]
        configuration.tracingFields.insert(mark)
        configuration.observers = [events]
        let client = Client(Words(), configuration)
        let tasks = (0..<5).map { _ in Task { try await client.value(for: WordsRequest("all")) } }
        await isReached { events.events.count { if case .joined = $0.step { true } else { false } } == 4 }
        gate.open()
        for task in tasks { #expect(try await task.value == ["a", "b"]) }
        #expect(counts.withLock { $0 } == [5, 1])
        #expect(stub.requests.count == 1)
    }

    @Test func whatTheAttemptReturnsIsStored() async throws {
        let stub = StubTransport { _ in Self.answer }
        let step = Step { request, _, next async throws(FetchError) in
            var response = try await next(request)
            response.head.headerFields[.cacheControl] = "max-age=60"
            response.body = .complete(Data(#"["changed"]"#.utf8))
            return response
        }
        let (client, request) = client(stub, step, at: .attemptOfClient, cache: HTTPCache())
        for _ in 0..<2 { #expect(try await client.value(for: request) == ["changed"]) }
        #expect(stub.requests.count == 1)
    }

    @Test func whatDependsOnAFieldThatWasChangedIsNotStored() async throws {
        let stub = StubTransport { _ in
            StubTransport.Answer(
                headers: [
                    .contentType: "application/json", .cacheControl: "max-age=60", .vary: "Accept-Language",
                ], chunks: [Data(#"["a"]"#.utf8)])
        }
        let step = Step { request, _, next async throws(FetchError) in
            var request = request
            request.headers[.acceptLanguage] = "de"
            return try await next(request)
        }
        let cache = HTTPCache()
        let (client, request) = client(stub, step, at: .attemptOfClient, cache: cache)
        for _ in 0..<2 { _ = try await client.value(for: request) }
        #expect(stub.requests.count == 2 && cache.statistics.stores == 0)
    }
}

/// An interceptor made of a closure.
private struct Step: Interceptor {
    let body: @Sendable (OutgoingRequest, CallContext, Next) async throws(FetchError) -> IncomingResponse

    init(_ body: @escaping @Sendable (OutgoingRequest, CallContext, Next) async throws(FetchError) -> IncomingResponse)
    {
        self.body = body
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        try await body(request, context, next)
    }
}

/// Sends a request and a copy of it at once, takes the first response and closes the other.
private struct Hedging: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let first = await withTaskGroup(of: Result<IncomingResponse, FetchError>.self) { group in
            for copy in 0..<2 {
                var request = request
                request.append(["copy": copy])
                group.addTask { [request] in
                    do throws(FetchError) { return .success(try await next(request)) } catch { return .failure(error) }
                }
            }
            let first = await group.next()
            group.cancelAll()
            for await case .success(let late) in group { late.close() }
            return first ?? .failure(.cancelled)
        }
        return try first.get()
    }
}

/// A wait that a cancellation does not end.
private final class Pause: Sendable {
    private let state = Lock<(isReached: Bool, isEnded: Bool, waiters: [CheckedContinuation<Void, Never>])>(
        (false, false, []))

    var isReached: Bool { state.withLock { $0.isReached } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                state.isReached = true
                if !state.isEnded { state.waiters.append(continuation) }
                return state.isEnded
            }
            if isEnded { continuation.resume() }
        }
    }

    func end() {
        let waiters = state.withLock { state in
            state.isEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// A body of texts.
private final class Chunks: TransportBody {
    private let rest: Lock<[String]>

    init(_ texts: [String]) { rest = Lock(texts) }

    func next() async throws(FetchError) -> Data? {
        rest.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
    }

    func cancel() { rest.withLock { $0 = [] } }
}
