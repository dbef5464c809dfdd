import Foundation
import FreshetCore
import HTTPTypes
import Testing

@testable import FreshetAuthentication

/// The decisions of a session, event by event.
final class SessionMachineTests {
    private typealias Machine = SessionMachine<String, Int>

    private var machine = Machine(account: "ann", leeway: .seconds(60))

    private func issued(
        _ token: String, at since: Duration = .zero, lifetime: Duration? = nil, isOld: Bool = false,
        isStored: Bool = true
    ) -> Machine.Issued {
        Machine.Issued(
            id: UUID(), token: token, since: since, lifetime: lifetime, isOld: isOld, isStored: isStored)
    }

    /// What a call does, in words.
    private func call(at now: Duration = .zero, mustLast: Bool = false, as account: String = "ann") -> String {
        switch machine.acquire(for: account, at: now, mustLast: mustLast) {
        case .ready(nil): "ready"
        case .ready(let renewal?): "ready, starts \(renewal.number)"
        case .waits(nil): "waits"
        case .waits(let renewal?): "waits, starts \(renewal.number)"
        case .fails(let error): "fails: \(error.code)"
        case .accountChanged: "account changed"
        }
    }

    private func adopt(_ new: Machine.Issued, by number: UInt64) -> [Int]? {
        machine.adopt(new, by: number)?.sorted()
    }

    /// Returns the renewal that ends when a call leaves.
    private func leave(_ id: UInt64) -> UInt64? { machine.leave(id)?.abandoned }

    private func send(_ number: UInt64) -> Bool { machine.send(number) }

    private func use() -> String? { machine.use(at: nil)?.token }

    private func refuse(_ number: UInt64, began: UInt64) -> TokenVerdict {
        machine.refuse(number, Self.refusal, for: "ann", began: began)
    }

    private func signOut() -> [Int]? { machine.signOut()?.waiters }

    private func fail(_ number: UInt64) -> [Int]? {
        machine.fail(number, FetchError(.authentication(.signedOut)), at: .zero)?.waiters
    }

    private func countRenewal(at seconds: Int) -> Bool { machine.countRenewal(at: .seconds(seconds)) }

    private static let refusal = HTTPResponse(status: .unauthorized)
    private static let busy = FetchError.Response(
        head: HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "7"]))

    @Test func oneRenewalServesAllWhoWait() {
        #expect(call() == "waits, starts 1")
        machine.wait(1, 10)
        #expect(call() == "waits")
        machine.wait(2, 20)
        #expect(adopt(issued("a"), by: 1) == [10, 20])
        #expect(call() == "ready")
        #expect(use() == "a")
    }

    @Test func whoWaitsGoesOnInTheOrderOfArrival() {
        #expect(call() == "waits, starts 1")
        for number in 1...100 { machine.wait(UInt64(number), number) }
        let waiters = machine.adopt(issued("a"), by: 1)
        #expect(waiters == Array(1...100))
    }

    @Test func whoIsRefusedWithAnOldTokenIsSentAgainWithoutARenewal() {
        _ = machine.signIn("ann", with: issued("a"))
        _ = machine.signIn("ann", with: issued("b"))
        #expect(refuse(1, began: 1) == .sendAgain)
        #expect(call() == "ready")
        #expect(refuse(2, began: 2) == .sendAgain)
        #expect(call() == "waits, starts 3")
        #expect(use() == nil)
    }

    @Test func aRefusedTokenThatWasIssuedAfterTheCallBeganIsFinal() {
        _ = machine.signIn("ann", with: issued("a"))
        #expect(refuse(1, began: 0) == .refused)
        #expect(call() == "ready")
    }

    @Test func aTokenOutOfTheStoreWasIssuedBeforeTheCall() {
        #expect(call() == "waits, starts 1")
        #expect(adopt(issued("a", isOld: true), by: 1) == [])
        #expect(refuse(1, began: 0) == .sendAgain)
        #expect(call() == "waits, starts 2")
        #expect(adopt(issued("b"), by: 2) == [])
        #expect(refuse(2, began: 0) == .refused)
    }

    @Test func theRefusalOfAnotherAccountsTokenEndsTheCall() {
        _ = machine.signIn("ann", with: issued("a"))
        _ = machine.signIn("ben", with: issued("b"))
        #expect(refuse(1, began: 1) == .accountChanged)
        #expect(call() == "account changed")
    }

    @Test(
        "Nobody waits within the leeway, everybody does after the end",
        arguments: [
            (0, "ready"), (539, "ready"), (540, "ready, starts 2"), (599, "ready, starts 2"), (600, "waits, starts 2"),
        ])
    func leeway(seconds: Int, expected: String) {
        _ = machine.signIn("ann", with: issued("a", lifetime: .seconds(600)))
        _ = machine.use(at: nil)
        #expect(call(at: .seconds(seconds)) == expected)
    }

    @Test func theLeewayIsAtMostATenthOfTheLifetime() {
        _ = machine.signIn("ann", with: issued("a", lifetime: .seconds(50)))
        _ = machine.use(at: nil)
        #expect(call(at: .seconds(44)) == "ready")
        #expect(call(at: .seconds(45)) == "ready, starts 2")
        #expect(call(at: .seconds(46)) == "ready")
    }

    @Test func aTokenIsUsedOnceHoweverShortItLasts() {
        _ = machine.signIn("ann", with: issued("a", lifetime: .zero))
        #expect(call(at: .seconds(1)) == "ready")
        _ = machine.use(at: nil)
        #expect(call(at: .seconds(1)) == "waits, starts 2")
        // One out of the store was used before.
        _ = machine.signIn("ann", with: issued("b", lifetime: .zero, isOld: true))
        #expect(call(at: .seconds(1)) == "waits, starts 4")
    }

    @Test func aTokenThatEndedBeforeItsFirstUseIsRenewedFirst() {
        _ = machine.signIn("ann", with: issued("a", lifetime: .seconds(100)))
        #expect(call(at: .seconds(3600)) == "waits, starts 2")
        #expect(adopt(issued("b", at: .seconds(3600), lifetime: .seconds(100)), by: 2) == [])
        #expect(call(at: .seconds(3601)) == "ready")
        // One that nobody has used is renewed ahead like any other, and ends like any other.
        #expect(call(at: .seconds(3695)) == "ready, starts 3")
        #expect(adopt(issued("c", at: .seconds(3695), lifetime: .seconds(100)), by: 3) == [])
        #expect(call(at: .seconds(10_800)) == "waits, starts 4")
    }

    @Test func aTokenThatCameTooLateIsUsedOnceAndThenRenewed() {
        #expect(call() == "waits, starts 1")
        var late = issued("a", lifetime: .seconds(20))
        late.received = .seconds(19)
        #expect(adopt(late, by: 1) == [])
        // It ends soon already, and is no reason to renew it for each call.
        #expect(call(at: .seconds(19)) == "ready")
        #expect(call(at: .seconds(20)) == "waits, starts 2")
        var ended = issued("b", lifetime: .seconds(20))
        ended.received = .seconds(25)
        #expect(adopt(ended, by: 2) == [])
        #expect(call(at: .seconds(25)) == "ready" && use() == "b")
        #expect(call(at: .seconds(25)) == "waits, starts 3")
    }

    @Test func aTokenThatEndsWhileAnAttemptWaitsIsNotPutOnIt() {
        _ = machine.signIn("ann", with: issued("a", lifetime: .seconds(100)))
        #expect(machine.use(at: .seconds(99))?.token == "a")
        #expect(machine.use(at: .seconds(100)) == nil)
        #expect(use() == "a")
        // The lifetime of one that had ended when it was received means nothing.
        _ = machine.signIn("ann", with: issued("b", lifetime: .zero))
        #expect(machine.use(at: .seconds(100))?.token == "b")
    }

    @Test func aBodyThatCanBeSentOnceWaitsForATokenThatLasts() {
        _ = machine.signIn("ann", with: issued("a", lifetime: .seconds(600)))
        _ = machine.use(at: nil)
        #expect(call(at: .seconds(550), mustLast: true) == "waits, starts 2")
        #expect(call(at: .seconds(550)) == "ready")
        _ = machine.fail(2, FetchError(.connectionLost), at: .seconds(550))
        // During the pause, the old token is better than none.
        #expect(call(at: .seconds(550), mustLast: true) == "ready")
    }

    @Test func aRenewalAheadThatFailsIsTriedAgainAfterAPause() {
        _ = machine.signIn("ann", with: issued("a", lifetime: .seconds(600)))
        _ = machine.use(at: nil)
        #expect(call(at: .seconds(540)) == "ready, starts 2")
        _ = machine.fail(2, FetchError(.cannotConnect(.offline)), at: .seconds(540))
        #expect(call(at: .milliseconds(540_999)) == "ready")
        #expect(call(at: .seconds(541)) == "ready, starts 3")
        _ = machine.fail(3, FetchError(.cannotConnect(.offline)), at: .seconds(541))
        #expect(call(at: .seconds(542)) == "ready")
        #expect(call(at: .seconds(543)) == "ready, starts 4")
    }

    @Test func duringThePauseCallsFailAtOnceAndOneTriesAfterIt() {
        #expect(call() == "waits, starts 1")
        let failed = machine.fail(1, FetchError(.connectionLost), at: .zero)
        #expect(failed?.error.kind == .authentication(.renewalFailed(FetchError(.connectionLost))))
        #expect(call(at: .milliseconds(999)) == "fails: authentication.renewal_failed")
        #expect(call(at: .seconds(1)) == "waits, starts 2")
        #expect(call(at: .seconds(1)) == "waits")
    }

    @Test func theServerNamesThePause() {
        #expect(call() == "waits, starts 1")
        _ = machine.fail(1, FetchError(.status(.tooManyRequests), response: Self.busy), at: .zero)
        #expect(call(at: .seconds(6)) == "fails: authentication.renewal_failed")
        #expect(call(at: .seconds(7)) == "waits, starts 2")
    }

    @Test func pausesGrowToTheirLimit() {
        var now = Duration.zero
        var pauses: [Duration] = []
        #expect(call() == "waits, starts 1")
        for number in 1...7 {
            _ = machine.fail(UInt64(number), FetchError(.connectionLost), at: now)
            var pause = Duration.zero
            repeat { pause += .milliseconds(500) } while call(at: now + pause).hasPrefix("fails")
            pauses.append(pause)
            now += pause
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    }

    @Test(
        "What a failure means",
        arguments: [
            (FetchError(.authentication(.signedOut)), false, .signedOut),
            (FetchError(.status(.badRequest)), true, .signedOut),
            (FetchError(.status(.badRequest)), false, .passing(wait: nil)),
            (FetchError(.status(.init(code: 503)), response: busy), false, .passing(wait: .seconds(7))),
            (FetchError(.connectionLost), false, .passing(wait: nil)),
            (FetchError(.file("locked")), false, .storeIsLocked), (.cancelled, true, .cancelled),
            (FetchError(.authentication(.tooManyRenewals)), false, .tooMany),
        ] as [(FetchError, Bool, RenewalFailure)])
    func failures(error: FetchError, endsSignIn: Bool, expected: RenewalFailure) {
        #expect(RenewalFailure(error, endsSignIn: endsSignIn) == expected)
    }

    @Test func aRefusedRenewalSignsOutUntilTheNextSignIn() {
        #expect(call() == "waits, starts 1")
        _ = machine.fail(1, FetchError(.authentication(.signedOut)), at: .zero)
        #expect(machine.state == .needsSignIn(account: "ann"))
        #expect(call(at: .seconds(1000)) == "fails: authentication.signed_out")
        _ = machine.signIn("ann", with: issued("b"))
        #expect(machine.state == .signedIn(account: "ann"))
        #expect(call() == "ready")
    }

    @Test func fiveRenewalsInHalfAMinute() {
        for _ in 1...5 { #expect(countRenewal(at: 1)) }
        #expect(!countRenewal(at: 30))
        #expect(countRenewal(at: 31))
    }

    @Test func aRenewalWithoutARequestIsNotCounted() {
        for number in 1...10 {
            #expect(call() == "waits, starts \(number)")
            #expect(countRenewal(at: 0))
            #expect(adopt(issued("\(number)"), by: UInt64(number)) == [])
            #expect(refuse(UInt64(number), began: UInt64(number)) == .sendAgain)
        }
    }

    @Test func lateResultsOfAnotherSignInAreDropped() {
        #expect(call() == "waits, starts 1")
        machine.wait(1, 10)
        let change = machine.signOut()
        #expect(change?.waiters == [10] && change?.interrupted?.number == 1)
        #expect(adopt(issued("late"), by: 1) == nil)
        #expect(fail(1) == nil)
        #expect(signOut() == nil)
        _ = machine.signIn("ben", with: issued("b"))
        #expect(adopt(issued("late"), by: 1) == nil)
        #expect(use() == "b")
    }

    @Test func theLastWhoLeavesEndsARenewalThatWasNotSent() {
        #expect(call() == "waits, starts 1")
        machine.wait(1, 10)
        machine.wait(2, 20)
        #expect(leave(1) == nil)
        #expect(leave(2) == 1)
        #expect(!send(1))
        #expect(call() == "waits, starts 2")
        machine.wait(3, 30)
        #expect(send(2))
        #expect(leave(3) == nil)
        #expect(adopt(issued("a"), by: 2) == [])
        #expect(call() == "ready")
    }

    @Test func whatComesAfterTheDeadlineIsKeptUnlessAnotherRenewalBegan() {
        #expect(call() == "waits, starts 1")
        _ = machine.fail(1, FetchError(.timedOut(.call(.seconds(30)))), at: .seconds(30))
        #expect(adopt(issued("late", at: .seconds(29)), by: 1) == [])
        #expect(call(at: .seconds(30)) == "ready")
        #expect(refuse(1, began: 1) == .sendAgain)
        #expect(call(at: .seconds(30)) == "waits, starts 2")
        #expect(adopt(issued("later"), by: 1) == nil)
    }

    @Test func theStoredTokenDecidesWhatARenewalDoes() throws {
        func plan(
            _ machine: Machine, _ renewal: Machine.Renewal, _ stored: (account: String, id: UUID)?,
            hasEnded: Bool = false
        ) -> String {
            switch machine.plan(for: renewal, stored: stored, hasEnded: hasEnded) {
            case .adopt: "adopt"
            case .replaceCurrent(let token): "replace \(token)"
            case .replaceStored: "replace stored"
            case .obtain: "obtain"
            case .signedOutElsewhere: "signed out elsewhere"
            case .none: "none"
            }
        }
        guard case .waits(let first?) = machine.acquire(for: "ann", at: .zero, mustLast: false) else {
            Issue.record("no renewal was started")
            return
        }
        #expect(plan(machine, first, nil) == "obtain")
        #expect(plan(machine, first, ("ann", UUID())) == "adopt")
        #expect(plan(machine, first, ("ann", UUID()), hasEnded: true) == "replace stored")
        #expect(plan(machine, first, ("ben", UUID())) == "signed out elsewhere")
        _ = machine.adopt(issued("a"), by: first.number)
        #expect(refuse(1, began: 1) == .sendAgain)
        guard case .waits(let second?) = machine.acquire(for: "ann", at: .zero, mustLast: false) else {
            Issue.record("no renewal was started")
            return
        }
        let id = try #require(second.held?.id)
        #expect(second.refusal == Self.refusal)
        #expect(plan(machine, second, ("ann", id)) == "replace a")
        #expect(plan(machine, second, ("ann", UUID())) == "adopt")
        #expect(plan(machine, second, nil) == "signed out elsewhere")
        #expect(plan(machine, first, nil) == "none")
    }

    @Test func aTokenThatIsNotStoredYetIsRenewedAsItIs() {
        _ = machine.signIn("ann", with: issued("a", isStored: false))
        #expect(refuse(1, began: 1) == .sendAgain)
        guard case .waits(let renewal?) = machine.acquire(for: "ann", at: .zero, mustLast: false) else {
            Issue.record("no renewal was started")
            return
        }
        guard case .replaceCurrent("a") = machine.plan(for: renewal, stored: nil, hasEnded: false) else {
            Issue.record("it is taken for signed out")
            return
        }
    }
}
