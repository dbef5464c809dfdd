/// How the calls of a client get their tokens: ``session(_:)``.
public struct ClientAuthentication: Sendable {
    let session: any ClientSession
}

/// The interface of a session for its clients.
protocol ClientSession: CallSession {
    /// Adds a cache from which the responses of an account are removed when it signs out.
    func add(_ cache: HTTPCache)

    /// Adds a jar from which the cookies of an account are removed when it signs out.
    func add(_ jar: CookieJar)

    /// Calls a function after each sign-in and sign-out, until the observation is released.
    func observeAccount(_ change: @escaping @Sendable (_ isSameAccount: Bool) -> Void) -> AccountObservation
}

/// Keeps a function that is called after each sign-in and sign-out.
package final class AccountObservation: Sendable {
    private let remove: @Sendable () -> Void

    init(remove: @escaping @Sendable () -> Void) {
        self.remove = remove
    }

    deinit { remove() }
}

extension ClientAuthentication {
    /// Calls a function after each sign-in and sign-out, until the observation is released.
    ///
    /// It is called before the calls of the account end and before `signIn` and `signOut` return, on their task, without a lock.
    ///
    /// - Parameter change: Receives whether the account is the same as before, with a new token.
    package func observeAccount(
        _ change: @escaping @Sendable (_ isSameAccount: Bool) -> Void
    ) -> AccountObservation {
        session.observeAccount(change)
    }
}
