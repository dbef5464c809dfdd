import Foundation
import FreshetCore
import HTTPTypes

/// Waits for a token before each attempt of an account, and resends a request whose old token was
/// refused.
///
/// It comes before the rate limit and holds no connection while it waits. Otherwise, refused calls
/// would occupy all connections and leave none for the renewal that they wait for.
struct TokenAcquisition: CancellableInterceptor {
    let session: any CallSession
    /// Whether it adds the token to attempts itself. If a rate limit follows, `TokenApplication`
    /// does.
    let appliesToken: Bool

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let account = request.tokenAccount(in: session) else { return try await next.pass(request) }
        let call = context.call
        guard account.name != nil else {
            if request.options.access == .private { throw FetchError(.authentication(.signedOut)) }
            return try await next.pass(request)
        }
        try checkTransport(of: request)
        while true {
            if let wait = try session.prepareToken(for: account, request, call) {
                try await session.wait(wait, for: account, call)
            }
            let response: IncomingResponse
            do throws(FetchError) {
                response =
                    if appliesToken {
                        try await TokenApplication(session: session).send(request, of: account, next)
                    } else {
                        try await next.pass(request)
                    }
            } catch {
                guard error.underlying is TokenMissing else { throw error }
                call.counters.notePermitReturned()
                continue
            }
            guard let token = response[SentToken.self] else { return response }
            switch session.verdict(on: response, to: token, of: account, began: call.counters.tokenAtStart) {
            case .accepted: return response
            case .accountChanged: throw .cancelled
            case .refused: throw refusal(response, "a token that was issued after the call had begun", call)
            case .sendAgain:
                try beginAgain(request, after: response, call)
                await request[LostResponse.self]?(response.head)
            }
        }
    }

    /// Checks that a refused request may be sent again, and reports the repetition.
    private func beginAgain(
        _ request: OutgoingRequest, after response: IncomingResponse, _ call: Call
    ) throws(FetchError) {
        switch call.obstacle(toSending: request, again: .withAnotherToken) {
        case nil: break
        case .body: throw refusal(response, "the body is a stream, which can be sent only once", call)
        case .count(let resends): throw refusal(response, "it was sent \(resends + 1) times", call)
        case .end, .rule: throw .cancelled
        }
        call.report(.authentication(AuthenticationStep(.sendingAgain, "status \(response.head.status.code)")))
    }

    private func refusal(_ response: IncomingResponse, _ reason: String, _ call: Call) -> FetchError {
        call.report(.authentication(AuthenticationStep(.refused, reason)))
        let refused = FetchError.Response(head: response.head, body: response.data ?? Data())
        return FetchError(.authentication(.refused), response: refused).adding(interim: response.interim)
    }

    /// Throws an error if a token would be sent to another machine over plain http.
    private func checkTransport(of request: OutgoingRequest) throws(FetchError) {
        let origin = request.address.origin
        guard !origin.isSecure, !origin.isLoopback else { return }
        throw FetchError(.invalidRequest("a token is only sent over https, and \(origin.host) is addressed with http"))
    }
}

extension OutgoingRequest {
    /// The account whose token the request carries; `nil` if it carries none.
    ///
    /// Once a redirect has led away from the service, no token is added again, even if another
    /// redirect leads back.
    fileprivate func tokenAccount(in session: any CallSession) -> CallAccount? {
        hasLeftService || !session.covers(self) ? nil : account
    }
}

/// The reason why an attempt wasn't sent: its token has to be renewed first.
struct TokenMissing: Error {}

/// Adds the token to each attempt of an account.
///
/// It comes after the rate limit, so that an attempt that waited there is sent with the current
/// token.
struct TokenApplication: CancellableInterceptor {
    let session: any CallSession

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let account = request.tokenAccount(in: session), account.name != nil else {
            return try await next.pass(request)
        }
        // The token may have expired while the attempt waited for its permit. A call returns for a new one only once,
        // because the next token might expire in the same way.
        let call = context.call
        let now = call.counters.hasReturnedPermit ? nil : call.time.now()
        return try await send(request, of: account, unlessEndedAt: now, next)
    }

    func send(
        _ request: OutgoingRequest, of account: CallAccount, unlessEndedAt now: Duration? = nil, _ next: Next
    ) async throws(FetchError) -> IncomingResponse {
        var request = request
        switch session.putToken(on: &request, of: account, unlessEndedAt: now) {
        case .notNeeded: return try await next.pass(request)
        case .accountChanged: throw .cancelled
        case .mustWait:
            // Nothing is sent, so the rate limit gets its permit back.
            throw FetchError(.cancelled, underlying: TokenMissing())
        case .sent(let token):
            var response = try await next.pass(request)
            response[SentToken.self] = token
            let isAboutToken =
                [401, 403, 407].contains(response.head.status.code) && [.get, .post].contains(request.method)
            response.restrictCaching { restrictions in
                restrictions.secrets += token.secrets
                restrictions.credentialFields += token.fields
                guard isAboutToken, restrictions.storageObstacle == nil else { return }
                restrictions.storageObstacle = "it may depend on the token, which may change before the next call"
            }
            return response
        }
    }
}
