import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

// Interceptors that call `next` more than once, or too late.
extension InterceptorTests {
    /// The metrics of the calls that have finished.
    private var finished: [CallMetrics] {
        events.events.compactMap { if case .finished(let metrics) = $0.step { metrics } else { nil } }
    }

    @Test("It may send twice", arguments: ValueFace.allCases, Position.allCases)
    func twice(face: ValueFace, position: Position) async throws {
        let bodies = Lock(["first", "second"])
        let stub = StubTransport { _ in .json(#"["\#(bodies.withLock { $0.removeFirst() })"]"#) }
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                _ = try await next(request)
                return try await next(request)
            }, at: position)
        #expect(try await face.outcome(of: request, client).get() == ["second"])
        #expect(stub.requests.count == 2)
        #expect(finished.map(\.attempts) == [2])
        let numbers = events.events.compactMap { if case .attempt(let number) = $0.step { number } else { nil } }
        #expect(numbers == [1, 2])
    }

    @Test(
        "It may send twice at once, and take the first response", arguments: ValueFace.allCases, Position.allCases)
    func twiceAtOnce(face: ValueFace, position: Position) async throws {
        let slow = Gate()
        let stub = StubTransport { request async throws(FetchError) in
            let isSlow = request.head.path == "/all?copy=1"
            if isSlow { await slow.wait() } else { try? await slow.waitUntilWaiting() }
            if Task.isCancelled { throw .cancelled }
            return isSlow ? .json(#"["slow"]"#) : .json(#"["fast"]"#)
        }
        let (client, request) = client(stub, Hedging(), at: position)
        #expect(try await face.outcome(of: request, client).get() == ["fast"])
        #expect(stub.requests.count == 2)
        try await eventually { slow.waiterCount == 0 && !finished.isEmpty }
        #expect(finished.map(\.attempts) == [2])
        #expect(!events.events.contains { $0.step == .cancelled })
    }

    @Test(
        "The same request twice at once around the call is one exchange, and one attempt", arguments: ValueFace.allCases
    )
    func twiceTheSameAtOnce(face: ValueFace) async throws {
        let areBothWaiting = Gate()
        let stub = StubTransport { _ in
            await areBothWaiting.wait()
            return Self.response
        }
        let (client, request) = client(stub, Hedging(areEqual: true), at: .callOfClient)
        let task = Task { try await face.outcome(of: request, client) }
        try await eventually { events.events.contains { if case .joined = $0.step { true } else { false } } }
        areBothWaiting.open()
        #expect(try await task.value.get() == ["a", "b"])
        #expect(stub.requests.count == 1)
        #expect(finished.map(\.attempts) == [1])
    }

    /// A transport that is known to end soon when its task is cancelled.
    private struct CancellableStub: CancellableTransport {
        let stub: StubTransport

        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            try await stub.send(request)
        }
    }

    @Test("The loser of two that share nothing is cancelled alone", arguments: ValueFace.allCases, [true, false])
    func theLoserIsCancelledAlone(face: ValueFace, endsOnCancel: Bool) async throws {
        let slow = Gate()
        let stub = StubTransport { request async throws(FetchError) in
            if request.head.path == "/all?copy=1" { await slow.wait() } else { try? await slow.waitUntilWaiting() }
            if Task.isCancelled { throw .cancelled }
            return Self.response
        }
        let transport: any Transport = endsOnCancel ? CancellableStub(stub: stub) : stub
        let client = client(of: Words(), transport, call: [Hedging()])
        let outcome = try await face.outcome(of: WordsRequest("all").sharing(.never), client)
        #expect(try outcome.get() == ["a", "b"])
        #expect(stub.requests.count == 2)
        try await eventually { slow.waiterCount == 0 }
    }

    @Test("What it sends in a task of its own ends with the call", arguments: ValueFace.allCases, [true, false])
    func aTaskOfItsOwn(face: ValueFace, endsOnCancel: Bool) async throws {
        let silence = Gate()
        let stub = StubTransport { _ async throws(FetchError) in
            await silence.wait()
            throw .cancelled
        }
        let step = Step { request, _, next async throws(FetchError) in
            let sending = Task { () async -> Result<IncomingResponse, FetchError> in
                do throws(FetchError) { return .success(try await next(request)) } catch { return .failure(error) }
            }
            return try await sending.value.get()
        }
        var configuration = ClientConfiguration(
            transport: endsOnCancel ? CancellableStub(stub: stub) : stub, cache: nil)
        configuration.callInterceptors = [step]
        configuration.limits.idleTimeout = nil
        configuration.time = clock.time
        let client = Client(Words(), configuration)
        let task = Task { try await face.outcome(of: WordsRequest("all").sharing(.never), client) }
        try await silence.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        let outcome = try await task.value
        let error = await failure { () throws(FetchError) in try outcome.get() }
        #expect(error?.kind == .timedOut(.call(.seconds(60))))
        try await eventually { silence.waiterCount == 0 }
    }

    @Test func theDeadlineReachesBothOfTwoAtOnce() async throws {
        let silence = Gate()
        let stub = StubTransport { _ async throws(FetchError) in
            await silence.wait()
            throw .cancelled
        }
        let (client, request) = client(stub, Hedging(), at: .callOfClient)
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        try await silence.waitUntilWaiting(count: 2)
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        guard case .timedOut = await task.value?.kind else {
            Issue.record("no timeout")
            return
        }
        try await eventually { silence.waiterCount == 0 }
    }

    @Test func aStreamedBodyIsSentOnce() async throws {
        let stub = StubTransport { _ in Self.response }
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
        let stub = StubTransport { _ in Self.response }
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
}
