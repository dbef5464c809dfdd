import Foundation
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetAuthentication
@testable import FreshetCore

/// Sign-ins, sign-outs, expiries, late and lost responses and cancellations in a random order, against a small model:
/// which account a call began for, and which sign-in a token belongs to.
@Suite(.timeLimit(.minutes(60)))
struct RandomSessionTests {
    @Test func noOrderOfEventsMixesAccounts() async throws {
        for seed in 1...TestLength.count(100, long: 10_000) {
            let run = RandomRun(seed: UInt64(seed))
            await run.play(steps: 40)
            try await run.end()
            let problems = run.problems
            #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(3))")
            guard problems.isEmpty else { return }
        }
    }
}

/// A renewal at the server: from when its request is received until it has ended, or its cancellation has arrived.
private final class ReceivedRenewal: Sendable {
    private enum Phase {
        case awaited, running, ended
    }

    private let phase = Lock(Phase.awaited)
    private let count: @Sendable (_ change: Int) -> Void

    init(count: @escaping @Sendable (_ change: Int) -> Void) { self.count = count }

    /// Returns `false` for a request that was cancelled before: it is never received.
    func begin() -> Bool {
        phase.withLock { phase in
            guard phase == .awaited else { return false }
            phase = .running
            count(1)
            return true
        }
    }

    func end() {
        phase.withLock { phase in
            if phase == .running { count(-1) }
            phase = .ended
        }
    }
}

/// One random order of events.
private final class RandomRun: Sendable {
    private struct Token: Codable, Sendable {
        let account: String
        /// The number of the sign-in that it comes from.
        let signIn: Int
        let number: Int
    }

    private struct Tokens: Authenticator {
        func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] {
            [.bearer("\(token.account)-\(token.signIn)-\(token.number)")]
        }

        func lifetime(of token: Token) -> Duration? { .seconds(100) }

        func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
            try await renewal.client(for: TicketOffice.Login()).value(
                for: Request("token", method: .post, body: .json(token, encoder: JSONEncoder.freshet)))
        }
    }

    private enum Outcome: CaseIterable {
        case responded, lost, failed, refused
    }

    /// A request that a server holds until the schedule releases it.
    private struct Held: Sendable {
        let gate = Gate()
        let outcome = Lock(Outcome.responded)
    }

    private struct State {
        var random: SeededRandom
        var lastNumber = 0
        var accepted: Set<String> = []
        var account: String?
        var held: [Held] = []
        var isHolding = true
        /// The renewals under way, by their sign-in.
        var renewing: [Int: Int] = [:]
        var calls: [FetchTask] = []
        var open = 0
        var problems: [String] = []
    }

    private let state: Lock<State>
    private let clock = ManualClock()
    private let cache = HTTPCache(store: MemoryCacheStore())
    private let session: AuthenticationSession<Tokens>
    private let client: Client<Shop>

    init(seed: UInt64) {
        let state = Lock(State(random: SeededRandom(seed: seed)))
        self.state = state
        let login = StubTransport { request async throws(FetchError) in try await Self.renew(request, state) }
        let shop = StubTransport { request async throws(FetchError) in try await Self.serve(request, state) }
        var tokens = ClientConfiguration(transport: login, cache: nil)
        tokens.time = clock.time
        session = AuthenticationSession(Tokens(), tokens)
        var configuration = ClientConfiguration(transport: shop, cache: cache)
        configuration.authentication = .session(session)
        configuration.retry = RetryPolicy(attempts: 2, base: .zero, budget: nil)
        configuration.rateLimit = RateLimit(callsAtOnce: 3)
        configuration.time = clock.time
        client = Client(Shop(), configuration)
    }

    var problems: [String] { state.withLock { $0.problems } }

    private func choose<Choice>(_ choices: [Choice]) -> Choice {
        state.withLock { choices.randomElement(using: &$0.random)! }
    }

    // MARK: - Servers

    private static func hold(_ state: Lock<State>) async throws(FetchError) -> Outcome {
        let held = Held()
        let isHeld = state.withLock { state in
            if state.isHolding { state.held.append(held) }
            return state.isHolding
        }
        if isHeld { await held.gate.wait() }
        if Task.isCancelled { throw .cancelled }
        let outcome = held.outcome.withLock { $0 }
        if outcome == .lost { throw FetchError(.connectionLost) }
        return outcome
    }

    private static func renew(
        _ request: TransportRequest, _ state: Lock<State>
    ) async throws(FetchError) -> StubTransport.Response {
        guard case .bytes(let body) = request.body, let old = try? JSONDecoder().decode(Token.self, from: body) else {
            return .status(401)
        }
        let received = ReceivedRenewal { change in
            state.withLock { $0.renewing[old.signIn, default: 0] += change }
        }
        let response = await withTaskCancellationHandler {
            await Self.result { () async throws(FetchError) in
                guard received.begin() else { throw .cancelled }
                defer { received.end() }
                return try await token(replacing: old, state)
            }
        } onCancel: {
            received.end()
        }
        return try response.get()
    }

    private static func result(
        _ body: () async throws(FetchError) -> StubTransport.Response
    ) async -> Result<StubTransport.Response, FetchError> {
        do throws(FetchError) { return .success(try await body()) } catch { return .failure(error) }
    }

    private static func token(
        replacing old: Token, _ state: Lock<State>
    ) async throws(FetchError) -> StubTransport.Response {
        let outcome = try await hold(state)
        // One that has taken too long is being cancelled when the next one begins, and ends before all tasks are at rest.
        let areSideBySide = { @Sendable in state.withLock { $0.renewing[old.signIn, default: 0] > 1 } }
        if areSideBySide() { try? await tasksAtRest() }
        if areSideBySide(), !Task.isCancelled {
            state.withLock { $0.problems.append("two renewals side by side of sign-in \(old.signIn)") }
        }
        switch outcome {
        case .failed: return .status(503)
        case .refused: return .json(#"{"error":"invalid_grant"}"#, status: 400)
        case .responded, .lost:
            let new = state.withLock { state in
                state.lastNumber += 1
                let new = Token(account: old.account, signIn: old.signIn, number: state.lastNumber)
                state.accepted.insert("\(new.account)-\(new.signIn)-\(new.number)")
                return new
            }
            return StubTransport.Response(
                headers: [.contentType: "application/json"], chunks: [(try? JSONEncoder().encode(new)) ?? Data()])
        }
    }

    private static func serve(
        _ request: TransportRequest, _ state: Lock<State>
    ) async throws(FetchError) -> StubTransport.Response {
        let field = request.head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) }
        switch try await hold(state) {
        case .failed: return .status(503)
        case .refused where field != nil: return TicketOffice.refusal()
        default: break
        }
        if let field, !state.withLock({ $0.accepted.contains(field) }) { return TicketOffice.refusal() }
        let name = field.map { $0.prefix { $0 != "-" } } ?? "nobody"
        return StubTransport.Response(
            headers: [.contentType: "application/json", .cacheControl: "max-age=20, stale-while-revalidate=50"],
            chunks: [Data(#"{"name":"\#(name)"}"#.utf8)])
    }

    // MARK: - Events

    func play(steps: Int) async {
        for _ in 0..<steps {
            switch choose(Array(0..<20)) {
            case 0..<2: await signIn()
            case 2: await signOut()
            case 3: state.withLock { $0.accepted = [] }
            case 4..<6: clock.advance(by: .seconds(choose([1, 10, 31, 60, 95])))
            case 6..<12: call()
            case 12..<14: cancel()
            default: release()
            }
            await passTurns(choose([0, 1, 5, 30]))
        }
    }

    private func signIn() async {
        let account = choose(["ann", "ben"])
        let token = state.withLock { state in
            state.lastNumber += 1
            state.account = account
            let token = Token(account: account, signIn: state.lastNumber, number: state.lastNumber)
            state.accepted.insert("\(account)-\(token.signIn)-\(token.number)")
            return token
        }
        try? await session.signIn(token, account: account)
    }

    private func signOut() async {
        let account = state.withLock { state in
            defer { state.account = nil }
            return state.account
        }
        try? await session.signOut()
        guard let account else { return }
        let identity = SessionEpoch(number: 0, account: account).identity
        let left = (try? await cache.entries())?.filter { $0.key.identity == identity } ?? []
        if !left.isEmpty { note("\(left.count) responses of \(account) outlived the sign-out") }
    }

    private func call() {
        let item = choose(["tea", "coffee", "milk"])
        let sharing = choose([RequestSharing.inFlight, .never])
        let expected = state.withLock { state in
            state.open += 1
            return state.account ?? "nobody"
        }
        let task = client.start(.item(item).sharing(sharing).timeout(.seconds(120))) { [self] result in
            state.withLock { $0.open -= 1 }
            switch result {
            case .success(let response) where response.value.name != expected:
                note("a call of \(expected) got a response of \(response.value.name)")
            default: break
            }
        }
        state.withLock { $0.calls.append(task) }
    }

    private func cancel() {
        let task = state.withLock { state in state.calls.randomElement(using: &state.random) }
        task?.cancel()
    }

    private func release() {
        let outcome = choose(Outcome.allCases + [.responded, .responded, .responded])
        let held = state.withLock { state -> Held? in
            guard let index = state.held.indices.randomElement(using: &state.random) else { return nil }
            return state.held.remove(at: index)
        }
        held?.outcome.withLock { $0 = outcome }
        held?.gate.open()
    }

    private func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

    // MARK: - The end

    /// Lets everything go on, and checks that every call ends and that each stored response belongs to its account.
    func end() async throws {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for held in held { held.gate.open() }
        try await clock.run { state.withLock { $0.open } == 0 }
        let names = Dictionary(
            uniqueKeysWithValues: ["ann", "ben", nil].map {
                (SessionEpoch(number: 0, account: $0).identity, $0 ?? "nobody")
            })
        for entry in (try? await cache.entries()) ?? [] {
            guard let body = try? await cache.store.body(of: entry),
                let item = try? JSONDecoder().decode(Shop.Item.self, from: body)
            else { continue }
            if names[entry.key.identity] != item.name {
                note("a response of \(item.name) is stored for \(names[entry.key.identity] ?? "an unknown account")")
            }
        }
    }
}
