import Foundation
import FreshetCore

extension AuthenticationSession {
    /// Starts a renewal in a detached task, without the priority and task-local values of the call
    /// that needs it.
    func start(_ renewal: Machine.Renewal) {
        state.withLock { state in
            // By now, a sign-in or a sign-out may have replaced the renewal, or no call may be waiting for it.
            guard state.machine.isRunning(renewal.number) else { return }
            // The task starts under the lock, so that a sign-in or sign-out always finds it and knows whether its
            // request was sent.
            let task = Task.detached { [self] in
                await RenewalScope.$sessions.withValue(RenewalScope.sessions.union([ObjectIdentifier(self)])) {
                    await run(renewal)
                }
            }
            state.renewal = (renewal.number, task)
        }
    }

    private func run(_ renewal: Machine.Renewal) async {
        let deadline = time.now() + renewalTimeout
        let timer = Task {
            do { try await time.sleep(deadline) } catch { return }
            timeOut(renewal)
        }
        defer { timer.cancel() }
        do throws(TokenStoreError) {
            try await store.withExclusiveAccess { [self] in await renew(renewal) }
        } catch {
            fail(renewal, Self.storeError(error))
        }
    }

    private func renew(_ renewal: Machine.Renewal) async {
        let stored: StoredToken<A.Token>?
        do throws(TokenStoreError) { stored = try await store.read() } catch {
            return fail(renewal, Self.storeError(error))
        }
        do throws(FetchError) {
            switch plan(for: renewal, stored) {
            case .none: return
            case .signedOutElsewhere: throw FetchError(.authentication(.signedOut))
            case .adopt: if let stored { adopt(stored, by: renewal) }
            case .replaceStored: try await ask(renewal, replacing: stored?.token, stored)
            case .replaceCurrent(let token): try await ask(renewal, replacing: typed(token), stored)
            case .obtain: try await ask(renewal, replacing: nil, nil)
            }
        } catch {
            fail(renewal, error)
        }
    }

    private static func storeError(_ error: TokenStoreError) -> FetchError {
        FetchError(.file("The token can't be read. \(error.message)"), underlying: error)
    }

    private func plan(for renewal: Machine.Renewal, _ stored: StoredToken<A.Token>?) -> Machine.Plan {
        let hasEnded = stored.flatMap { stored in
            authenticator.lifetime(of: stored.token).map { $0 <= age(of: stored) }
        }
        return state.withLock { state in
            state.machine.plan(
                for: renewal, stored: stored.map { ($0.account, $0.id) }, hasEnded: hasEnded ?? false)
        }
    }

    /// Returns the time since a token was requested, possibly by another process. It compares dates
    /// because processes share no other clock.
    private func age(of stored: StoredToken<A.Token>) -> Duration {
        // A damaged store may hold any date, and `Duration` traps beyond about 10^20 seconds.
        .seconds(min(max(0, time.date().timeIntervalSince(stored.requested)), 1e15))
    }

    private func adopt(_ stored: StoredToken<A.Token>, by renewal: Machine.Renewal) {
        let issued = Machine.Issued(
            id: stored.id, token: erased(stored.token), since: time.now() - age(of: stored),
            lifetime: authenticator.lifetime(of: stored.token), isOld: true, isStored: true)
        succeed(renewal, with: issued)
    }

    /// Requests a token from the server, stores it, and only then resumes the waiting calls.
    private func ask(
        _ renewal: Machine.Renewal, replacing old: A.Token?, _ stored: StoredToken<A.Token>?
    ) async throws(FetchError) {
        // Taken before the request, so that the token never counts as valid for longer than the server says.
        let (since, requested) = (time.now(), time.date())
        guard state.withLock({ $0.machine.countRenewal(at: since) }) else {
            throw FetchError(.authentication(.tooManyRenewals))
        }
        let context = Renewal(
            account: renewal.account, refusal: renewal.refusal,
            configuration: configuration.forTokens(within: renewalTimeout) { [state] in
                // With a strong reference, the session would retain itself if its authenticator kept the client that it
                // makes here.
                state.withLock { $0.machine.send(renewal.number) }
            })
        let token: A.Token
        do throws(FetchError) {
            token =
                if let old { try await authenticator.renew(old, in: context) } else {
                    try await authenticator.obtain(in: context)
                }
        } catch {
            throw error.explainedByTokenEndpoint(now: time.date())
        }
        let new = StoredToken(account: renewal.account, token: token, requested: requested)
        let outcome = await writes.run { [self] in await write(new, replacing: stored?.id, by: renewal) }
        switch outcome {
        case .stored(let isStored):
            let issued = Machine.Issued(
                id: new.id, token: erased(token), since: since, lifetime: authenticator.lifetime(of: token),
                received: time.now(), isStored: isStored)
            if !succeed(renewal, with: issued) { revoke(token, of: renewal.account) }
        case .outdated:
            revoke(token, of: renewal.account)
        case .signedOutElsewhere:
            revoke(token, of: renewal.account)
            throw FetchError(.authentication(.signedOut))
        }
    }

    private enum Writing {
        /// The token is used, whether it was stored or is only in memory; losing it would sign the
        /// account out.
        case stored(Bool)
        /// A sign-in or a sign-out has replaced the renewal.
        case outdated
        /// Another process has signed the account out, or another account in.
        case signedOutElsewhere
    }

    private func write(
        _ new: StoredToken<A.Token>, replacing old: UUID?, by renewal: Machine.Renewal
    ) async -> Writing {
        // This write has waited for earlier ones. A sign-in or a sign-out among them must not be overwritten.
        guard state.withLock({ $0.machine.isCurrent(renewal.number) }) else { return .outdated }
        do throws(TokenStoreError) {
            return try await store.write(new, replacing: old) ? .stored(true) : .signedOutElsewhere
        } catch {
            return .stored(false)
        }
    }

    // MARK: - Outcomes

    @discardableResult
    private func succeed(_ renewal: Machine.Renewal, with issued: Machine.Issued) -> Bool {
        let waiters = state.withLock { state in
            let waiters = state.machine.adopt(issued, by: renewal.number)
            if waiters != nil { state.renewal = nil }
            state.publish()
            return waiters
        }
        for waiter in waiters ?? [] { waiter.resolve(.success(())) }
        return waiters != nil
    }

    /// Ends a renewal that takes too long. It ends the request first, so that no other renewal runs
    /// at the same time.
    private func timeOut(_ renewal: Machine.Renewal) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.renewal?.number == renewal.number else { return nil }
            state.overdue = renewal.number
            return state.renewal?.task
        }
        task?.cancel()
        fail(renewal, FetchError(.timedOut(.call(renewalTimeout))))
    }

    private func fail(_ renewal: Machine.Renewal, _ error: FetchError) {
        let now = time.now()
        let timeout = FetchError(.timedOut(.call(renewalTimeout)))
        // Called outside the lock, since it is the app's code.
        let endsSignIn = authenticator.endsSignIn(error)
        let (failed, task) = state.withLock { state in
            let isOverdue = error.isCancellation && state.overdue == renewal.number
            let failed = state.machine.fail(
                renewal.number, isOverdue ? timeout : error, endsSignIn: endsSignIn, at: now)
            state.publish()
            return (failed, state.takeRenewal(renewal.number))
        }
        task?.cancel()
        guard let failed else { return }
        for waiter in failed.waiters { waiter.resolve(.failure(failed.error)) }
    }
}
