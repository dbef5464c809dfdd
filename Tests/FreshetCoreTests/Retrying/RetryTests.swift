import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Calls that are tried again, on a clock that is moved by hand.
@Suite(.timeLimit(.minutes(5)))
struct RetryTests {
    /// Responses by their turn; the last one stays.
    private final class Script: Sendable {
        private let turns: Lock<[Result<StubTransport.Response, FetchError>]>

        init(_ turns: [Result<StubTransport.Response, FetchError>]) { self.turns = Lock(turns) }

        func next() throws(FetchError) -> StubTransport.Response {
            try turns.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
        }
    }

    private let clock = ManualClock()
    private let events = EventRecorder()
    private let policy = RetryPolicy(base: .seconds(1), jitter: { 1 })

    private static let tea = StubTransport.Response.json(#"{"name":"tea"}"#)

    private static func limits(call: Duration?) -> Limits {
        var limits = Limits()
        limits.callTimeout = call
        limits.idleTimeout = nil
        return limits
    }

    private func client(
        shop: Shop = Shop(),
        policy: RetryPolicy? = nil,
        timeout: Duration? = nil,
        _ turns: Result<StubTransport.Response, FetchError>...
    ) -> (client: Client<Shop>, stub: StubTransport) {
        let script = Script(turns)
        return Shop.client(
            shop, limits: Self.limits(call: timeout), retry: policy ?? self.policy, observers: [events],
            time: clock.time
        ) { _ async throws(FetchError) in try script.next() }
    }

    private var steps: [FetchEvent.Step] { events.events.map(\.step) }

    private func retry(_ code: String, _ wait: Duration, _ cause: Retry.Cause = .backoff) -> FetchEvent.Step {
        .retry(Retry(failure: code, wait: wait, cause: cause))
    }

    private func value(
        _ client: Client<Shop>, _ request: Request<Shop, Shop.Item> = .item("tea")
    )
        -> Task<Result<Shop.Item, FetchError>, Never>
    {
        Task {
            do throws(FetchError) { return .success(try await client.value(for: request)) } catch {
                return .failure(error)
            }
        }
    }

    /// Waits until a call sleeps, and moves the clock by what it sleeps for.
    private func pass(_ time: Duration) async throws {
        try await clock.waitForSleepers(dueWithin: time)
        clock.advance(by: time)
    }

    @Test("A call is retried, waits longer each time, and reports why (T68)")
    func untilItResponds() async throws {
        let (client, stub) = client(
            .success(.status(503)), .failure(FetchError(.connectionLost)), .success(Self.tea))
        let task = value(client)
        try await pass(.seconds(1))
        try await pass(.seconds(2))
        #expect(try await task.value.get().name == "tea")
        #expect(stub.requests.count == 3)
        #expect(
            steps.dropLast() == [
                .started, .attempt(number: 1), retry("status.503", .seconds(1)), .attempt(number: 2),
                retry("connection_lost", .seconds(2)), .attempt(number: 3), .head(status: 200), .body(bytes: 14),
                .decoded,
            ])
        guard case .finished(let metrics) = steps.last else {
            Issue.record("\(steps)")
            return
        }
        #expect(metrics.attempts == 3)
        #expect(metrics.duration == .seconds(3))
    }

    @Test("The callback and the stream retry, too (T68)")
    func otherFaces() async throws {
        let (client, stub) = client(.success(.status(502)), .success(Self.tea))
        let outcome = Task {
            await withCheckedContinuation { continuation in
                client.fetch(.item("tea"), on: .global()) { continuation.resume(returning: $0) }
            }
        }
        try await pass(.seconds(1))
        #expect(try await outcome.value.get().name == "tea")
        #expect(stub.requests.count == 2)

        let (other, otherStub) = self.client(.success(.status(502)), .success(Self.tea))
        let stream = Task { try await other.stream(for: .item("tea")) }
        try await pass(.seconds(1))
        #expect(try await stream.value.head.status == .ok)
        #expect(otherStub.requests.count == 2)
    }

    @Test("The server names the delay (RFC 9110 §10.2.3)")
    func retryAfter() async throws {
        let (client, _) = client(.success(.status(429, headers: [.retryAfter: "7"])), .success(Self.tea))
        let task = value(client)
        try await pass(.seconds(7))
        #expect(try await task.value.get().name == "tea")
        #expect(steps.contains(retry("status.429", .seconds(7), .serverAsked(field: "Retry-After"))))
    }

    @Test func theLastRefusalArrivesWithItsResponse() async throws {
        let (client, stub) = client(policy: RetryPolicy(base: .zero), .success(.text("try later", status: 503)))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .status(.serviceUnavailable))
        #expect(error?.response?.text == "try later")
        #expect(error?.isRetryable == true)
        #expect(stub.requests.count == 3)
        #expect(steps.contains(.retryStopped(.attempts(3))))
    }

    @Test func aWishBeyondTheCapIsNotWaitedFor() async throws {
        let (client, stub) = client(.success(.status(503, headers: [.retryAfter: "3600"])))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .status(.serviceUnavailable))
        #expect(stub.requests.count == 1)
        #expect(steps.contains(.retryStopped(.askedTooLong(.seconds(3600)))))
    }

    @Test("A call that would run out of time does not wait for it (T68)")
    func deadline() async throws {
        let (client, stub) = client(timeout: .seconds(5), .success(.status(503, headers: [.retryAfter: "6"])))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .status(.serviceUnavailable))
        #expect(stub.requests.count == 1)
        #expect(steps.contains(.retryStopped(.deadline)))
    }

    @Test func aCancelledCallIsNeverTriedAgain() async throws {
        let (client, stub) = client(.success(.status(503)))
        let task = value(client)
        try await clock.waitForSleepers()
        task.cancel()
        guard case .failure(let error) = await task.value else {
            Issue.record("a value")
            return
        }
        #expect(error.isCancellation)
        try await clock.waitForNoSleepers()
        clock.advance(by: .seconds(60))
        #expect(stub.requests.count == 1)
        #expect(steps.last == .cancelled)
    }

    @Test("An attempt has a limit of time of its own (T68)")
    func attemptTimeout() async throws {
        let silence = Gate()
        let isFirst = Lock(true)
        let stub = StubTransport { _ async throws(FetchError) in
            let waits = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if waits { await silence.wait() }
            return Self.tea
        }
        let policy = RetryPolicy(base: .zero, attemptTimeout: .seconds(4))
        let client = Client(
            Shop(), transport: stub, cache: nil, limits: Self.limits(call: nil), retry: policy, observers: [events],
            time: clock.time)
        let task = value(client)
        try await silence.waitUntilWaiting()
        try await pass(.seconds(4))
        #expect(try await task.value.get().name == "tea")
        #expect(silence.waiterCount == 0)
        #expect(steps.contains(retry("timed_out.attempt", .zero)))
        try await clock.waitForNoSleepers()
    }

    @Test func whenEveryAttemptTakesTooLongTheErrorSaysSo() async throws {
        let silence = Gate()
        let stub = StubTransport { _ async throws(FetchError) in
            await silence.wait()
            throw .cancelled
        }
        let policy = RetryPolicy(attempts: 2, base: .zero, attemptTimeout: .seconds(4))
        let client = Client(
            Shop(), transport: stub, cache: nil, limits: Self.limits(call: nil), retry: policy, time: clock.time)
        let task = value(client)
        for number in 1...2 {
            try await stub.waitForRequests(count: number)
            try await pass(.seconds(4))
        }
        guard case .failure(let error) = await task.value else {
            Issue.record("no failure")
            return
        }
        #expect(error.kind == .timedOut(.attempt(.seconds(4))))
        #expect(error.localizedDescription == "shop.example did not begin to respond within 4 s.")
    }

    @Test func theBudgetOfAHostEndsTheRetries() async throws {
        let policy = RetryPolicy(base: .zero, budget: RetryBudget(share: 0, reserve: 3))
        let (client, stub) = client(policy: policy, .success(.status(503)))
        for _ in 0..<4 {
            _ = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        }
        // Four calls, and three retries for all of them.
        #expect(stub.requests.count == 7)
        #expect(steps.count { $0 == .retryStopped(.budget(host: "shop.example")) } == 3)
        // Another host has a budget of its own.
        let elsewhere = Request<Shop, Shop.Item>(.absolute("https://other.example/"))
        _ = await failure { () async throws(FetchError) in try await client.value(for: elsewhere) }
        #expect(stub.requests.count == 10)
    }

    @Test("What may have been done is not done twice (RFC 9110 §9.2.2)")
    func unsafe() async throws {
        let lost = FetchError(.connectionLost)
        let order = Request<Shop, Shop.Item>("orders", method: .post, body: .json(["a": 1]))
        let policy = RetryPolicy(base: .zero)
        let (client, stub) = client(policy: policy, .failure(lost), .success(Self.tea))
        let error = await failure { () async throws(FetchError) in try await client.value(for: order) }
        #expect(error?.kind == .connectionLost)
        #expect(stub.requests.count == 1)
        #expect(steps.contains(.retryStopped(.method)))

        let (patient, patientStub) = self.client(policy: policy, .failure(lost), .success(Self.tea))
        #expect(try await patient.value(for: order.retrying(.always)).name == "tea")
        #expect(patientStub.requests.count == 2)
        #expect(patientStub.requests.allSatisfy { if case .bytes = $0.body { true } else { false } })

        let (refused, refusedStub) = self.client(
            policy: policy, .failure(FetchError(.cannotConnect(.refused))), .success(Self.tea))
        #expect(try await refused.value(for: order).name == "tea")
        #expect(refusedStub.requests.count == 2)
    }

    @Test func aStreamedBodyIsSentOnce() async throws {
        let chunks = AsyncThrowingStream<Data, any Error> { $0.finish() }
        let put = Request<Shop, Shop.Item>("items/tea", method: .put, body: .stream(chunks))
        let (client, stub) = client(policy: RetryPolicy(base: .zero), .success(.status(503)))
        _ = await failure { () async throws(FetchError) in try await client.value(for: put) }
        #expect(stub.requests.count == 1)
        #expect(steps.contains(.retryStopped(.body)))
    }

    @Test("A body that breaks off is requested again, unless it is streamed")
    func brokenBody() async throws {
        let broken = StubTransport.Response(
            headers: [.contentType: "application/json"], chunks: [Data("{".utf8)], failure: FetchError(.connectionLost))
        let (client, stub) = client(policy: RetryPolicy(base: .zero), .success(broken), .success(Self.tea))
        let response = try await client.response(for: .item("tea"))
        #expect(response.value.name == "tea")
        #expect(response.metrics.attempts == 2)
        #expect(stub.requests.count == 2)

        let (other, otherStub) = self.client(policy: RetryPolicy(base: .zero), .success(broken), .success(Self.tea))
        let error = await failure { () async throws(FetchError) in
            for try await _ in try await other.stream(for: .item("tea")) {}
        }
        #expect(error?.kind == .connectionLost)
        #expect(otherStub.requests.count == 1)
    }

    @Test func onlyTheHopThatFailedIsTriedAgain() async throws {
        let (client, stub) = client(
            policy: RetryPolicy(base: .zero), .success(.redirect(to: "/new")), .success(.status(500)),
            .success(Self.tea))
        let response = try await client.response(for: .item("tea"))
        #expect(stub.requests.map(\.head.path) == ["/v1/items/tea", "/new", "/new"])
        #expect(response.metrics.attempts == 3)
        #expect(response.metrics.redirects == 1)
    }

    @Test func theServiceMayCallAnErrorFinal() async throws {
        let (client, stub) = client(
            policy: RetryPolicy(base: .zero), .success(.json(#"{"code":"quota","message":"Used up."}"#, status: 429)))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .service(ServiceError(code: "quota", message: "Used up.", isRetryable: false)))
        #expect(stub.requests.count == 1)
        #expect(steps.contains(.retryStopped(.service)))
    }

    @Test("The service may call an error temporary, whatever its status", arguments: [403, 404, 409, 412])
    func theServiceMayCallAnErrorTemporary(status: Int) async throws {
        let busy = StubTransport.Response.json(
            #"{"code":"crowded","message":"Too many calls."}"#, status: status, headers: [.retryAfter: "0"])
        let (client, stub) = client(.success(busy))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(stub.requests.count == 3 && error?.isRetryable == true && error?.serviceError?.code == "crowded")
        let wait = retry("service.crowded", .zero, .serverAsked(field: "Retry-After"))
        #expect(steps.count(where: { $0 == wait }) == 2, "\(steps)")
    }

    @Test func aServicesErrorWithoutAWordOnItPassesAsItsStatusDoes() async throws {
        let (client, stub) = client(
            policy: RetryPolicy(base: .zero), .success(.json(#"{"code":"oops","message":"Broken."}"#, status: 500)),
            .success(.json(#"{"code":"gone","message":"No tea."}"#, status: 410)))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .service(ServiceError(code: "gone", message: "No tea.")))
        #expect(stub.requests.count == 2)
    }

    @Test func aRequestMayHaveAPolicyOfItsOwn() async throws {
        let (client, stub) = client(policy: .never, .success(.status(503)))
        let policy = RetryPolicy(attempts: 5, base: .zero)
        for (rule, count) in [(RetryRule.policy(policy), 5), (.never, 6), (.automatic, 7), (.always(policy), 12)] {
            let request = Request<Shop, Shop.Item>.item("tea").retrying(rule)
            _ = await failure { () async throws(FetchError) in try await client.value(for: request) }
            #expect(stub.requests.count == count)
        }
    }

    @Test func theSecretIsReadAgainForEachAttempt() async throws {
        let tokens = Lock(["new", "old"])
        let shop = Shop(credentials: .bearer(tokens.withLock { $0.count > 1 ? $0.popLast() : $0.last }))
        let request = Request<Shop, Shop.Item>.item("tea").sharing(.never)
        let (client, stub) = client(
            shop: shop, policy: RetryPolicy(base: .zero), .success(.status(503)), .success(Self.tea))
        _ = try await client.value(for: request)
        #expect(stub.requests.map { $0.head.headerFields[.authorization] } == ["Bearer old", "Bearer new"])
    }
}
