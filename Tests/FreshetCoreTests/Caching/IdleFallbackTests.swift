import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// A server that falls silent is a failure like others: what is stored may stand in (RFC 5861 §4).
@Suite(.timeLimit(.minutes(1)))
struct IdleFallbackTests {
    private let clock = ManualClock()
    private let recorder = EventRecorder()
    private let silence = Gate()
    private let item = Request<Shop, Shop.Item>("items/tea")

    /// A client whose server gives some responses and is silent from then on.
    private func client(
        _ responses: StubTransport.Response..., retry: RetryPolicy = .never
    ) -> (Client<Shop>, StubTransport) {
        let (silence, responses) = (silence, Lock(responses))
        let stub = StubTransport { request async throws(FetchError) in
            let response = responses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let response { return response }
            await silence.wait()
            throw .cancelled
        }
        let cache = HTTPCache()
        let client = Client(
            Shop(), transport: stub, cache: cache, retry: retry, observers: [recorder], time: clock.time)
        return (client, stub)
    }

    private func tea(_ control: String) -> StubTransport.Response {
        StubTransport.Response(
            headers: [.cacheControl: control, .contentType: "application/json"], chunks: [Data(#"{"name":"tea"}"#.utf8)]
        )
    }

    /// Asks a second time, a minute after the first, and lets the idle timeout run out.
    private func second(_ client: Client<Shop>) async throws -> Result<Response<Shop.Item>, FetchError> {
        _ = try await client.value(for: item)
        clock.advance(by: .seconds(61))
        let task = Task { [item] in
            do throws(FetchError) { return Result<_, FetchError>.success(try await client.response(for: item)) } catch {
                return .failure(error)
            }
        }
        try await silence.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(30))
        clock.advance(by: .seconds(30))
        return await task.value
    }

    @Test func whatIsStoredStandsIn() async throws {
        let (client, stub) = client(tea("max-age=60, stale-if-error=600"))
        let response = try await second(client).get()
        #expect(response.value == Shop.Item(name: "tea"))
        guard case .stale(_, .failure(let error)) = response.source else {
            Issue.record("\(response.source)")
            return
        }
        #expect(error.kind == .timedOut(.idle(.seconds(30))))
        #expect(stub.requests.count == 2 && silence.waiterCount == 0)
        let ending = recorder.events.last?.step
        if case .finished = ending {} else { Issue.record("\(String(describing: ending))") }
    }

    @Test func withoutPermissionTheCallEndsAsBefore() async throws {
        let (client, _) = client(tea("max-age=60"))
        let outcome = try await second(client)
        #expect(throws: FetchError.self) { try outcome.get() }
        if case .failure(let error) = outcome { #expect(error.kind == .timedOut(.idle(.seconds(30)))) }
        #expect(silence.waiterCount == 0)
    }

    @Test func aServerThatFallsSilentIsNotAskedAgain() async throws {
        let (client, stub) = client(tea("max-age=60"), retry: RetryPolicy(base: .zero))
        guard case .failure(let error) = try await second(client) else {
            Issue.record("a value came")
            return
        }
        #expect(error.kind == .timedOut(.idle(.seconds(30))))
        #expect(stub.requests.count == 2)
    }

    @Test("A permission that has run out meanwhile does not count") func tooLate() async throws {
        let (client, _) = client(tea("max-age=60, stale-if-error=20"))
        guard case .failure(let error) = try await second(client) else {
            Issue.record("a value came")
            return
        }
        #expect(error.kind == .timedOut(.idle(.seconds(30))))
    }

    @Test func theCallThatGoesOnIsStillWatched() async throws {
        // What stands in is a redirect, whose target is silent too.
        let (client, stub) = client(
            .status(
                301, headers: [.location: "/v1/items/silent", .cacheControl: "max-age=60, stale-if-error=600"]),
            tea("no-store"))
        let moved = Request<Shop, Shop.Item>("items/moved")
        _ = try await client.value(for: moved)
        clock.advance(by: .seconds(61))
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: moved) } }
        try await silence.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(30))
        clock.advance(by: .seconds(30))
        // The stored redirect leads to a server that does not respond.
        try await stub.waitForRequests(count: 4)
        try await silence.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(30))
        clock.advance(by: .seconds(30))
        guard case .timedOut = await task.value?.kind else {
            Issue.record("the call went on without its limits")
            return
        }
    }

    @Test func cancellingStillReachesTheExchange() async throws {
        let (client, _) = client(tea("max-age=60, stale-if-error=600"))
        _ = try await client.value(for: item)
        clock.advance(by: .seconds(61))
        let task = Task { [item] in
            await failure { () async throws(FetchError) in try await client.value(for: item) }
        }
        try await silence.waitUntilWaiting()
        task.cancel()
        #expect(await task.value?.isCancellation == true)
        try await silence.waitUntilEmpty()
    }
}
