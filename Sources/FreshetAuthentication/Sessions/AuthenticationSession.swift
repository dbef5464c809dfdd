import Foundation
public import FreshetCore

/// Signs an account in to a service: holds its token, renews it, and ends with the sign-out whatever belongs to the
/// account.
///
/// ```swift
/// let session = AuthenticationSession(TicketTokens(), .platform)
/// var configuration = ClientConfiguration.platform
/// configuration.authentication = .session(session)
/// let tickets = Client(Tickets(), configuration)
///
/// try await session.signIn(token, account: "ann")
/// let mine = try await tickets.value(for: .myTickets)   // carries the token, and renews it where that is due
/// try await session.signOut()
/// ```
///
/// All clients of a service share one session, so that a token is renewed once for all of them. What is stored belongs
/// to the account and not to the token: a renewed token finds it again, another account never does.
///
/// While no account is signed in, requests are sent without a token, except for those of private `Request/access`,
/// which fail with `FetchError/AuthenticationFailure/signedOut`.
public final class AuthenticationSession<A: Authenticator>: Sendable {
    typealias Machine = SessionContent.Machine

    /// The authenticator of the session's tokens.
    public let authenticator: A
    let configuration: ClientConfiguration
    let store: any TokenStore<A.Token>
    let renewalTimeout: Duration
    let origins: Set<WebAddress.Origin>
    /// Writes to the store one after another, so that nothing is written after it was erased.
    let writes = SerialWork()
    let state: Lock<SessionContent>

    /// Makes a session. It is signed in if the store has an account, and reads the token with the first call.
    ///
    /// - Parameters:
    ///   - authenticator: Knows the tokens of the service.
    ///   - configuration: The transport, the limits, the observers and the time of the requests that obtain and renew
    ///     tokens.
    ///   - account: An account that is signed in without a person, and whose first token the authenticator obtains;
    ///     `nil` for that of the store.
    ///   - store: Keeps the token. In memory by default.
    ///   - leeway: How long before its end a token is renewed, 60 s by default, and never more than a tenth of its
    ///     lifetime. No call waits for such a renewal.
    ///   - renewalTimeout: How long a renewal may take, 30 s by default.
    public init(
        _ authenticator: A, _ configuration: ClientConfiguration, account: String? = nil,
        store: any TokenStore<A.Token> = MemoryTokenStore<A.Token>(), leeway: Duration = .seconds(60),
        renewalTimeout: Duration = .seconds(30)
    ) {
        self.authenticator = authenticator
        self.configuration = configuration
        self.store = store
        self.renewalTimeout = renewalTimeout
        origins = Set(authenticator.origins.compactMap { try? WebAddress($0).origin })
        state = Lock(SessionContent(account: store.account() ?? account, leeway: leeway))
    }

    var time: TimeSource { configuration.time }

    // MARK: - State

    /// The present state: whether an account is signed in, and which.
    public var current: SessionState { state.withLock { $0.machine.state } }

    /// The present state and each later one. Of several changes in between, a slow reader sees the last.
    public var states: AsyncStream<SessionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionState.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID.random()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) }
        }
        state.withLock { state in
            state.watchers[id] = continuation
            continuation.yield(state.machine.state)
        }
        return stream
    }

    // MARK: - Signing in and out

    /// Signs an account in, instead of the one that was.
    ///
    /// Calls of another account are cancelled; calls of the same account continue with the new token, and so do its
    /// resources. What is stored of the other account stays, so that an app can switch between accounts: sign out to
    /// remove it.
    ///
    /// - Parameters:
    ///   - token: The token, as the service has just issued it.
    ///   - account: A name that is unique among the accounts of all services that share a cache, such as `tmdb/42`.
    ///     Stored responses belong to a digest of it.
    /// - Throws: `FetchError/Kind-swift.enum/file(_:)` when the token can't be stored. The account is signed in all
    ///   the same, until the process ends.
    public func signIn(_ token: A.Token, account: String) async throws(FetchError) {
        guard !account.isEmpty else { throw FetchError(.invalidRequest("the account has no name")) }
        let requested = time.date()
        let issued = Machine.Issued(
            id: .random(), token: erased(token), since: time.now(), lifetime: authenticator.lifetime(of: token))
        let (isSame, change, ended) = state.withLock { state in
            let isSame = state.machine.account == account
            let change = state.machine.signIn(account, with: issued)
            state.beginEpoch()
            return (isSame, change, state.endCalls(except: account))
        }
        finish(change, ended, isSameAccount: isSame)
        let stored = StoredToken(id: issued.id, account: account, token: token, requested: requested)
        let error = await writes.run { [self] in await storeSignIn(stored) }
        if let error { throw FetchError(.file("The token can't be stored. \(error.message)"), underlying: error) }
    }

    private func storeSignIn(_ stored: StoredToken<A.Token>) async -> TokenStoreError? {
        guard state.withLock({ $0.machine.held?.id == stored.id }) else { return nil }
        do throws(TokenStoreError) {
            _ = try await store.write(stored, replacing: nil)
        } catch {
            return error
        }
        state.withLock { $0.machine.noteStored(stored.id) }
        return nil
    }

    /// Signs the account out: its calls and streams are cancelled; its token, its stored responses, its cookies and
    /// what its downloads have left are removed.
    ///
    /// Of the files that downloads have left, those of earlier processes are not known, and stay. No other account
    /// continues them. Signing out when no account is signed in does nothing. ``Authenticator/revoke(_:in:)`` informs
    /// the server afterwards.
    ///
    /// - Parameter awaitsRevocation: Whether to return only after the server was informed, or could not be within the
    ///   timeout of a renewal: such as in a program that then ends. By default nothing waits for that.
    /// - Throws: `FetchError/Kind-swift.enum/file(_:)` when the token or the responses can't be removed. The account
    ///   is signed out all the same, but may be found in the store by the next process.
    public func signOut(awaitingRevocation awaitsRevocation: Bool = false) async throws(FetchError) {
        let (account, held, identity, caches) = state.withLock { state in
            (state.machine.account, state.machine.held, state.epoch.identity, state.caches)
        }
        guard let account else { return }
        // Before the calls end: what they have received until then is not stored any more.
        for cache in caches { cache.noteRemoval(of: nil) }
        let outcome = state.withLock { state -> (Machine.Change, [Call])? in
            guard state.machine.account == account, let change = state.machine.signOut() else { return nil }
            state.beginEpoch()
            state.lastSignOut = state.machine.epoch
            return (change, state.endCalls(except: nil))
        }
        guard let (change, ended) = outcome else { return }
        finish(change, ended, isSameAccount: false)
        let (stored, errors) = await writes.run { [self] in
            // A session without a call has not read its token.
            let stored = held == nil ? try? await store.read() : nil
            return (stored, await removeAll(of: identity, in: caches))
        }
        let token = held.map { typed($0.token) } ?? stored.flatMap { $0.account == account ? $0.token : nil }
        let revocation = token.map { revoke($0, of: account) }
        if awaitsRevocation { await revocation?.value }
        if let error = errors.first { throw FetchError(.file(error.localizedDescription), underlying: error) }
    }

    private func removeAll(of identity: String, in caches: [HTTPCache]) async -> [any Error] {
        var errors: [any Error] = []
        do { try await store.erase() } catch { errors.append(error) }
        for cache in caches {
            do { try await cache.removeAll(identity: identity) } catch { errors.append(error) }
        }
        let (plugins, work) = state.withLock { ($0.plugins, $0.signOutWork.removeValue(forKey: identity) ?? [:]) }
        for plugin in plugins { await plugin.removeAll(ofAccount: identity) }
        for run in work.values { run() }
        return errors
    }

    private func finish(_ change: Machine.Change, _ ended: [Call], isSameAccount: Bool) {
        let (renewal, observers) = state.withLock { state in
            state.publish()
            return (change.interrupted.flatMap { state.takeRenewal($0.number) }, Array(state.observers.values))
        }
        for observer in observers { observer(isSameAccount) }
        // A renewal that was sent continues, so that the token that it returns can be revoked.
        if change.interrupted?.wasSent == false { renewal?.cancel() }
        for call in ended {
            call.report(.authentication(AuthenticationStep(.accountChanged, "the account is no longer signed in")))
            call.cancel()
        }
        for waiter in change.waiters { waiter.resolve(isSameAccount ? .success(()) : .failure(.cancelled)) }
    }

    // MARK: - Tokens

    func erased(_ token: A.Token) -> any SessionToken { HeldToken(authenticator: authenticator, token: token) }

    func typed(_ token: any SessionToken) -> A.Token {
        guard let held = token as? HeldToken<A> else { preconditionFailure("A token of another session") }
        return held.token
    }

    /// Informs the server that a token is no longer needed, in a task of its own.
    @discardableResult
    func revoke(_ token: A.Token, of account: String) -> Task<Void, Never> {
        let configuration = configuration.forTokens(within: renewalTimeout) { true }
        let renewal = Renewal(account: account, refusal: nil, configuration: configuration)
        return Task.detached { [authenticator] in await authenticator.revoke(token, in: renewal) }
    }

    // MARK: - Clients

    /// Returns a client that carries no token, for the requests by which people sign in.
    public func client<API: Service>(for service: API) -> Client<API> {
        Client(service, configuration.forTokens(within: renewalTimeout) { true })
    }
}

private struct HeldToken<A: Authenticator>: SessionToken {
    let authenticator: A
    let token: A.Token

    func credentials(on request: OutgoingRequest) -> [Credentials] {
        authenticator.credentials(for: token, on: request)
    }
}
