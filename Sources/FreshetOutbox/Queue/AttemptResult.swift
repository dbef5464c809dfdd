#if SQLite
import Foundation
import FreshetCore
import HTTPTypes

/// The result of an attempt to send a write, as the queue sees it.
enum AttemptResult: Sendable, Equatable {
    /// What is known about the request of the attempt.
    enum Reach: Sendable {
        /// It didn't reach the server.
        case notArrived
        /// The server rejected it.
        case refused
        /// It may have been applied.
        case open
    }

    /// The server has applied the write.
    case delivered
    /// The write is sent again after a delay.
    case again(Reach, code: String, after: Duration? = nil)
    /// There is no network. This doesn't count as an attempt.
    case offline
    /// The account has no token that the server accepts.
    case signedOut(code: String)
    /// The server's value isn't the one that the write assumes.
    case conflict(code: String)
    /// The write can't succeed.
    case failed(code: String)
    /// The write may have been applied, and sending it again wouldn't show whether it was.
    case lost(code: String)
    /// A read has shown that the write was not applied.
    case notApplied
    /// The read that should show whether the write was applied failed permanently.
    case unconfirmed(code: String)
}

extension AttemptResult {
    /// The error code for a key that was used with other content.
    static let keyReused = "key_reused"

    /// Derives the result from the error of a call.
    ///
    /// - Parameters:
    ///   - error: The error of the call.
    ///   - wasSent: Whether a request of the call was handed to the transport.
    ///   - isRepetition: Whether an earlier request was sent under the same key.
    ///   - honoursKeys: Whether the service recognises a repetition by its key.
    init(_ error: FetchError, wasSent: Bool, isRepetition: Bool, honoursKeys: Bool) {
        let code = error.code
        if case .authentication(let failure) = error.kind {
            // Its response, if any, belongs to the renewal, or rejects the token.
            self = Self.result(failure, code)
            return
        }
        if error.underlying is UnprocessedRequest {
            self = .again(.notArrived, code: code)
            return
        }
        if let status = error.response?.head.status {
            self = Self.result(
                status, error, code, wasSent: wasSent, isRepetition: isRepetition, honoursKeys: honoursKeys)
            return
        }
        switch error.kind {
        case .cannotConnect(.offline): self = .offline
        case .cannotConnect, .tooManyCalls, .timedOut(.connect): self = .again(.notArrived, code: code)
        case .cancelled: self = .again(wasSent ? .open : .notArrived, code: code)
        case .tls, .redirect, .file, .invalidRequest: self = .failed(code: code)
        case .connectionLost, .timedOut: self = .again(wasSent ? .open : .notArrived, code: code)
        default: self = wasSent ? .lost(code: code) : .failed(code: code)
        }
    }

    /// A write waits for a sign-in, whatever the reason is that the session has no token for it.
    private static func result(_ failure: FetchError.AuthenticationFailure, _ code: String) -> AttemptResult {
        guard case .renewalFailed(let cause) = failure, FetchError(cause.kind, response: cause.response).isRetryable
        else { return .signedOut(code: code) }
        return .again(.notArrived, code: code, after: cause.retryAfter)
    }

    private static func result(
        _ status: HTTPResponse.Status, _ error: FetchError, _ code: String, wasSent: Bool, isRepetition: Bool,
        honoursKeys: Bool
    ) -> AttemptResult {
        switch status.code {
        // The server applied the write, even if the app can't use its response.
        case 200..<300 where !isBreak(error): return .delivered
        case 200..<300: return .again(.open, code: code)
        case 401: return .signedOut(code: code)
        // Responses to a known key (draft-ietf-httpapi-idempotency-key-header): 409 while the first request
        // is still being processed, 422 if that had other content.
        case 409 where isRepetition && honoursKeys: return .again(.open, code: code, after: error.retryAfter)
        case 409, 412: return .conflict(code: code)
        case 422 where isRepetition && honoursKeys: return .failed(code: keyReused)
        default: break
        }
        // The outbox decides about retries instead of the request's own rule, so only the kind of
        // the error counts.
        guard FetchError(error.kind, response: error.response).isRetryable else { return .failed(code: code) }
        let reach: Reach = status.kind == .serverError ? .open : .refused
        return .again(reach, code: code, after: error.retryAfter)
    }

    /// Whether a successful response broke off, so that only its head is known.
    private static func isBreak(_ error: FetchError) -> Bool {
        switch error.kind {
        case .connectionLost, .timedOut, .cancelled: true
        default: false
        }
    }
}
#endif
