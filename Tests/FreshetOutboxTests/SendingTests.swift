#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// How writes are sent: in order, with one key, again after a failure, and after a kill.
@Suite(.timeLimit(.minutes(30)))
struct SendingTests {
    private let test: OutboxTest

    init() throws { test = try OutboxTest() }

    private static let order = DurableWrite<Forum, Post, Void>("order") {
        Request("orders", method: .post, body: .json($0), reading: .nothing)
    }.repeating(.byKey()).scoped { _ in "orders" }

    /// A write that no server applies only once.
    private static let bump = DurableWrite<Forum, Int, Void>("bump") {
        Request("bump/\($0)", method: .post, reading: .nothing)
    }

    private func open<Input, Output>(
        _ stub: StubTransport, _ write: DurableWrite<Forum, Input, Output>
    ) throws(OutboxError) -> Outbox {
        try test.open(stub) { writes, client throws(OutboxError) in try writes.register(write, with: client) }
    }

    @Test func writesOfAScopeAreSentOneAfterAnother() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        for id in 1...3 { try await outbox.enqueue(Self.order, Post(id: id, text: "")) }
        for id in 1...3 {
            let request = try await stub.nextRequest()
            #expect(request.request.bodyText.contains("\"id\":\(id)"))
            #expect(stub.requests.count == id)
            request.respond(with: .status(204))
        }
        await outbox.wait { $0.total == 0 }
    }

    /// Adds a field to each request.
    private struct Naming: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            request.headers[HTTPField.Name("X-Intercepted")!] = "yes"
            return try await next(request)
        }
    }

    @Test func theRequestsPassTheInterceptorsAndTheRateLimitOfTheClient() async throws {
        let stub = StubTransport()
        let client = test.client(stub) { configuration in
            configuration.callInterceptors = [Naming()]
            configuration.rateLimit = RateLimit(callsPerSecond: 1)
        }
        var writes = OutboxWrites()
        try writes.register(Writes.like, with: client)
        let outbox = try Outbox(
            file: test.folder.file, writes: writes, settings: test.settings, time: test.clock.time)
        for id in 1...3 { try await outbox.enqueue(Writes.like, id) }
        for count in 1...3 {
            let request = try await stub.nextRequest()
            #expect(request.request.head.headerFields[HTTPField.Name("X-Intercepted")!] == "yes")
            #expect(stub.requests.count == count)
            request.respond(with: .status(204))
            guard count < 3 else { continue }
            try await test.clock.waitForSleepers(dueWithin: .seconds(1))
            test.clock.advance(by: .seconds(1))
        }
        await outbox.wait { $0.total == 0 }
    }

    @Test func aKilledWriteIsSentAgainWithTheSameKeyAndBytesByALaterBuild() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: "a"))
        let first = try await stub.nextRequest()
        await outbox.close()
        let later = DurableWrite<Forum, Post, Void>("order") {
            Request("v2/orders/\($0.id)", method: .put, body: .json(["new": $0.text]), reading: .nothing)
        }.repeating(.byKey()).scoped { _ in "orders" }
        let again = try open(stub, later)
        let second = try await stub.nextRequest()
        #expect(second.request.idempotencyKey == first.request.idempotencyKey)
        #expect(first.request.idempotencyKey?.count == 38)
        #expect(second.request.bodyText == first.request.bodyText)
        #expect(second.request.head.method == .post)
        #expect(second.request.head.path == "/v1/orders")
        second.respond(with: .status(204))
        await again.wait { $0.total == 0 }
        // The answer to the request of the killed process changes nothing.
        first.respond(with: .status(500))
        try await again.enqueue(later, Post(id: 2, text: "b"))
        #expect(try await stub.nextRequest().request.head.path == "/v1/v2/orders/2")
    }

    @Test func aWriteThatMayNotBeRepeatedIsUnconfirmedAfterAKillUntilTheAppDecides() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.bump)
        let receipt = try await outbox.enqueue(Self.bump, 1)
        _ = try await stub.nextRequest()
        await outbox.close()
        let again = try open(stub, Self.bump)
        await again.wait { $0.unconfirmed == 1 }
        #expect(stub.requests.count == 1)
        try await again.retry(receipt.id)
        try await stub.nextRequest().respond(with: .status(204))
        await again.wait { $0.total == 0 }
    }

    @Test func aMethodThatIsIdempotentIsRepeated() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Writes.like)
        try await outbox.enqueue(Writes.like, 1)
        try await stub.nextRequest().fail(with: FetchError(.connectionLost))
        try await test.clock.waitForSleepers(dueWithin: .seconds(1))
        test.clock.advance(by: .seconds(1))
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }

    @Test(arguments: [true, false])
    func aReadConfirmsWhetherALostWriteWasApplied(_ wasApplied: Bool) async throws {
        let write = Self.bump.confirming { Request("bumped/\($0)") }
        let stub = StubTransport()
        let outbox = try open(stub, write)
        try await outbox.enqueue(write, 1)
        _ = try await stub.nextRequest()
        await outbox.close()
        let again = try open(stub, write)
        let read = try await stub.nextRequest()
        #expect(read.request.head.path == "/v1/bumped/1")
        read.respond(with: .json(wasApplied ? "true" : "false"))
        if !wasApplied {
            let second = try await stub.nextRequest()
            #expect(second.request.head.path == "/v1/bump/1")
            second.respond(with: .status(204))
        }
        await again.wait { $0.total == 0 }
        #expect(stub.requests.count == (wasApplied ? 2 : 3))
    }

    @Test func aKeyThatIsTooOldIsNotRepeated() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        _ = try await stub.nextRequest()
        await outbox.close()
        test.clock.advance(by: .seconds(86_400))
        let again = try open(stub, Self.order)
        await again.wait { $0.unconfirmed == 1 }
        #expect(stub.requests.count == 1)
    }

    @Test func waitsAndAttemptsOutliveTheProcess() async throws {
        let stub = StubTransport { _ in .status(503, headers: [.retryAfter: "100"]) }
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        await outbox.wait { $0.nextAttempt != nil }
        #expect(await outbox.state.nextAttempt == test.clock.date.addingTimeInterval(100))
        #expect(await outbox.state.lastError == "status.503")
        await outbox.close()
        test.clock.advance(by: .seconds(60))
        let held = StubTransport()
        let again = try open(held, Self.order)
        await again.wait { $0.nextAttempt != nil }
        #expect(await again.writes.map(\.attempts) == [1])
        test.clock.advance(by: .seconds(39))
        #expect(held.requests.isEmpty)
        test.clock.advance(by: .seconds(1))
        try await held.nextRequest().respond(with: .status(204))
        await again.wait { $0.total == 0 }
    }

    @Test func aClockThatIsSetBackWaitsNoLongerThanTheLongestWait() async throws {
        let stub = StubTransport { _ in .status(429) }
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        await outbox.wait { $0.nextAttempt != nil }
        await outbox.close()
        let (clock, year) = (test.clock, TimeInterval(365 * 86_400))
        let time = TimeSource(clock) { clock.date.addingTimeInterval(-year) }
        let held = StubTransport()
        var writes = OutboxWrites()
        try writes.register(Self.order, with: test.client(held))
        let again = try Outbox(file: test.folder.file, writes: writes, settings: test.settings, time: time)
        await again.wait { $0.nextAttempt != nil }
        let next = await again.state.nextAttempt ?? .distantFuture
        #expect(next.timeIntervalSince(time.date()) <= test.settings.retry.cap / .seconds(1))
        try await clock.waitForSleepers(dueWithin: test.settings.retry.cap)
        clock.advance(by: test.settings.retry.cap)
        try await held.nextRequest().respond(with: .status(204))
        await again.wait { $0.total == 0 }
    }

    @Test func noNetworkHoldsEverythingWithoutAnAttempt() async throws {
        let stub = StubTransport()
        test.reachability.isOffline = true
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        #expect(await outbox.writes.map(\.attempts) == [0])
        test.reachability.isOffline = false
        try await stub.nextRequest().fail(with: FetchError(.cannotConnect(.offline)))
        await outbox.wait { $0.nextAttempt != nil }
        #expect(await outbox.writes.map(\.attempts) == [0])
        test.reachability.isOffline = true
        test.reachability.isOffline = false
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }

    @Test func whatBecomesDueWhileAnOutboxLooksIsSentAtOnce() async throws {
        let outbox = try open(StubTransport { _ in .status(503) }, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        await outbox.wait { $0.nextAttempt != nil }
        await outbox.close()
        // Time passes once the outbox has asked for the date.
        let (clock, passing) = (test.clock, Lock(Duration.seconds(1)))
        let time = TimeSource(clock) {
            let date = clock.date
            let step = passing.withLock { passing in
                defer { passing = .zero }
                return passing
            }
            clock.advance(by: step)
            return date
        }
        let stub = StubTransport()
        var writes = OutboxWrites()
        try writes.register(Self.order, with: test.client(stub))
        let again = try Outbox(file: test.folder.file, writes: writes, settings: test.settings, time: time)
        try await stub.nextRequest().respond(with: .status(204))
        await again.wait { $0.total == 0 }
    }

    /// A network that reports its changes too late.
    private final class LateReachability: Reachability {
        private let offline = Lock(true)
        var isOffline: Bool { offline.withLock { $0 } }

        func reconnect() { offline.withLock { $0 = false } }

        func observe(_ change: @escaping @Sendable (Bool) -> Void) -> EnvironmentObservation {
            EnvironmentObservation {}
        }
    }

    @Test func aDrainKnowsTheNetworkBeforeItIsReported() async throws {
        let (stub, network) = (StubTransport { _ in .status(204) }, LateReachability())
        let client = test.client(stub) { $0.reachability = network }
        let outbox = try test.open(stub) { writes, _ throws(OutboxError) in
            try writes.register(Writes.like, with: client)
        }
        try await outbox.enqueue(Writes.like, 1)
        #expect(await outbox.drain(until: test.clock.date.addingTimeInterval(60)) == 1)
        network.reconnect()
        #expect(await outbox.drain(until: test.clock.date.addingTimeInterval(60)) == 0)
        #expect(stub.requests.count == 1)
    }

    @Test func a401WaitsUntilTheAppHasSignedIn() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        try await stub.nextRequest().respond(with: .status(401))
        await outbox.wait { $0.lastError == "status.401" && $0.sending == 0 }
        #expect(await outbox.state.nextAttempt == nil)
        #expect(await outbox.drain(until: test.clock.date.addingTimeInterval(60)) == 1)
        await outbox.resume()
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }

    @Test(
        "A final failure",
        arguments: [
            (403, "status.403"), (404, "status.404"), (400, "status.400"), (422, "status.422"),
        ])
    func finalFailures(_ status: Int, _ code: String) async throws {
        let outbox = try open(StubTransport { _ in .status(status) }, Self.order)
        let receipt = try await outbox.enqueue(Self.order, Post(id: 1, text: "a"))
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed(code, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await outbox.writes.map(\.phase) == [.failed(.failed(code: code, nil))])
        #expect(try await outbox.input(of: receipt.id, as: Self.order) == Post(id: 1, text: "a"))
    }

    @Test(
        "A redirect that is not followed is final", arguments: ["ftp://elsewhere.example/", "http://forum.example/v1"])
    func aRefusedRedirectIsFinal(_ location: String) async throws {
        let outbox = try open(StubTransport { _ in .redirect(307, to: location) }, Self.order)
        let receipt = try await outbox.enqueue(Self.order, Post(id: 1, text: "a"))
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed("redirect.forbidden", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await outbox.state.failed == 1)
        #expect(await outbox.writes.map(\.attempts) == [1])
        #expect(try await outbox.input(of: receipt.id, as: Self.order) == Post(id: 1, text: "a"))
    }

    @Test func theStatusesOfARepeatedKeyAreReadAsSuch() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        let receipt = try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        try await stub.nextRequest().fail(with: FetchError(.connectionLost))
        try await test.clock.waitForSleepers(dueWithin: .seconds(1))
        test.clock.advance(by: .seconds(1))
        // The first request is still in progress at the server.
        try await stub.nextRequest().respond(with: .status(409))
        await outbox.wait { $0.lastError == "status.409" }
        try await test.clock.waitForSleepers(dueWithin: .seconds(2))
        test.clock.advance(by: .seconds(2))
        try await stub.nextRequest().respond(with: .status(422))
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed("key_reused", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aFailedWriteIsRetriedEditedOrDiscarded() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        let receipt = try await outbox.enqueue(Self.order, Post(id: 1, text: "a"))
        let first = try await stub.nextRequest()
        let sending = await outboxFailure { () throws(OutboxError) in try await outbox.discard(receipt.id) }
        #expect(sending == .beingSent)
        first.respond(with: .status(404))
        await outbox.wait { $0.failed == 1 }
        try await outbox.retry(receipt.id)
        let second = try await stub.nextRequest()
        #expect(second.request.bodyText == first.request.bodyText)
        #expect(second.request.idempotencyKey != first.request.idempotencyKey)
        second.respond(with: .status(404))
        await outbox.wait { $0.failed == 1 }
        try await outbox.edit(receipt.id, of: Self.order, Post(id: 1, text: "b"))
        let third = try await stub.nextRequest()
        #expect(third.request.bodyText.contains("b"))
        third.respond(with: .status(404))
        await outbox.wait { $0.failed == 1 }
        try await outbox.discard(receipt.id)
        #expect(await outbox.state.total == 0)
        await outbox.close()
        #expect(try await open(stub, Self.order).state == OutboxState())
    }

    @Test func aConflictIsResolvedUnderANewKeyAndValidator() async throws {
        let write = DurableWrite<Forum, Post, Void>("save") {
            Request("posts/\($0.id)", method: .put, body: .json($0), reading: .nothing)
        }.resolvingConflicts { conflict in
            .retry(
                Post(id: conflict.input.id, text: conflict.input.text + conflict.response.text),
                ifUnchanged: conflict.response.head)
        }
        let stub = StubTransport()
        let outbox = try open(stub, write)
        let head = HTTPResponse(status: .ok, headerFields: [.eTag: "\"1\""])
        let receipt = try await outbox.enqueue(write, Post(id: 1, text: "a"), ifUnchanged: head)
        let first = try await stub.nextRequest()
        #expect(first.request.head.headerFields[.ifMatch] == "\"1\"")
        first.respond(with: StubTransport.Response(status: 412, headers: [.eTag: "\"2\""], chunks: [Data("b".utf8)]))
        let second = try await stub.nextRequest()
        #expect(second.request.head.headerFields[.ifMatch] == "\"2\"")
        #expect(second.request.bodyText.contains("\"ab\""))
        #expect(second.request.idempotencyKey != first.request.idempotencyKey)
        let third = StubTransport.Response(status: 412, headers: [.eTag: "\"3\""], chunks: [Data("c".utf8)])
        second.respond(with: third)
        for _ in 0..<2 { try await stub.nextRequest().respond(with: third) }
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed("precondition.failed", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(stub.requests.count == 4)
    }

    @Test func aConflictThatNothingResolvesFails() async throws {
        let outbox = try open(StubTransport { _ in .status(409) }, Self.order)
        let receipt = try await outbox.enqueue(Self.order, Post(id: 1, text: ""))
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed("status.409", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func inputsOfAnEarlierVersionAreMigratedAndThoseOfALaterOneAreKept() async throws {
        test.reachability.isOffline = true
        let stub = StubTransport()
        let outbox = try open(stub, Self.order)
        try await outbox.enqueue(Self.order, Post(id: 1, text: "old"))
        await outbox.close()
        struct Order: Codable, Sendable {
            var number: Int
            var note: String
        }
        let later = DurableWrite<Forum, Order, Void>("order", version: 2) {
            Request("orders/\($0.number)", method: .put, body: .json($0), reading: .nothing)
        }.migrating(from: 1) { (old: Post) in Order(number: old.id, note: old.text) }.scoped { _ in "orders" }
        let new = try open(stub, later)
        try await new.enqueue(later, Order(number: 2, note: "new"))
        await new.close()
        // The app is downgraded: it can't read the second write, and enqueues a third one.
        let downgraded = try open(stub, Self.order)
        #expect(await downgraded.writes.map(\.phase) == [.waiting, .unreadable])
        try await downgraded.enqueue(Self.order, Post(id: 3, text: "third"))
        test.reachability.isOffline = false
        try await stub.nextRequest().respond(with: .status(204))
        await downgraded.wait { $0.total == 2 && $0.sending == 0 }
        #expect(await downgraded.drain(until: test.clock.date.addingTimeInterval(1)) == 2)
        #expect(stub.requests.count == 1)
        await downgraded.close()
        let upgraded = try open(stub, later)
        for path in ["/v1/orders/2", "/v1/orders/3"] {
            let request = try await stub.nextRequest()
            #expect(request.request.head.path == path)
            request.respond(with: .status(204))
        }
        await upgraded.wait { $0.total == 0 }
    }

    @Test func drainSendsWhatCanBeSentAndReturnsWhatIsLeft() async throws {
        let outbox = try open(
            StubTransport { request in .status(request.bodyText.contains("\"id\":3") ? 404 : 204) }, Self.order)
        for id in 1...5 { try await outbox.enqueue(Self.order, Post(id: id, text: "")) }
        #expect(await outbox.drain(until: test.clock.date.addingTimeInterval(60)) == 1)
        #expect(await outbox.state.failed == 1)
    }

    @Test func nothingSecretIsStored() async throws {
        struct Vault: Service {
            let baseURL = "https://vault.example/v1"
            let privateCredentials: Credentials? = .bearer("hush-bearer")
        }
        let write = DurableWrite<Vault, Int, Data>("rate") { id in
            Request(
                "rate/\(id)", method: .post, query: ["session_id": "hush-session", "stars": 5], body: .json(["s": 5])
            )
            .header(HTTPField.Name("X-Token")!, "hush-field").access(.private)
        }
        let stub = StubTransport()
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.time = test.clock.time
        let client = Client(Vault(), configuration)
        let open = { () throws(OutboxError) in
            var writes = OutboxWrites()
            try writes.register(write.repeating(.byKey()), with: client)
            return try Outbox(file: test.folder.file, writes: writes, settings: test.settings, time: test.clock.time)
        }
        let outbox = try open()
        try await outbox.enqueue(write.repeating(.byKey()), 7)
        let first = try await stub.nextRequest()
        #expect(first.request.head.path == "/v1/rate/7?stars=5&session_id=hush-session")
        #expect(first.request.head.headerFields[.authorization] == "Bearer hush-bearer")
        #expect(try !test.folder.contains("hush"))
        await outbox.close()
        let again = try open()
        let second = try await stub.nextRequest()
        #expect(second.request.head.path == "/v1/rate/7?stars=5&session_id=hush-session")
        #expect(second.request.head.headerFields[HTTPField.Name("X-Token")!] == "hush-field")
        second.respond(
            with: StubTransport.Response(
                headers: [.setCookie: "id=hush-cookie", .contentType: "application/json"],
                chunks: [Data(#"{"token":"hush-token"}"#.utf8)]))
        await again.wait { $0.total == 0 }
        #expect(try !test.folder.contains("hush"))
    }

    @Test func inputsAndBodiesWithSecretMembersAreRefused() async throws {
        let signUp = DurableWrite<Forum, [String: String], Void>("signUp") {
            Request("accounts", method: .post, body: .json($0), reading: .nothing)
        }
        let form = DurableWrite<Forum, Int, Void>("form") {
            Request("forms/\($0)", method: .post, body: .form(["password": "hush"]), reading: .nothing)
        }
        let outbox = try test.open(StubTransport()) { writes, client throws(OutboxError) in
            try writes.register(signUp, with: client)
            try writes.register(form, with: client)
        }
        let first = await outboxFailure { () throws(OutboxError) in
            try await outbox.enqueue(signUp, ["name": "Ann", "password": "hush"])
        }
        #expect(first == .unsendable("its input has the secret member password"))
        let second = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(form, 1) }
        #expect(second == .unsendable("its body has the secret member password"))
        #expect(try !test.folder.contains("hush"))
    }
}
#endif
