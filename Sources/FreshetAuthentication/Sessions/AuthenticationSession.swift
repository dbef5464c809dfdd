import Foundation
public import FreshetCore

/// Signs an account in to a service, holds and renews its token, and clears the account's data at
/// sign-out.
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
/// Share one session among all clients of a service, so that a token is renewed once for all of
/// them. Stored responses belong to the account, not to the token: they remain available after the
/// token is renewed, but never to another account.
///
/// While no account is signed in, requests are sent without a token. Requests whose
/// `Request/access` is private fail with `FetchError/AuthenticationFailure/signedOut`.
public final class AuthenticationSession<A: Authenticator>: Sendable {
    typealias Machine = SessionContent.Machine

    /// The authenticator of the session's tokens.
    public let authenticator: A
    let configuration: ClientConfiguration
    let store: any TokenStore<A.Token>
    let renewalTimeout: Duration
    let origins: Set<WebAddress.Origin>
    /// Serialises writes to the store, so that nothing is written after the store was erased.
    let writes = SerialWork()
    let state: Lock<SessionContent>

    /// Makes a session, which is signed in if the store has an account. It reads the token when the
    /// first call needs it.
    ///
    /// ```swift
    /// let store = FileTokenStore<TicketTokens.Token>(file: folder.appending(path: "tickets.json"))
    /// let session = AuthenticationSession(TicketTokens(), .platform, store: store)
    /// ```
    ///
    /// - Parameters:
    ///   - authenticator: Defines the service's tokens.
    ///   - configuration: The transport, limits, observers and time source for the requests that
    ///     obtain and renew tokens.
    ///   - account: An account that signs in without a person, whose first token the authenticator
    ///     obtains; `nil` to use the store's account.
    ///   - store: Stores the token, by default in memory only.
    ///   - leeway: How long before it expires a token is renewed: 60 s by default, and never more
    ///     than a tenth of its lifetime. No call waits for such a renewal.
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

    /// The current state: whether an account is signed in, and which one.
    public var current: SessionState { state.withLock { $0.machine.state } }

    /// A stream of the current state and every later one. A slow reader sees only the latest of
    /// several changes.
    ///
    /// ```swift
    /// for await state in session.states {
    ///     switch state {
    ///     case .signedIn(let account): show(account)
    ///     case .needsSignIn(let account): show("\(account) has to sign in again")
    ///     default: show("Nobody is signed in")
    ///     }
    /// }
    /// ```
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

    /// Signs an account in and replaces the previous account.
    ///
    /// Calls of another account are cancelled. Calls and resources of the same account continue
    /// with the new token. The other account's stored data stay, so that an app can switch between
    /// accounts; sign out to remove them.
    ///
    /// - Parameters:
    ///   - token: The token that the service has just issued.
    ///   - account: A name that is unique among the accounts of all services that share a cache,
    ///     such as `tmdb/42`. Stored responses are filed under a digest of it.
    /// - Throws: `FetchError/Kind-swift.enum/file(_:)` if the token can't be stored. The account is
    ///   signed in anyway, until the process ends.
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
        // This write has waited for earlier ones. By now, another sign-in or a sign-out may have replaced the token.
        guard state.withLock({ $0.machine.held?.id == stored.id }) else { return nil }
        do throws(TokenStoreError) {
            _ = try await store.write(stored, replacing: nil)
        } catch {
            return error
        }
        state.withLock { $0.machine.noteStored(stored.id) }
        return nil
    }

    /// Signs the account out, cancels its calls and streams, and removes its data.
    ///
    /// It removes the account's token, stored responses, cookies and the files that its unfinished
    /// downloads have left.
    ///
    /// Files that downloads in earlier processes have left aren't known and stay, but no other
    /// account continues them. Signing out when no account is signed in does nothing. Afterwards,
    /// ``Authenticator/revoke(_:in:)`` informs the server.
    ///
    /// - Parameter awaitsRevocation: Whether to return only after the server was informed, or the
    ///   attempt timed out like a renewal. Pass `true` in a program that exits afterwards. `false`
    ///   by default.
    /// - Throws: `FetchError/Kind-swift.enum/file(_:)` if the token or the responses can't be
    ///   removed. The account is signed out anyway, but the next process may find it in the store.
    public func signOut(awaitingRevocation awaitsRevocation: Bool = false) async throws(FetchError) {
        let (account, held, identity, caches) = state.withLock { state in
            (state.machine.account, state.machine.held, state.epoch.identity, state.caches)
        }
        guard let account else { return }
        // Note the removal before the calls end, so that responses which they have already received are no longer
        // stored.
        for cache in caches { cache.noteRemoval(of: nil) }
        let outcome = state.withLock { state -> (Machine.Change, [Call])? in
            // The lock was released above: another sign-in or sign-out may have come first.
            guard state.machine.account == account, let change = state.machine.signOut() else { return nil }
            state.beginEpoch()
            state.lastSignOut = state.machine.epoch
            return (change, state.endCalls(except: nil))
        }
        guard let (change, ended) = outcome else { return }
        finish(change, ended, isSameAccount: false)
        let (stored, errors) = await writes.run { [self] in
            // A session that has made no call yet hasn't read its token.
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
        // A renewal whose request was sent continues, so that the token it returns can be revoked.
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

    /// Starts a task that informs the server that a token is no longer needed.
    @discardableResult
    func revoke(_ token: A.Token, of account: String) -> Task<Void, Never> {
        let configuration = configuration.forTokens(within: renewalTimeout) { true }
        let renewal = Renewal(account: account, refusal: nil, configuration: configuration)
        return Task.detached { [authenticator] in await authenticator.revoke(token, in: renewal) }
    }

    // MARK: - Clients

    /// Returns a client without a token, for the requests with which people sign in.
    ///
    /// ```swift
    /// let token = try await session.client(for: Tickets()).value(for: .token(name: name, password: password))
    /// try await session.signIn(token, account: "tickets/\(name)")
    /// ```
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
