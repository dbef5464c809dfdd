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

    /// Takes a retry from the budget of the host at which a request has failed, and returns whether there was one.
    package func spendRetry(after error: FetchError, by policy: RetryPolicy) -> Bool {
        // The query is left out: it may hold what no address can, such as the mark of a hidden secret.
        guard let budget = policy.budget, let url = error.request?.url,
            let address = try? WebAddress(String(url.prefix { $0 != "?" }))
        else { return true }
        return engine.budgets.spend(for: address.origin, by: budget)
    }
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
