import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

// How a call ends whose interceptors are cancelled, fail or respond by themselves.
extension InterceptorTests {
    @Test("Cancelling reaches it in every face", arguments: ValueFace.allCases, Position.allCases)
    func cancelled(face: ValueFace, position: Position) async throws {
        let gate = Gate()
        let stub = StubTransport { _ in Self.response }
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
        try await gate.waitUntilWaiting()
        cancel()
        try await eventually { gate.waiterCount == 0 && events.events.last?.step == .cancelled }
        #expect(stub.requests.isEmpty)
    }

    @Test("A failure of its own ends the call, and is not retried", arguments: ValueFace.allCases, Position.allCases)
    func failing(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in Self.response }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in throw FetchError(.interceptor("The key ring is locked.")) },
            at: position, retry: RetryPolicy(base: .zero))
        guard case .failure(let error) = try await face.outcome(of: request, client) else {
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
        let stub = StubTransport { _ in Self.response }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                IncomingResponse(status: .forbidden, body: Data("no".utf8))
            }, at: position)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == .status(.forbidden) && error?.response?.text == "no")
    }
}
