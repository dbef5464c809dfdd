import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTesting
import FreshetTransfers
import HTTPTypes
import Testing

/// What renewals, and the waits for them, count towards: limits, timeouts, budgets and the calendar.
@Suite(.timeLimit(.minutes(5)))
struct RenewalLimitTests {
    private let office = TicketOffice()

    /// Holds the responses of the login server.
    private func holdRenewals() -> Gate {
        let gate = Gate()
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        return gate
    }

    // MARK: - Counts

    @Test func aCallIsSentAtMostThreeTimes() async throws {
        let office = office
        let store = MemoryTokenStore(StoredToken(account: "ann", token: office.issue(), requested: office.clock.date))
        let client = office.client(office.session(store: store))
        office.onShop { _ in
            // Another process stores the next token, which is refused, too.
            _ = store.write(
                StoredToken(account: "ann", token: office.issue(), requested: office.clock.date), replacing: nil)
            return TicketOffice.refusal()
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .own()) }
        #expect(error?.authentication == .refused && office.renewals == 0)
        #expect(office.sentTokens == ["token-of-ann-2", "token-of-ann-3", "token-of-ann-4"])
        #expect(office.steps.last?.reason == "it was sent 3 times")
    }

    @Test func failedRenewalsCountTowardsTheLimit() async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        // Without a pause after each.
        office.onLogin { _ in .status(503, headers: [.retryAfter: "0"]) }
        var codes: [String?] = []
        for _ in 1...7 {
            codes.append(await failure { () async throws(FetchError) in try await client.value(for: .own()) }?.code)
        }
        let failed = Array(repeating: "authentication.renewal_failed", count: 5)
        #expect(codes == failed + Array(repeating: "authentication.too_many_renewals", count: 2))
        #expect(office.renewals == 5)
        office.clock.advance(by: .seconds(30))
        office.onLogin { _ in nil }
        #expect(try await client.value(for: .own()).name == "ann")
    }

    @Test func theWaitForATokenIsNeitherIdleNorAnAttemptNorARetry() async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session) { configuration in
            configuration.limits.idleTimeout = .seconds(5)
            configuration.retry = RetryPolicy(
                base: .zero, attemptTimeout: .seconds(5), budget: RetryBudget(share: 0, reserve: 0))
        }
        office.refuseAll()
        let gate = holdRenewals()
        let task = Task { try await client.response(for: .own()) }
        try await gate.waitUntilWaiting()
        try await office.waitForWaiting()
        for _ in 1...4 {
            office.clock.advance(by: .seconds(5))
            try await tasksAtRest()
        }
        gate.open()
        let response = try await task.value
        #expect(response.value.name == "ann" && response.metrics.attempts == 2)
        let steps = office.events.events.map(\.step)
        #expect(!steps.contains { if case .retry = $0 { true } else { false } })
        #expect(!steps.contains { if case .retryStopped = $0 { true } else { false } })
    }

    // MARK: - Deadlines

    @Test("What has no deadline waits no longer than the renewal may take", arguments: [false, true])
    func transfers(isDownload: Bool) async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        let gate = holdRenewals()
        let target = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID().uuidString)")
        let task = Task {
            await failure { () async throws(FetchError) in
                if isDownload {
                    _ = try await client.download(Request<Shop, Data>("file", reading: .data), to: target)
                } else {
                    _ = try await client.stream(for: .item("tea"))
                }
            }
        }
        try await gate.waitUntilWaiting()
        try await office.waitForWaiting()
        office.clock.advance(by: .seconds(30))
        let error = await task.value
        gate.open()
        guard case .renewalFailed(let reason)? = error?.authentication else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.kind == .timedOut(.call(.seconds(30))))
    }

    // MARK: - The calendar

    @Test("While the process runs, the calendar may jump", arguments: [86_400.0, -86_400.0])
    func calendar(jump: TimeInterval) async throws {
        let shift = Lock(0.0)
        office.issueTokens(for: 600)
        var configuration = ClientConfiguration(transport: office.loginServer, cache: nil)
        configuration.time = TimeSource(office.clock) { [clock = office.clock] in
            clock.date.addingTimeInterval(shift.withLock { $0 })
        }
        let session = AuthenticationSession(TicketOffice.Tokens(), configuration)
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        #expect(try await client.value(for: .own()).name == "ann")
        shift.withLock { $0 = jump }
        office.clock.advance(by: .seconds(539))
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 0)
        office.clock.advance(by: .seconds(61))
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 1 && office.sentTokens.last == "token-of-ann-3")
    }

    @Test func aStoredTokenFromTheFutureIsUsedUntilItIsRefused() async throws {
        office.issueTokens(for: 600)
        let requested = office.clock.date.addingTimeInterval(86_400)
        let store = MemoryTokenStore(StoredToken(account: "ann", token: office.issue(), requested: requested))
        let client = office.client(office.session(store: store))
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 0)
        office.refuseAll()
        #expect(try await client.value(for: .own()).name == "ann")
        #expect(office.renewals == 1)
    }
}
