import Foundation
import FreshetCore
import HTTPTypes

/// The state machine of a session. It decides who is signed in, which token is current, and when to
/// renew it.
///
/// It uses no clock, tasks or stores. `Token` is the authenticator's token type; `Waiter` is a call
/// that waits for a renewal.
struct SessionMachine<Token: Sendable, Waiter> {
    /// The current token. A class, since each call reads it.
    final class Held: Sendable {
        /// Later tokens have higher numbers.
        let number: UInt64
        /// Identifies the token in the store.
        let id: UUID
        let token: Token
        /// When its lifetime began: the moment the renewal was sent, which is never later than when
        /// the server issued the token.
        let since: Duration
        let lifetime: Duration?

        init(number: UInt64, _ issued: Issued) {
            self.number = number
            (id, token, since, lifetime) = (issued.id, issued.token, issued.since, issued.lifetime)
        }

        func remaining(at now: Duration) -> Duration? { lifetime.map { since + $0 - now } }
    }

    /// A token that was just issued, or that was found in the store.
    struct Issued {
        let id: UUID
        let token: Token
        let since: Duration
        let lifetime: Duration?
        /// When it was received; `nil` if that is when its lifetime began.
        var received: Duration?
        /// Whether it may have been used before, like a token from the store.
        var isOld = false
        var isStored = false
    }

    private enum Phase {
        case lasting
        /// It expires within the leeway.
        case ending
        case ended
    }

    /// A renewal. At most one runs at a time.
    struct Renewal: Sendable {
        let number: UInt64
        let account: String
        /// The token that it replaces; `nil` if none is known.
        let held: Held?
        let isHeldStored: Bool
        let refusal: HTTPResponse?
    }

    enum Acquisition {
        /// The current token can be used. A returned renewal must be started; the call does not wait for it.
        case ready(starting: Renewal?)
        /// The call waits for a renewal. A returned renewal must be started.
        case waits(starting: Renewal?)
        case fails(FetchError)
        case accountChanged
    }

    /// What a renewal does after it has read the store.
    enum Plan {
        /// The stored token becomes the current one: it isn't the one to be replaced, and it hasn't
        /// expired.
        case adopt
        /// A new token is requested, using either the current token or the stored one.
        case replaceCurrent(Token)
        case replaceStored
        /// The first token is requested.
        case obtain
        /// Another process has signed the account out.
        case signedOutElsewhere
        /// A sign-in or a sign-out has replaced the renewal.
        case none
    }

    struct Change {
        var waiters: [Waiter] = []
        /// The renewal that the change interrupts.
        var interrupted: (number: UInt64, wasSent: Bool)?
    }

    private struct Running {
        let renewal: Renewal
        let isAhead: Bool
        var isSent = false
        var waiters: [UInt64: Waiter] = [:]
    }

    /// A pause after a failed renewal, during which no other renewal starts.
    private struct Pause {
        let until: Duration
        let error: FetchError
    }

    /// How many renewals may start within a period, including failed ones.
    static var renewalLimit: Int { 5 }
    static var renewalWindow: Duration { .seconds(30) }
    /// The longest pause after a failed renewal, unless the server requests a longer one.
    static var longestPause: Duration { .seconds(30) }

    let leeway: Duration
    private(set) var account: String?
    /// Counts the sign-ins of another account and the sign-outs.
    private(set) var epoch: UInt64 = 0
    private(set) var held: Held?
    private var isHeldUsed = false
    /// How close to its expiry the current token was when it was received.
    private var heldPhase = Phase.lasting
    private var isHeldStored = false
    /// The reason why the account has to sign in again; `nil` if it doesn't have to.
    private(set) var refusalOfRenewal: FetchError?
    private(set) var lastToken: UInt64 = 0

    /// The number of the last token from the store, which may have been issued long before it got its number.
    private var lastFromStore: UInt64 = 0
    private var lastRenewal: UInt64 = 0
    private var running: Running?
    private var refused: (number: UInt64, head: HTTPResponse)?
    private var pause: Pause?
    private var failures = 0
    private var begun: [Duration] = []

    init(account: String?, leeway: Duration) {
        self.account = account
        self.leeway = leeway
    }

    // MARK: - Calls

    /// - Parameter mustLast: Whether the call can't be sent again, so that it waits for a new token
    ///   if the current one is about to expire.
    mutating func acquire(for account: String, at now: Duration, mustLast: Bool) -> Acquisition {
        guard account == self.account else { return .accountChanged }
        if let refusalOfRenewal { return .fails(refusalOfRenewal) }
        guard let held, held.number != refused?.number else { return waiting(at: now) }
        let phase = phase(of: held, at: now)
        // A new token that was already about to expire when it arrived is used at least once; otherwise, every call
        // would renew it.
        if phase == .lasting || phase == heldPhase && !isHeldUsed { return .ready(starting: nil) }
        if phase == .ended { return waiting(at: now) }
        if mustLast, running != nil || mayBegin(at: now) { return waiting(at: now) }
        return .ready(starting: running == nil && mayBegin(at: now) ? begin(isAhead: true) : nil)
    }

    private mutating func waiting(at now: Duration) -> Acquisition {
        if running != nil { return .waits(starting: nil) }
        if let pause, now < pause.until { return .fails(FetchError(.authentication(.renewalFailed(pause.error)))) }
        return .waits(starting: begin(isAhead: false))
    }

    private func leeway(of held: Held) -> Duration { min(leeway, (held.lifetime ?? .zero) / 10) }

    private func phase(of held: Held, at now: Duration) -> Phase {
        guard let remaining = held.remaining(at: now), remaining <= leeway(of: held) else { return .lasting }
        return remaining > .zero ? .ending : .ended
    }

    private func mayBegin(at now: Duration) -> Bool { pause.map { $0.until <= now } ?? true }

    private mutating func begin(isAhead: Bool) -> Renewal? {
        guard let account else { return nil }
        lastRenewal += 1
        let refusal = refused.flatMap { $0.number == held?.number ? $0.head : nil }
        let renewal = Renewal(
            number: lastRenewal, account: account, held: held, isHeldStored: isHeldStored, refusal: refusal)
        running = Running(renewal: renewal, isAhead: isAhead)
        return renewal
    }

    mutating func wait(_ id: UInt64, _ waiter: Waiter) {
        running?.waiters[id] = waiter
    }

    /// Removes a waiter, and returns it with the number of the renewal if no other call needs that.
    /// A renewal whose request was sent continues: its result must be stored, since the token that
    /// it replaces may no longer be valid.
    mutating func leave(_ id: UInt64) -> (waiter: Waiter, abandoned: UInt64?)? {
        guard let waiter = running?.waiters.removeValue(forKey: id) else { return nil }
        guard let running, running.waiters.isEmpty, !running.isSent, !running.isAhead else { return (waiter, nil) }
        self.running = nil
        return (waiter, running.renewal.number)
    }

    /// Returns whether an account has a token that hasn't expired and wasn't refused.
    func hasValidToken(for account: String?, at now: Duration) -> Bool {
        guard account == self.account, let held, held.number != refused?.number else { return false }
        return held.remaining(at: now).map { $0 > .zero } ?? true
    }

    /// Returns the time until the current token expires, or `nil` if there is no token or its
    /// expiry isn't known.
    func remaining(at now: Duration) -> Duration? { held?.remaining(at: now) }

    /// Whether a renewal is in progress.
    var isRenewing: Bool { running != nil }

    /// Returns the token for an attempt, which counts as a use, or `nil` if the attempt has to
    /// wait.
    ///
    /// - Parameter now: The time at which the token must not have expired; `nil` if that was
    ///   checked.
    mutating func use(at now: Duration?) -> Held? {
        guard let held, held.number != refused?.number else { return nil }
        if let now, heldPhase != .ended, phase(of: held, at: now) == .ended { return nil }
        isHeldUsed = true
        return held
    }

    /// - Parameter began: The number of the latest token when the call began.
    mutating func refuse(_ number: UInt64, _ head: HTTPResponse, for account: String, began: UInt64) -> TokenVerdict {
        guard account == self.account else { return .accountChanged }
        guard number <= began || number == lastFromStore else { return .refused }
        if number == held?.number { refused = (number, head) }
        return .sendAgain
    }

    // MARK: - Renewals

    /// Returns whether a renewal is still valid, that is, no sign-in, sign-out or other renewal has
    /// replaced it.
    func isCurrent(_ number: UInt64) -> Bool {
        if let running { running.renewal.number == number } else { number == lastRenewal && number > 0 }
    }

    /// - Parameter hasEnded: Whether the stored token has expired.
    func plan(for renewal: Renewal, stored: (account: String, id: UUID)?, hasEnded: Bool) -> Plan {
        guard isCurrent(renewal.number) else { return .none }
        if let held = renewal.held, !renewal.isHeldStored { return .replaceCurrent(held.token) }
        guard let stored else { return renewal.held == nil ? .obtain : .signedOutElsewhere }
        guard stored.account == renewal.account else { return .signedOutElsewhere }
        if let held = renewal.held, held.id == stored.id { return .replaceCurrent(held.token) }
        return hasEnded ? .replaceStored : .adopt
    }

    /// Counts a renewal. Returns `false` if too many have started recently.
    mutating func countRenewal(at now: Duration) -> Bool {
        begun.removeAll { now - $0 >= Self.renewalWindow }
        guard begun.count < Self.renewalLimit else { return false }
        begun.append(now)
        return true
    }

    /// Returns whether the request of a renewal may be sent.
    mutating func send(_ number: UInt64) -> Bool {
        guard running?.renewal.number == number else { return false }
        running?.isSent = true
        return true
    }

    func isRunning(_ number: UInt64) -> Bool { running?.renewal.number == number }

    /// Returns the calls that waited for a renewal, or `nil` if the renewal was replaced.
    mutating func adopt(_ new: Issued, by number: UInt64) -> [Waiter]? {
        guard isCurrent(number) else { return nil }
        // A renewal that sent no request, such as the solution of a challenge, doesn't count towards the limit.
        if let running, !running.isSent, !new.isOld { begun = begun.dropLast() }
        hold(new)
        return takeWaiters()
    }

    mutating func noteStored(_ id: UUID) {
        if held?.id == id { isHeldStored = true }
    }

    /// Returns the calls that waited for a failed renewal, and their error, or `nil` if the renewal
    /// was replaced.
    ///
    /// - Parameter endsSignIn: Whether, according to the authenticator, the error requires signing
    ///   in again.
    mutating func fail(
        _ number: UInt64, _ error: FetchError, endsSignIn: Bool = false, at now: Duration
    ) -> (waiters: [Waiter], error: FetchError)? {
        guard running?.renewal.number == number else { return nil }
        let waiters = takeWaiters()
        switch RenewalFailure(error, endsSignIn: endsSignIn) {
        case .signedOut:
            let signedOut = FetchError(.authentication(.signedOut), response: error.response, underlying: error)
            refusalOfRenewal = signedOut
            held = nil
            return (waiters, signedOut)
        case .tooMany, .cancelled:
            return (waiters, error)
        case .storeIsLocked:
            return (waiters, FetchError(.authentication(.renewalFailed(error))))
        case .passing(let wait):
            failures += 1
            let backoff = min(Self.longestPause, .seconds(1) * (1 << min(failures - 1, 10)))
            pause = Pause(until: now + (wait ?? backoff), error: error)
            return (waiters, FetchError(.authentication(.renewalFailed(error))))
        }
    }

    /// Ends the current renewal, and returns the calls that waited for it, in order.
    private mutating func takeWaiters() -> [Waiter] {
        defer { running = nil }
        return (running?.waiters ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func hold(_ new: Issued) {
        lastToken += 1
        if new.isOld { lastFromStore = lastToken }
        let held = Held(number: lastToken, new)
        heldPhase = new.isOld ? .lasting : phase(of: held, at: new.received ?? new.since)
        self.held = held
        (isHeldUsed, isHeldStored) = (false, new.isStored)
        (refused, pause, failures, refusalOfRenewal) = (nil, nil, 0, nil)
    }

    // MARK: - Signing in and out

    /// Signs an account in with a token. Calls of the same account that wait for a renewal continue with this token.
    mutating func signIn(_ account: String, with new: Issued) -> Change {
        let change = interrupt()
        if account != self.account { epoch += 1 }
        self.account = account
        hold(new)
        begun = []
        return change
    }

    mutating func signOut() -> Change? {
        guard account != nil else { return nil }
        let change = interrupt()
        epoch += 1
        account = nil
        (held, refused, pause, failures, refusalOfRenewal, begun) = (nil, nil, nil, 0, nil, [])
        return change
    }

    private mutating func interrupt() -> Change {
        let interrupted = running.map { (number: $0.renewal.number, wasSent: $0.isSent) }
        // With a new number, a late result of an earlier renewal is ignored.
        lastRenewal += 1
        return Change(waiters: takeWaiters(), interrupted: interrupted)
    }
}
