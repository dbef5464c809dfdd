import Foundation
import FreshetCore

/// The state that a session protects with its lock, independent of the token type.
///
/// It isn't generic, and tokens are held as ``SessionToken``. Each call reads this state, and
/// generic state cost it several microseconds (the row "1000 calls with a token that needs no
/// renewal" of `./bench pieces`).
struct SessionContent {
    typealias Waiter = Pending<Result<Void, FetchError>>
    typealias Machine = SessionMachine<any SessionToken, Waiter>

    var machine: Machine
    var epoch: SessionEpoch
    var lastWaiter: UInt64 = 0
    var renewal: (number: UInt64, task: Task<Void, Never>)?
    /// The number of the last renewal that was cancelled because it took too long.
    var overdue: UInt64 = 0
    /// The calls that are cancelled when their account is no longer signed in.
    var calls: [ObjectIdentifier: (call: Call, account: String)] = [:]
    var caches: [HTTPCache] = []
    /// The clients' other plug-ins, which may store data for accounts.
    var plugins: [any ClientPlugin] = []
    /// The functions that run when an account signs out, by account identity and key.
    var signOutWork: [String: [String: @Sendable () -> Void]] = [:]
    /// The number of sign-ins and sign-outs up to the last sign-out.
    var lastSignOut: UInt64 = 0
    var observers: [UUID: @Sendable (_ isSameAccount: Bool) -> Void] = [:]
    var published: SessionState
    var watchers: [UUID: AsyncStream<SessionState>.Continuation] = [:]

    init(account: String?, leeway: Duration) {
        machine = Machine(account: account, leeway: leeway)
        epoch = SessionEpoch(number: 0, account: account)
        published = machine.state
    }

    mutating func beginEpoch() {
        epoch = SessionEpoch(number: machine.epoch, account: machine.account)
    }

    /// Removes and returns the task of a renewal, if it is in progress.
    mutating func takeRenewal(_ number: UInt64) -> Task<Void, Never>? {
        guard let renewal, renewal.number == number else { return nil }
        self.renewal = nil
        return renewal.task
    }

    /// Removes and returns the calls of all accounts but one.
    mutating func endCalls(except account: String?) -> [Call] {
        let ended = calls.filter { $0.value.account != account }
        for id in ended.keys { calls[id] = nil }
        return ended.values.map(\.call)
    }

    mutating func publish() {
        let state = machine.state
        guard state != published else { return }
        published = state
        for watcher in watchers.values { watcher.yield(state) }
    }
}

protocol SessionToken: Sendable {
    func credentials(on request: OutgoingRequest) -> [Credentials]
}

extension SessionMachine {
    var state: SessionState {
        guard let account else { return .signedOut }
        return refusalOfRenewal == nil ? .signedIn(account: account) : .needsSignIn(account: account)
    }
}
