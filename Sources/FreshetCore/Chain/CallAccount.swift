import FreshetDigests

/// The account for which a call runs.
///
/// It is read once, when the call begins, and doesn't change until its end. It is a class because
/// every stage that waits holds the request, and with it this value.
package final class CallAccount: CallerIdentity {
    package let session: any AccountSession
    package let epoch: SessionEpoch

    package init(session: any AccountSession, epoch: SessionEpoch) {
        self.session = session
        self.epoch = epoch
    }

    /// The name of the account; `nil` if no account is signed in.
    package var name: String? { epoch.account }
    /// A digest of the name, which ties stored responses to the account; empty if no account is
    /// signed in.
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
    /// - Parameter key: Identifies the function. A later one with the same key replaces it.
    /// - Returns: `false` if the account has signed out since the call began. The function is then
    ///   not run.
    package func onSignOut(_ key: String, _ run: @escaping @Sendable () -> Void) -> Bool {
        session.onSignOut(of: self, key, run)
    }
}

/// The time during which one account, or none, is signed in to a session.
///
/// It ends when another account signs in or this one signs out. Signing in again with a new token
/// doesn't change the number.
package final class SessionEpoch: Sendable {
    /// The number of changes of the session's account. Calls with different numbers don't share a
    /// request.
    package let number: UInt64
    package let account: String?
    package let identity: String
    /// A text that is equal for the calls that may share a request; `nil` without an account.
    let sharedText: String?

    package init(number: UInt64, account: String?) {
        self.number = number
        self.account = account
        identity = account.map { SHA256.hexDigest(of: "account \($0)".utf8) } ?? ""
        sharedText = account.map { "account \(number) \($0)" }
    }
}

/// A plug-in to which accounts sign in, as calls, streams, resources and transfers see it.
package protocol AccountSession: AnyObject, Sendable {
    /// The account that is signed in now.
    var callAccount: CallAccount { get }

    /// Ends a call when an account is no longer signed in. If it isn't signed in now, ends the call
    /// at once.
    func watch(_ call: Call, of account: String)

    /// Stops watching a call that has ended.
    func forget(_ call: Call)

    /// Runs a function when an account signs out: ``CallAccount/onSignOut(_:_:)``.
    func onSignOut(of account: CallAccount, _ key: String, _ run: @escaping @Sendable () -> Void) -> Bool

    /// Calls a function after each sign-in and sign-out, until the observation is released.
    ///
    /// The function is called before the calls of the account end and before `signIn` and `signOut`
    /// return. It runs on their task, with no lock held.
    ///
    /// - Parameter change: Receives whether the account is the same as before, with a new token.
    func observeAccount(_ change: @escaping @Sendable (_ isSameAccount: Bool) -> Void) -> AccountObservation

    /// Records that the server no longer accepts the token with which a response was requested.
    ///
    /// - Throws: ``FetchError/AuthenticationFailure/refused`` if the request carried no token, and
    ///   ``FetchError/cancelled`` if the account has changed.
    func refuseToken(of response: IncomingResponse, for account: CallAccount) throws(FetchError)
}

/// The registration of a function that is called after each sign-in and sign-out. Releasing it
/// removes the function.
package final class AccountObservation: Sendable {
    private let remove: @Sendable () -> Void

    package init(remove: @escaping @Sendable () -> Void) {
        self.remove = remove
    }

    deinit { remove() }
}
