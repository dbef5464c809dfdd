import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetAuthentication

/// When tokens are renewed, and what calls see of it.
@Suite(.timeLimit(.minutes(5)))
struct RenewalTests {
    private let office = TicketOffice()

    /// A session of an account whose token the shop accepts.
    private func signedIn(
        _ tokens: TicketOffice.Tokens = .init()
    ) async throws -> AuthenticationSession<
        TicketOffice.Tokens
    > {
        let session = office.session(tokens)
        try await session.signIn(office.issue(), account: "ann")
        return session
    }

    private func isCancelled<Value>(_ task: Task<Value, any Error>) async -> Bool {
        do {
            _ = try await task.value
            return false
        } catch {
            return (error as? FetchError)?.isCancellation == true
        }
    }

    // MARK: - Refused tokens

    @Test func aRefusedTokenIsRenewedAndTheCallIsSentAgain() async throws {
        let client = office.client(try await signedIn())
        office.refuseAll()
        let response = try await client.response(for: .own())
        #expect(response.value.name == "ann" && response.metrics.attempts == 2)
        #expect(office.renewals == 1 && office.sentTokens == ["token-of-ann-2", "token-of-ann-3"])
        #expect(office.steps.map(\.action) == [.sendingAgain, .waiting, .ready])
    }

    @Test func aLateRefusalOfTheOldTokenRenewsNothing() async throws {
        let (office, gate) = (office, Gate())
        let client = office.client(try await signedIn())
        office.onShop { request in
            guard request.head.path == "/v1/items/slow" else { return nil }
            if request.head.headerFields[.authorization] == "Bearer token-of-ann-2" {
                await gate.wait()
                return TicketOffice.refusal()
            }
            return nil
        }
        let slow = Task { try await client.value(for: .own("slow")).name }
        try await gate.waitUntilWaiting()
        office.refuseAll()
        #expect(try await client.value(for: .own()).name == "ann")
        gate.open()
        #expect(try await slow.value == "ann")
        #expect(office.renewals == 1)
    }

    @Test func aTokenThatIsRefusedAtOnceAgainIsFinal() async throws {
        let client = office.client(try await signedIn())
        office.onShop { _ in TicketOffice.refusal() }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(error?.authentication == .refused && error?.response?.head.status == .unauthorized)
        #expect(office.shopServer.requests.count == 2 && office.renewals == 1)
    }

    @Test func atMostFiveRenewalsInHalfAMinute() async throws {
        let client = office.client(try await signedIn())
        office.onShop { _ in TicketOffice.refusal() }
        var failures: [FetchError.AuthenticationFailure?] = []
        for _ in 1...7 {
            failures.append(
                await failure { () async throws(FetchError) in try await client.value(for: .own()) }?.authentication)
        }
        #expect(failures == Array(repeating: .refused, count: 5) + [.tooManyRenewals, .tooManyRenewals])
        #expect(office.renewals == 5)
        office.clock.advance(by: .seconds(30))
        office.onShop { _ in nil }
        #expect(try await client.value(for: .own()).name == "ann")
    }

    @Test func attemptsAndRetriesAreCountedApart() async throws {
        let client = office.client(try await signedIn()) { $0.retry = RetryPolicy(base: .zero, budget: nil) }
        let counter = Counter()
        office.onShop { _ in counter.next == 1 ? .status(503) : nil }
        office.refuseAll()
        let response = try await client.response(for: .own())
        // Failed, refused, accepted.
        #expect(response.metrics.attempts == 3)
        let steps = office.events.events.map(\.step)
        #expect(steps.count(where: { if case .retry = $0 { true } else { false } }) == 1)
        let resend = try #require(
            steps.firstIndex { if case .authentication(let step) = $0 { step.action == .sendingAgain } else { false } })
        #expect(steps[resend...].contains(.attempt(number: 3)))
    }

    // MARK: - Renewals ahead

    @Test func newCallsWaitDuringARenewalAfterARefusal() async throws {
        let (office, gate) = (office, Gate())
        let client = office.client(try await signedIn())
        office.refuseAll()
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        let tasks = (0..<10).map { number in Task { try await client.value(for: .own("\(number)")).name } }
        try await office.waitForWaiting(count: 10)
        let late = Task { try await client.value(for: .own("late")).name }
        try await office.waitForWaiting(count: 11)
        gate.open()
        for task in tasks + [late] { #expect(try await task.value == "ann") }
        #expect(office.renewals == 1)
        #expect(!office.sentTokens.dropFirst(10).contains("token-of-ann-2"))
    }

    @Test func aRenewalAheadDelaysNobody() async throws {
        let (office, gate) = (office, Gate())
        office.issueTokens(for: 600)
        let client = office.client(try await signedIn())
        #expect(try await client.value(for: .own()).name == "ann")
        office.clock.advance(by: .seconds(550))
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        #expect(try await client.value(for: .own()).name == "ann")
        try await gate.waitUntilWaiting()
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.sentTokens == Array(repeating: "token-of-ann-2", count: 3))
        #expect(office.steps.isEmpty)
        gate.open()
        try await tasksAtRest()
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.sentTokens.last == "token-of-ann-3" && office.renewals == 1)
    }

    @Test func aRenewalAheadThatFailsLeavesTheOldTokenInUse() async throws {
        let office = office
        office.issueTokens(for: 600)
        let client = office.client(try await signedIn())
        #expect(try await client.value(for: .own()).name == "ann")
        office.clock.advance(by: .seconds(550))
        let failed = Gate()
        office.onLogin { _ async throws(FetchError) in
            failed.open()
            throw FetchError(.cannotConnect(.offline))
        }
        for _ in 1...3 { #expect(try await client.value(for: .own()).name == "ann") }
        await failed.wait()
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.sentTokens.allSatisfy { $0 == "token-of-ann-2" })
    }

    @Test func theLifetimeCountsFromTheSendingOfTheRenewal() async throws {
        let (office, gate) = (office, Gate())
        office.issueTokens(for: 100)
        let client = office.client(try await signedIn())
        #expect(try await client.value(for: .own()).name == "ann")
        office.clock.advance(by: .seconds(100))
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        let task = Task { try await client.value(for: .own()).name }
        try await gate.waitUntilWaiting()
        office.clock.advance(by: .seconds(20))
        gate.open()
        #expect(try await task.value == "ann")
        // 80 of its 100 seconds are left: it is renewed ahead after 70 of them, and at the latest after 80.
        office.clock.advance(by: .seconds(80))
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 2 && office.sentTokens.last == "token-of-ann-4")
    }

    // MARK: - Tokens that nobody used

    /// A request whose body can be sent once.
    private static func upload() -> Request<Shop, Shop.Item> {
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("x".utf8))
            continuation.finish()
        }
        return Request("items", method: .post, body: .stream(chunks))
    }

    @Test("A token that ended before its first use is not sent", arguments: [false, true])
    func idle(isUpload: Bool) async throws {
        office.issueTokens(for: 100)
        let client = office.client(try await signedIn())
        office.refuseAll()
        office.clock.advance(by: .seconds(3600))
        #expect(try await client.value(for: isUpload ? Self.upload() : .own()).name == "ann")
        #expect(office.renewals == 1 && office.sentTokens == ["token-of-ann-3"])
    }

    @Test func aTokenThatWasRenewedAheadAndThenEndedIsNotSent() async throws {
        let gate = Gate()
        office.issueTokens(for: 600)
        let session = try await signedIn()
        let client = office.client(session)
        office.clock.advance(by: .seconds(550))
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        #expect(try await client.value(for: .own()).name == "ann")
        gate.open()
        try await eventually { session.state.withLock({ $0.machine.lastToken }) >= 2 }
        office.clock.advance(by: .seconds(7200))
        office.refuseAll()
        #expect(try await client.value(for: Self.upload()).name == "ann")
        #expect(office.sentTokens == ["token-of-ann-2", "token-of-ann-4"])
    }

    @Test func aServerWhoseTokensHaveEndedWhenTheyComeIsAskedOnceForEachCall() async throws {
        office.issueTokens(for: 0)
        let client = office.client(try await signedIn())
        for number in 1...4 {
            #expect(try await client.response(for: .own()).metrics.attempts == 1)
            #expect(office.renewals == number - 1)
        }
        let task = Task { try await client.response(for: Self.upload()).value.name }
        #expect(try await task.value == "ann")
        #expect(office.renewals == 4)
    }

    @Test func aTokenThatEndsWhileACallWaitsForItsPlaceIsRenewedOnce() async throws {
        let (office, gate) = (office, Gate())
        office.issueTokens(for: 100)
        let client = office.client(try await signedIn()) { configuration in
            configuration.rateLimit = RateLimit(callsAtOnce: 1)
            configuration.limits.callTimeout = .seconds(100_000)
            configuration.limits.idleTimeout = .seconds(100_000)
        }
        office.onShop { request in
            if request.head.path == "/v1/items/slow" { await gate.wait() }
            return nil
        }
        let slow = Task { try await client.value(for: .own("slow")).name }
        try await gate.waitUntilWaiting()
        let waiting = Task { try await client.value(for: Self.upload()).name }
        try await office.events.waitForEvents { if case .queued = $0.step { true } else { false } }
        office.clock.advance(by: .seconds(150))
        gate.open()
        #expect(try await slow.value == "ann")
        #expect(try await waiting.value == "ann")
        #expect(office.renewals == 1 && office.sentTokens == ["token-of-ann-2", "token-of-ann-3"])
    }

    // MARK: - Whose task, whose deadline

    @Test func theRenewalOutlivesTheCallThatBeganIt() async throws {
        let (office, gate) = (office, Gate())
        let client = office.client(try await signedIn())
        office.refuseAll()
        office.onLogin { _ in
            await gate.wait()
            return Task.isCancelled ? .status(500) : nil
        }
        let first = Task { try await client.value(for: .own("first")).name }
        try await gate.waitUntilWaiting()
        let second = Task { try await client.value(for: .own("second")).name }
        try await office.waitForWaiting(count: 2)
        first.cancel()
        #expect(await isCancelled(first))
        // It was sent: with the last call gone it goes on, too, and the next call finds its token.
        second.cancel()
        #expect(await isCancelled(second))
        gate.open()
        #expect(try await client.value(for: .own("third")).name == "ann")
        #expect(office.renewals == 1 && office.sentTokens.last == "token-of-ann-3")
    }

    @Test func aRenewalThatWasNotSentEndsWithTheLastCall() async throws {
        let store = GatedStore()
        let session = office.session(store: store)
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        store.isHeld.withLock { $0 = true }
        let task = Task { try await client.value(for: .own()).name }
        try await store.gate.waitUntilWaiting()
        task.cancel()
        #expect(await isCancelled(task))
        store.isHeld.withLock { $0 = false }
        store.gate.open()
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 1)
    }

    @Test func callsEndAtTheirOwnDeadlineAndTheRenewalAtItsOwn() async throws {
        let (office, gate) = (office, Gate())
        let client = office.client(try await signedIn())
        office.refuseAll()
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        let quick = Task { try await client.value(for: .own("quick").timeout(.seconds(5))) }
        let slow = Task { try await client.value(for: .own("slow").timeout(.seconds(300))) }
        try await gate.waitUntilWaiting()
        try await office.waitForWaiting(count: 2)
        office.clock.advance(by: .seconds(5))
        let first = await failure { () async throws(FetchError) in try await Self.value(of: quick) }
        #expect(first?.kind == .timedOut(.call(.seconds(5))))
        office.clock.advance(by: .seconds(25))
        let second = await failure { () async throws(FetchError) in try await Self.value(of: slow) }
        gate.open()
        // The session and the call of its request have the same deadline: the error has the request or not.
        guard case .renewalFailed(let reason) = second?.authentication else {
            Issue.record("The renewal did not end: \(String(describing: second))")
            return
        }
        #expect(reason.kind == .timedOut(.call(.seconds(30))))
    }

    private static func value<Value>(of task: Task<Value, any Error>) async throws(FetchError) -> Value {
        do { return try await task.value } catch { throw error as? FetchError ?? .cancelled }
    }

    @Test func theRenewalHasNeitherTheLocalValuesNorThePriorityOfItsCaller() async throws {
        let (office, seen, priority) = (office, Lock<[String?]>([]), Lock(TaskPriority?.none))
        let client = office.client(try await signedIn())
        office.refuseAll()
        office.onLogin { _ in
            seen.withLock { $0.append(Local.name) }
            priority.withLock { $0 = Task.basePriority }
            return nil
        }
        try await Local.$name.withValue("caller") {
            _ = try await Task(priority: .background) { try await client.value(for: .own()) }.value
        }
        #expect(seen.withLock { $0 } == [nil] && priority.withLock { $0 } == .medium)
    }

    @Test func aRenewalThroughItsOwnSessionThrowsInsteadOfWaitingForItself() async throws {
        let office = office
        let inner = Lock<Client<Shop>?>(nil)
        let errors = Lock<[FetchError?]>([])
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        inner.withLock { $0 = office.client(session) }
        office.refuseAll()
        office.onLogin { _ in
            let client = inner.withLock { $0 }
            let error = await failure { () async throws(FetchError) in try await client?.value(for: .item("coffee")) }
            errors.withLock { $0.append(error) }
            return nil
        }
        let client = office.client(session)
        #expect(try await client.value(for: .own()).name == "ann")
        guard case .invalidRequest? = errors.withLock({ $0 }).first??.kind else {
            Issue.record("\(errors.withLock { $0 })")
            return
        }
    }

    // MARK: - Failures

    @Test(
        "A refused renewal signs out; nothing is sent until the next sign-in",
        arguments: [400, 401])
    func refusedRenewals(status: Int) async throws {
        let session = try await signedIn()
        let cache = HTTPCache()
        let client = office.client(session, cache: cache)
        office.onShop { [office] in office.response(to: $0, headers: [.cacheControl: "max-age=60"]) }
        #expect(try await client.value(for: .item("tea")).name == "ann")
        office.refuseAll()
        office.onLogin { _ in .json(#"{"error":"invalid_grant"}"#, status: status) }
        for _ in 1...3 {
            let error = await failure { () async throws(FetchError) in try await client.value(for: .own("coffee")) }
            #expect(error?.authentication == .signedOut)
        }
        #expect(office.renewals == 1 && office.shopServer.requests.count == 2)
        #expect(session.current == .needsSignIn(account: "ann"))
        // What is stored of the account can still be read.
        #expect(try await client.value(for: .item("tea")).name == "ann")
        office.onLogin { _ in nil }
        try await session.signIn(office.issue(), account: "ann")
        #expect(try await client.value(for: .own("coffee")).name == "ann")
    }

    @Test(
        "Codes, and else status 401, end the sign-in",
        arguments: [
            (200, "application/json", #"{"error":"bad_refresh_token","error_description":"Spent."}"#, true),
            (200, "application/json", #"{"ok":false,"error":"invalid_refresh_token"}"#, true),
            (403, "application/json", #"{"error":"invalid_grant","error_description":7}"#, true),
            (400, "application/json", #"{"error":"interaction_required"}"#, true),
            (401, "application/json", #"{"message":"Expired."}"#, true),
            (401, "application/json", #"{"error":"REFRESH_EXPIRED"}"#, true), (401, "text/plain", "", true),
            (401, "application/json", #"{"error":"invalid_client"}"#, false),
            (401, "text/html", "<html>Gateway</html>", false), (400, "text/html", "<html>Gateway</html>", false),
            (400, "application/json", #"{"error":"invalid_request"}"#, false),
            (400, "application/json", #"{"error":"temporarily_unavailable"}"#, false),
            (400, "application/json", #"{"error":""}"#, false), (400, "text/plain", "", false),
            (200, "text/html", "<html>Gateway</html>", false), (200, "application/json", "{}", false),
            (403, "application/json", #"{"error":"access_denied"}"#, false),
        ])
    func endsOfTheSignIn(status: Int, type: String, body: String, isEnd: Bool) async throws {
        let session = try await signedIn()
        let client = office.client(session)
        office.refuseAll()
        office.onLogin { _ in
            StubTransport.Response(status: status, headers: [.contentType: type], chunks: [Data(body.utf8)])
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect((error?.authentication == .signedOut) == isEnd, "\(String(describing: error))")
        #expect(session.current == (isEnd ? .needsSignIn(account: "ann") : .signedIn(account: "ann")))
        let code = (try? JSONDecoder().decode([String: String].self, from: Data(body.utf8)))?["error"]
        if let code, !code.isEmpty { #expect(error?.serviceError?.code == code) }
        office.onLogin { _ in nil }
        office.clock.advance(by: .seconds(1))
        let later = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(later?.authentication == (isEnd ? .signedOut : nil) && office.renewals == (isEnd ? 1 : 2))
    }

    /// Tokens of a server that refuses spent ones with a status of its own.
    private struct DeskTokens: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }

        func renew(_ token: String, in renewal: Renewal) async throws(FetchError) -> String {
            try await renewal.client(for: TicketOffice.Login()).value(for: Request("token", method: .post))
        }

        func endsSignIn(_ error: FetchError) -> Bool { error.status == .conflict }
    }

    @Test("An authenticator knows the refusals of its server", arguments: [(409, true), (401, false)])
    func ownRefusals(status: Int, isEnd: Bool) async throws {
        let configuration = ClientConfiguration(transport: StubTransport { _ in .status(status) }, cache: nil)
        let session = AuthenticationSession(DeskTokens(), configuration)
        try await session.signIn("a", account: "ann")
        let client = Client(
            Shop(), transport: StubTransport { _ in TicketOffice.refusal() }, cache: nil,
            authentication: .session(session))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect((error?.authentication == .signedOut) == isEnd)
        #expect(session.current == (isEnd ? .needsSignIn(account: "ann") : .signedIn(account: "ann")))
    }

    @Test(
        "Other failures keep the token",
        arguments: [FetchError(.cannotConnect(.offline)), FetchError(.connectionLost), FetchError(.tls("untrusted"))])
    func passingFailures(failing: FetchError) async throws {
        let session = try await signedIn()
        let client = office.client(session)
        office.refuseAll()
        office.onLogin { _ async throws(FetchError) in throw failing }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        guard case .renewalFailed(let reason)? = error?.authentication else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.kind == failing.kind && error?.isRetryable == failing.isRetryable)
        #expect(session.current == .signedIn(account: "ann"))
        #expect(office.renewals == 1)
        office.onLogin { _ in nil }
        office.clock.advance(by: .seconds(1))
        #expect(try await client.value(for: .own()).name == "ann")
    }

    @Test func aRenewalIsNotRepeatedByTheRetries() async throws {
        let client = office.client(try await signedIn()) { $0.retry = RetryPolicy(base: .zero, budget: nil) }
        office.refuseAll()
        office.onLogin { _ async throws(FetchError) in throw FetchError(.connectionLost) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(error?.code == "authentication.renewal_failed" && error?.isRetryable == true)
        #expect(office.renewals == 1 && office.shopServer.requests.count == 1)
    }

    @Test func withoutAConnectionTheStoredResponseStandsIn() async throws {
        office.issueTokens(for: 100)
        let client = office.client(try await signedIn(), cache: HTTPCache())
        office.onShop { [office] in office.response(to: $0, headers: [.cacheControl: "max-age=60"]) }
        #expect(try await client.value(for: .item("tea")).name == "ann")
        office.clock.advance(by: .seconds(3600))
        office.onLogin { _ async throws(FetchError) in throw FetchError(.cannotConnect(.offline)) }
        let response = try await client.response(for: .item("tea"))
        #expect(response.value.name == "ann" && response.source.isStale)
    }

    // MARK: - Stores

    @Test func theTokenIsStoredBeforeAnybodyGoesOn() async throws {
        let store = GatedStore()
        let session = office.session(store: store)
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        store.holdsWrites.withLock { $0 = true }
        let task = Task { try await client.value(for: .own()).name }
        try await store.gate.waitUntilWaiting()
        #expect(office.sentTokens == ["token-of-ann-2"])
        store.gate.open()
        #expect(try await task.value == "ann")
        #expect(store.stored?.token.number == 3)
    }

    @Test func aTokenThatAnotherProcessHasStoredIsUsedWithoutARenewal() async throws {
        let store = MemoryTokenStore<TicketOffice.Token>()
        let (session, other) = (office.session(store: store), office.session(store: store))
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        _ = try await client.value(for: .own())
        try await other.signIn(office.issue(), account: "ann")
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 0 && office.sentTokens.last == "token-of-ann-3")
    }

    @Test func whatAnotherProcessHasErasedStaysErased() async throws {
        let store = MemoryTokenStore<TicketOffice.Token>()
        let (office, session) = (office, office.session(store: store))
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        office.onLogin { _ in
            store.erase()
            return nil
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(error?.authentication == .signedOut)
        #expect(store.read() == nil && session.current == .needsSignIn(account: "ann"))
    }

    @Test func theTokenOfTheLastProcessIsReadWithTheFirstCall() async throws {
        let token = office.issue()
        let store = MemoryTokenStore(StoredToken(account: "ann", token: token, requested: office.clock.date))
        let session = office.session(store: store)
        #expect(session.current == .signedIn(account: "ann"))
        #expect(try await office.client(session).value(for: .own()).name == "ann")
        #expect(office.renewals == 0)
    }

    @Test func anOldTokenOfTheLastProcessIsRenewedFirst() async throws {
        office.issueTokens(for: 60)
        let requested = office.clock.date.addingTimeInterval(-61)
        let store = MemoryTokenStore(StoredToken(account: "ann", token: office.issue(), requested: requested))
        #expect(try await office.client(office.session(store: store)).value(for: .own()).name == "ann")
        #expect(office.renewals == 1 && office.sentTokens == ["token-of-ann-3"])
    }

    @Test func aRefusedTokenOfTheLastProcessIsRenewed() async throws {
        let store = MemoryTokenStore(
            StoredToken(account: "ann", token: office.issue(), requested: office.clock.date))
        office.refuseAll()
        #expect(try await office.client(office.session(store: store)).value(for: .own()).name == "ann")
        #expect(office.renewals == 1 && office.sentTokens == ["token-of-ann-2", "token-of-ann-3"])
    }

    @Test func aLockedStoreIsNotAnEmptyOne() async throws {
        let store = GatedStore()
        store.isLocked.withLock { $0 = true }
        let session = office.session(store: store)
        let cache = HTTPCache()
        let client = office.client(session, cache: cache)
        #expect(session.current == .signedIn(account: "ann"))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        guard case .renewalFailed(let reason)? = error?.authentication, case .file = reason.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(session.current == .signedIn(account: "ann"))
        store.put(StoredToken(account: "ann", token: office.issue(), requested: office.clock.date))
        store.isLocked.withLock { $0 = false }
        // Without a pause: it may have been unlocked by now.
        #expect(try await client.value(for: .own()).name == "ann")
    }

    @Test func anAccountWithoutAPersonObtainsItsFirstToken() async throws {
        let session = office.session(.init(obtains: true), account: "machine")
        let client = office.client(session)
        let tasks = (0..<5).map { number in Task { try await client.value(for: .own("\(number)")).name } }
        for task in tasks { #expect(try await task.value == "machine") }
        #expect(office.renewals == 1)
    }
}

private enum Local {
    @TaskLocal static var name: String?
}

/// A store whose operations a test holds, or which is locked.
final class GatedStore: TokenStore {
    let gate = Gate()
    let isHeld = Lock(false)
    let holdsWrites = Lock(false)
    let isLocked = Lock(false)
    private let base = MemoryTokenStore<TicketOffice.Token>()

    func account() -> String? { isLocked.withLock { $0 } ? "ann" : base.account() }

    /// The stored token, whatever the test holds.
    var stored: StoredToken<TicketOffice.Token>? { base.read() }

    func read() async throws(TokenStoreError) -> StoredToken<TicketOffice.Token>? {
        if isHeld.withLock({ $0 }) { await gate.wait() }
        if isLocked.withLock({ $0 }) { throw TokenStoreError("The device is locked.") }
        return base.read()
    }

    func put(_ token: StoredToken<TicketOffice.Token>) { _ = base.write(token, replacing: nil) }

    func write(
        _ token: StoredToken<TicketOffice.Token>, replacing old: UUID?
    ) async throws(TokenStoreError) -> Bool {
        if holdsWrites.withLock({ $0 }) { await gate.wait() }
        return base.write(token, replacing: old)
    }

    func erase() { base.erase() }
}
