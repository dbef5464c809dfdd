import FreshetDigests

/// The account for which a call runs: read once when the call begins, and kept until its end.
///
/// A class, since every stage that waits holds the request, and with it this.
package final class CallAccount: CallerIdentity {
    package let session: any AccountSession
    package let epoch: SessionEpoch

    package init(session: any AccountSession, epoch: SessionEpoch) {
        self.session = session
        self.epoch = epoch
    }

    /// The name of the account; `nil` where no account is signed in.
    package var name: String? { epoch.account }
    /// A digest of the name, by which stored responses belong to the account; empty where no account is signed in.
    package var identity: String { epoch.identity }

    package var cacheTexts: [String] { [] }
    package var sharingTexts: [String] { epoch.sharedText.map { [$0] } ?? [] }
    package var owner: String { epoch.identity }
    package var isOfServiceOnly: Bool { true }

    /// Ends the call as soon as the account signs out.
    package func callDidBegin(_ call: CallContext) {
        if let name { session.watch(call.call, of: name) }
    }

    package func callDidEnd(_ call: CallContext) {
        if name != nil { session.forget(call.call) }
    }

    /// Runs a function when the account signs out, before the sign-out returns.
    ///
    /// - Parameter key: Identifies the function: a later one with the same key replaces it.
    /// - Returns: `false` where the account has signed out since the call began. The function is then not run.
    package func onSignOut(_ key: String, _ run: @escaping @Sendable () -> Void) -> Bool {
        session.onSignOut(of: self, key, run)
    }
}

/// The account of a session until another one signs in, or it signs out. Signing in again with a new token changes no
/// number.
package final class SessionEpoch: Sendable {
    /// Counts the changes of the session's account. Calls only share a request within one of them.
    package let number: UInt64
    package let account: String?
    package let identity: String
    /// A text that is equal for calls of one account until it changes, which may share a request; `nil` without an
    /// account.
    let sharedText: String?

    package init(number: UInt64, account: String?) {
        self.number = number
        self.account = account
        identity = account.map { SHA256.hexDigest(of: "account \($0)".utf8) } ?? ""
        sharedText = account.map { "account \(number) \($0)" }
    }
}

/// A plug-in into which accounts sign in: what calls, streams, resources and transfers need to know of it.
package protocol AccountSession: AnyObject, Sendable {
    /// The account that is signed in now.
    var callAccount: CallAccount { get }

    /// Ends a call when an account is no longer the one that is signed in; at once, if it is not already.
    func watch(_ call: Call, of account: String)

    func forget(_ call: Call)

    /// Runs a function when an account signs out: ``CallAccount/onSignOut(_:_:)``.
    func onSignOut(of account: CallAccount, _ key: String, _ run: @escaping @Sendable () -> Void) -> Bool

    /// Calls a function after each sign-in and sign-out, until the observation is released.
    ///
    /// It is called before the calls of the account end and before `signIn` and `signOut` return, on their task,
    /// without a lock.
    ///
    /// - Parameter change: Receives whether the account is the same as before, with a new token.
    func observeAccount(_ change: @escaping @Sendable (_ isSameAccount: Bool) -> Void) -> AccountObservation

    /// Notes that the server no longer accepts the token with which the request of a response was sent.
    ///
    /// - Throws: ``FetchError/AuthenticationFailure/refused`` where the request carried none, and
    ///   ``FetchError/cancelled`` where the account has changed.
    func refuseToken(of response: IncomingResponse, for account: CallAccount) throws(FetchError)
}

/// Keeps a function that is called after each sign-in and sign-out.
package final class AccountObservation: Sendable {
    private let remove: @Sendable () -> Void

    package init(remove: @escaping @Sendable () -> Void) {
        self.remove = remove
    }

    deinit { remove() }
}
