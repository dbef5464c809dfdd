import HTTPTypes

// The members of a client that the modules above the core use for work that takes several calls.

extension Client {
    /// The account for which calls run now; `nil` if no account is signed in.
    package var account: CallAccount? {
        guard let account = engine.session?.callAccount, account.name != nil else { return nil }
        return account
    }

    /// The name of the account for which calls run now; `nil` if no account is signed in.
    package var accountName: String? { account?.name }
}

extension ResponseStream {
    /// Records that the server no longer accepts the token with which the request was sent, as if
    /// it had responded with status 401.
    ///
    /// The account's next request waits for another token.
    ///
    /// - Throws: ``FetchError/AuthenticationFailure/refused`` if the request carried no token, and
    ///   ``FetchError/cancelled`` if the account has changed.
    package func refuseToken() throws(FetchError) {
        guard let account = opened.account else {
            throw FetchError(.authentication(.refused), response: FetchError.Response(head: head))
        }
        try account.session.refuseToken(of: opened.response, for: account)
    }
}
