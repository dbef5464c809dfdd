import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

// Interceptors that are actors, that hang, and that stand around a shared request.
extension InterceptorTests {
    /// An actor with an executor of its own.
    actor Secluded: Interceptor {
        let executor = MarkedExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        /// Whether each call of it ran on its executor, before and after the stages below.
        private(set) var ranOnExecutor: [Bool] = []

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            ranOnExecutor.append(executor.isCurrent)
            let response = try await next(request)
            ranOnExecutor.append(executor.isCurrent)
            return response
        }
    }

    // Slow work of the stages below would hold up all calls of the actor, which run on one executor.
    @Test(
        "The stages below an actor do not run on its executor", arguments: ValueFace.allCases, Position.allCases)
    func actors(face: ValueFace, position: Position) async throws {
        let actor = Secluded()
        let stages = Lock<[String]>([])
        let note: @Sendable (String) -> Void = { stage in
            let executor = actor.executor.isCurrent ? "on its executor" : "elsewhere"
            stages.withLock { $0.append("\(stage) \(executor)") }
        }
        let stub = StubTransport { _ in
            note("transport")
            return Self.response
        }
        let below = Step { request, _, next async throws(FetchError) in
            note("interceptor")
            return try await next(request)
        }
        let (client, request) = client(stub, actor, at: position)
        let whole = position.isAttempt ? request.intercepting(attempt: below) : request.intercepting(call: below)
        #expect(try await face.outcome(of: whole, client).get() == ["a", "b"])
        #expect(stages.withLock { $0 } == ["interceptor elsewhere", "transport elsewhere"])
        #expect(await actor.ranOnExecutor == [true, true])
    }

    @Test(
        "One that hangs ends with the deadline, even if it takes no notice", arguments: ValueFace.allCases,
        Position.allCases)
    func hanging(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in Self.response }
        let forever = Pause()
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                await forever.wait()
                return try await next(request)
            }, at: position)
        let outcome = Task { try await face.outcome(of: request, client) }
        try await eventually { forever.isReached }
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        guard case .failure(let error) = try await outcome.value else {
            Issue.record("a value came")
            return
        }
        #expect(error.kind == .timedOut(.call(.seconds(60))))
        forever.end()
        #expect(stub.requests.isEmpty)
    }

    @Test("What is returned after the deadline does not count", arguments: [Position.callOfClient, .attemptOfClient])
    func tooLate(position: Position) async throws {
        let stub = StubTransport { _ in Self.response }
        let gate = Gate()
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                await gate.wait()
                return IncomingResponse(headers: [.contentType: "application/json"], body: Data("[]".utf8))
            }, at: position)
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        try await gate.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await task.value?.kind == .timedOut(.call(.seconds(60))))
    }

    @Test("Each caller that shares a request runs its own around the call, and one runs around the attempt")
    func sharing() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return Self.response
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
        try await eventually { events.events.count { if case .joined = $0.step { true } else { false } } == 4 }
        gate.open()
        for task in tasks { #expect(try await task.value == ["a", "b"]) }
        #expect(counts.withLock { $0 } == [5, 1])
        #expect(stub.requests.count == 1)
    }

    @Test func whatTheAttemptReturnsIsStored() async throws {
        let stub = StubTransport { _ in Self.response }
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
            StubTransport.Response(
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
