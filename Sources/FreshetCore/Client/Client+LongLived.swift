import HTTPTypes

// The members of a client that the modules above the core use for work of several calls.

extension Client {
    /// The account for which calls run now; `nil` where no account is signed in.
    package var account: CallAccount? {
        guard let account = engine.session?.callAccount, account.name != nil else { return nil }
        return account
    }

    /// The name of the account for which calls run now; `nil` where no account is signed in.
    package var accountName: String? { account?.name }
}

extension ResponseStream {
    /// Notes that the server no longer accepts the token with which the request was sent, as if it had responded with
    /// status 401. The next request of the account waits for another one.
    ///
    /// - Throws: ``FetchError/AuthenticationFailure/refused`` where the request carried none, and
    ///   ``FetchError/cancelled`` where the account has changed.
    package func refuseToken() throws(FetchError) {
        guard let account = opened.account else {
            throw FetchError(.authentication(.refused), response: FetchError.Response(head: head))
        }
        try account.session.refuseToken(of: opened.response, for: account)
    }
}
