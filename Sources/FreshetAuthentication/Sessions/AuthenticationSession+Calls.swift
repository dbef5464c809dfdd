public import Foundation
public import FreshetCore
import HTTPTypes

/// The sessions on whose behalf the current task runs a renewal.
enum RenewalScope {
    @TaskLocal static var sessions: Set<ObjectIdentifier> = []
}

extension AuthenticationSession: CallSession {
    /// Registers a client, so that a sign-out removes everything that the client stores for the
    /// account.
    public func attach(to configuration: ClientConfiguration) {
        state.withLock { state in
            if let cache = configuration.cache, !state.caches.contains(where: { $0 === cache }) {
                state.caches.append(cache)
            }
            for plugin in configuration.plugins where !(plugin is any AccountSession) {
                if !state.plugins.contains(where: { $0 === plugin }) { state.plugins.append(plugin) }
            }
        }
    }

    /// Notes which account a request with a token belongs to.
    public func prepare(_ request: inout OutgoingRequest, at date: Date) {
        if covers(request) { request[identity: CallAccount.self] = callAccount }
    }

    /// The stages that wait for a token and add it to each attempt.
    public func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] {
        let hasLimit = configuration.rateLimit != nil
        return switch position {
        case .beforeRateLimit: [TokenAcquisition(session: self, appliesToken: !hasLimit)]
        case .afterRateLimit where hasLimit: [TokenApplication(session: self)]
        default: []
        }
    }

    package var callAccount: CallAccount {
        CallAccount(session: self, epoch: state.withLock { $0.epoch })
    }

    func covers(_ request: OutgoingRequest) -> Bool {
        let origin = request.address.origin
        let isCovered = origins.isEmpty ? origin == request.origin.service : origins.contains(origin)
        return isCovered && authenticator.applies(to: request)
    }

    package func onSignOut(of account: CallAccount, _ key: String, _ run: @escaping @Sendable () -> Void) -> Bool {
        // The replaced function is released outside the lock: releasing it may run arbitrary code.
        let (isSignedIn, replaced) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard account.epoch.number >= state.lastSignOut else { return (false, nil) }
            return (true, state.signOutWork[account.identity, default: [:]].updateValue(run, forKey: key))
        }
        withExtendedLifetime(replaced) {}
        return isSignedIn
    }

    package func observeAccount(_ change: @escaping @Sendable (_ isSameAccount: Bool) -> Void) -> AccountObservation {
        let id = UUID.random()
        state.withLock { $0.observers[id] = change }
        return AccountObservation { [weak self] in
            // The function is released outside the lock: it may hold the last reference to another observation, whose
            // end takes the same lock.
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
    }

    // MARK: - Calls of the account

    package func watch(_ call: Call, of account: String) {
        let isSignedIn = state.withLock { state in
            guard state.machine.account == account else { return false }
            state.calls[ObjectIdentifier(call)] = (call, account)
            return true
        }
        if !isSignedIn { call.cancel() }
    }

    package func forget(_ call: Call) {
        // The call is released outside the lock: the last one may release its client.
        _ = state.withLock { $0.calls.removeValue(forKey: ObjectIdentifier(call)) }
    }

    // MARK: - Tokens

    func prepareToken(
        for account: CallAccount, _ request: OutgoingRequest, _ call: Call
    ) throws(FetchError) -> TokenWait? {
        guard let name = account.name else { return nil }
        let now = time.now()
        let (acquisition, wait) = state.withLock { state -> (Machine.Acquisition, TokenWait?) in
            call.counters.noteToken(state.machine.lastToken)
            if state.renewal != nil, RenewalScope.sessions.contains(ObjectIdentifier(self)) {
                let reason = "a renewal would wait for itself; send it with the client that Renewal makes"
                return (.fails(FetchError(.invalidRequest(reason))), nil)
            }
            let acquisition = state.machine.acquire(for: name, at: now, mustLast: !request.isBodyRepeatable)
            guard case .waits = acquisition else { return (acquisition, nil) }
            state.lastWaiter += 1
            let wait = TokenWait(id: state.lastWaiter)
            state.machine.wait(wait.id, wait.waiter)
            return (acquisition, wait)
        }
        switch acquisition {
        case .ready(let renewal), .waits(let renewal):
            if let renewal { start(renewal) }
            return wait
        case .fails(let error):
            call.report(.authentication(AuthenticationStep(.failed, error.code)))
            throw error
        case .accountChanged:
            throw .cancelled
        }
    }

    func wait(_ wait: TokenWait, for account: CallAccount, _ call: Call) async throws(FetchError) {
        let start = time.now()
        call.report(.authentication(AuthenticationStep(.waiting, "for a token")))
        switch await wait.waiter.value(abandon: { self.leave(wait.id) }) {
        case .success:
            call.report(.authentication(AuthenticationStep(.ready, "after \(time.now() - start)")))
        case .failure(let error):
            // The renewal was early and has failed. The old token is still valid.
            guard !error.isCancellation else { throw error }
            let now = time.now()
            if state.withLock({ $0.machine.hasValidToken(for: account.name, at: now) }) { return }
            call.report(.authentication(AuthenticationStep(.failed, error.code)))
            throw error
        }
    }

    private func leave(_ id: UInt64) {
        let (waiter, task) = state.withLock { state -> (SessionContent.Waiter?, Task<Void, Never>?) in
            guard let (waiter, abandoned) = state.machine.leave(id) else { return (nil, nil) }
            return (waiter, abandoned.flatMap { state.takeRenewal($0) })
        }
        waiter?.resolve(.failure(.cancelled))
        task?.cancel()
    }

    func putToken(
        on request: inout OutgoingRequest, of account: CallAccount, unlessEndedAt now: Duration?
    ) -> TokenPlacement {
        let (isSignedIn, held) = state.withLock { state in
            state.machine.account == account.name ? (true, state.machine.use(at: now)) : (false, nil)
        }
        guard isSignedIn else { return .accountChanged }
        guard let held else { return .mustWait }
        var fields: [HTTPField.Name] = []
        var secrets: [String] = []
        let credentials = held.token.credentials(on: request)
        for credential in credentials {
            guard let secret = credential.secret(), !secret.isEmpty, request.put(secret, in: credential.location) else {
                continue
            }
            secrets.append(secret)
            if case .header(let name, _) = credential.location { fields.append(name) }
        }
        guard !secrets.isEmpty || credentials.isEmpty else { return .notNeeded }
        return .sent(SentToken(number: held.number, fields: fields, secrets: secrets))
    }

    func verdict(
        on response: IncomingResponse, to token: SentToken, of account: CallAccount, began: UInt64
    ) -> TokenVerdict {
        guard let name = account.name, authenticator.isRefusal(response) else { return .accepted }
        return state.withLock { $0.machine.refuse(token.number, response.head, for: name, began: began) }
    }

    package func refuseToken(of response: IncomingResponse, for account: CallAccount) throws(FetchError) {
        let refusal = FetchError(.authentication(.refused), response: FetchError.Response(head: response.head))
        guard let token = response[SentToken.self] else { throw refusal }
        // Treat it as if the server had responded with status 401.
        let refused = IncomingResponse(status: .unauthorized)
        switch verdict(on: refused, to: token, of: account, began: token.number) {
        case .sendAgain: return
        case .accountChanged: throw .cancelled
        case .accepted, .refused: throw refusal
        }
    }
}
