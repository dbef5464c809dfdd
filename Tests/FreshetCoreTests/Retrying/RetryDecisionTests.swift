import Foundation
import HTTPTypes
import Testing

@testable import FreshetCore

/// What follows an attempt that failed, as a pure decision.
struct RetryDecisionTests {
    private let policy = RetryPolicy(attempts: 4, base: .seconds(1), cap: .seconds(5), jitter: { 1 })

    private static func status(_ code: Int) -> FetchError {
        let status = HTTPResponse.Status(code: code)
        return FetchError(.status(status), response: .init(head: HTTPResponse(status: status)))
    }

    private static func service(_ code: Int, isRetryable: Bool?) -> FetchError {
        FetchError(
            .service(ServiceError(code: "c", message: "m", isRetryable: isRetryable)),
            response: .init(head: HTTPResponse(status: .init(code: code))))
    }

    private func decision(
        _ error: FetchError, _ change: (inout FailedAttempt) -> Void = { _ in }
    ) -> RetryDecision {
        var failed = FailedAttempt(error: error)
        change(&failed)
        return policy.decision(after: failed)
    }

    private func again(_ code: String, _ wait: Duration, _ cause: Retry.Cause = .backoff) -> RetryDecision {
        .again(Retry(failure: code, wait: wait, cause: cause))
    }

    @Test(
        "Statuses that may pass (RFC 9110 §15.5.9 and §15.6, RFC 6585 §4, RFC 8470 §5.2)",
        arguments: [408, 425, 429, 500, 502, 503, 504])
    func transient(code: Int) {
        #expect(decision(Self.status(code)) == again("status.\(code)", .seconds(1)))
    }

    @Test("Statuses that stay", arguments: [400, 401, 403, 404, 405, 409, 410, 418, 422, 451, 501, 505, 511])
    func lasting(code: Int) {
        #expect(decision(Self.status(code)) == .pass)
    }

    @Test(
        "Failures of the network may pass",
        arguments: [
            FetchError.Kind.cannotConnect(.offline), .cannotConnect(.refused), .cannotConnect(.unknownHost),
            .cannotConnect(.unreachable), .cannotConnect(.other), .connectionLost, .timedOut(.connect),
            .timedOut(.attempt(.seconds(1))),
        ])
    func network(kind: FetchError.Kind) {
        #expect(decision(FetchError(kind)) == again(FetchError(kind).code, .seconds(1)))
    }

    @Test(
        "Everything else stays, a cancel above all",
        arguments: [
            FetchError.Kind.cancelled, .tls("t"), .protocolViolation("p"), .redirect(.tooMany(limit: 1)),
            .tooLarge(.header), .validation("v"), .invalidRequest("i"), .file("f"), .tooManyCalls(limit: 1),
        ])
    func lasting(kind: FetchError.Kind) {
        #expect(decision(FetchError(kind)) == .pass)
    }

    @Test(
        "Idempotent methods (RFC 9110 §9.2.2)",
        arguments: [
            (HTTPRequest.Method.get, true), (.head, true), (.options, true), (.trace, true), (.put, true),
            (.delete, true), (.post, false), (.patch, false), (.connect, false),
        ])
    func methods(method: HTTPRequest.Method, isIdempotent: Bool) {
        for error in [Self.status(503), FetchError(.connectionLost), FetchError(.timedOut(.connect))] {
            let decision = decision(error) { $0.method = method }
            #expect(decision == (isIdempotent ? again(error.code, .seconds(1)) : .stop(.method)))
        }
        // This failure is unknown.
        let refused = decision(FetchError(.cannotConnect(.refused))) { $0.method = method }
        #expect(refused == again("cannot_connect.refused", .seconds(1)))
    }

    @Test func theRequestDecides() {
        let post = decision(Self.status(503)) {
            $0.method = .post
            $0.permission = .always
        }
        #expect(post == again("status.503", .seconds(1)))
        #expect(decision(Self.status(503)) { $0.permission = .never } == .stop(.permission))
        let refused = decision(FetchError(.cannotConnect(.refused))) { $0.permission = .never }
        #expect(refused == .stop(.permission))
        #expect(decision(Self.status(503)) { $0.isBodyRepeatable = false } == .stop(.body))
    }

    @Test("The wait grows and is capped", arguments: [(1, 1), (2, 2), (3, 4)])
    func growth(attempt: Int, seconds: Int) {
        let decision = decision(Self.status(503)) { $0.attempt = attempt }
        #expect(decision == again("status.503", .seconds(seconds)))
    }

    @Test func theWaitIsARandomPartOfTheLongest() {
        for jitter in [0, 0.25, 1, 7, -1] {
            let policy = RetryPolicy(attempts: 9, base: .seconds(1), cap: .seconds(5), jitter: { jitter })
            let part = min(max(jitter, 0), 1)
            #expect(policy.backoff(after: 1) == .seconds(part))
            #expect(policy.backoff(after: 4) == .seconds(5 * part))
            #expect(policy.backoff(after: .max) == .seconds(5 * part))
        }
    }

    @Test("Retry-After replaces the wait (RFC 9110 §10.2.3)", arguments: [0, 2, 5])
    func retryAfter(seconds: Int) {
        let decision = decision(Self.status(429)) {
            $0.retryAfter = RetryAfter(wait: .seconds(seconds), field: "Retry-After")
        }
        #expect(decision == again("status.429", .seconds(seconds), .serverAsked(field: "Retry-After")))
    }

    @Test func aWishBeyondTheCapEndsTheCall() {
        let decision = decision(Self.status(429)) {
            $0.retryAfter = RetryAfter(wait: .seconds(6), field: "Retry-After")
        }
        #expect(decision == .stop(.askedTooLong(.seconds(6))))
    }

    @Test func noWaitGoesPastTheDeadline() {
        #expect(decision(Self.status(503)) { $0.remaining = .seconds(1) } == .stop(.deadline))
        #expect(decision(Self.status(503)) { $0.remaining = .milliseconds(1001) } == again("status.503", .seconds(1)))
    }

    @Test func theLastAttemptIsTheLast() {
        #expect(decision(Self.status(503)) { $0.attempt = 4 } == .stop(.attempts(4)))
        #expect(RetryPolicy.never.decision(after: FailedAttempt(error: Self.status(503))) == .pass)
    }

    @Test func theServiceHasTheLastWord() {
        #expect(decision(Self.service(503, isRetryable: true)) == again("service.c", .seconds(1)))
        #expect(decision(Self.service(429, isRetryable: false)) == .stop(.service))
        #expect(decision(Self.service(400, isRetryable: false)) == .pass)
        #expect(decision(Self.service(503, isRetryable: nil)) == again("service.c", .seconds(1)))
        #expect(decision(Self.service(400, isRetryable: nil)) == .pass)
    }

    @Test func thePolicyChoosesErrors() {
        let policy = RetryPolicy(base: .zero, shouldRetry: { ($0 as? FetchError)?.code == "status.404" })
        #expect(policy.decision(after: FailedAttempt(error: Self.status(404))) == again("status.404", .zero))
        #expect(policy.decision(after: FailedAttempt(error: Self.status(503))) == .pass)
    }
}
