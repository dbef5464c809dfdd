import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

struct FetchErrorTests {
    static let kinds: [FetchError.Kind] = [
        .invalidRequest("why"), .cannotConnect(.offline), .cannotConnect(.refused), .cannotConnect(.unknownHost),
        .cannotConnect(.unreachable), .cannotConnect(.other), .connectionLost, .timedOut(.connect),
        .timedOut(.idle(.seconds(3))), .timedOut(.idle(.seconds(Int64.max))),
        .timedOut(.call(.milliseconds(1500))), .tls("why"), .protocolViolation("why"), .redirect(.tooMany(limit: 10)),
        .redirect(.forbidden("why")), .status(.notFound), .service(ServiceError(code: "x", message: "Sold out.")),
        .wrongContent(.init(received: "text/html", expected: "application/json", excerpt: "<")),
        .tooLarge(.body(limit: 9)),
        .tooLarge(.header), .tooLarge(.element(limit: 8)), .repeatedPage("GET https://shop.example/?page=1"),
        .tooLarge(.interimResponses(limit: 2)),
        .decoding(DecodingFailure(codingPath: "a", expectedType: nil, reason: "r", excerpt: "e")), .validation("No."),
        .file("The file can't be read."), .cancelled,
    ]

    @Test("Every kind has a text that survives as plain Error (T28, T53)", arguments: kinds)
    func texts(kind: FetchError.Kind) {
        let error = FetchError(kind)
        let plain: any Error = error
        #expect(plain.localizedDescription == error.errorDescription)
        #expect(error.errorDescription?.isEmpty == false)
        #expect(error.errorDescription?.hasSuffix(".") == true)
        #expect(error.description.hasPrefix(error.code))
        #expect(error.id.contains(error.code))
    }

    @Test func equalityComparesWhatIsReported() {
        #expect(FetchError(.connectionLost) == FetchError(.connectionLost))
        #expect(FetchError(.connectionLost) != FetchError(.cancelled))
        #expect(
            FetchError(.connectionLost, underlying: POSIXError(.EPIPE))
                == FetchError(.connectionLost, underlying: POSIXError(.EPIPE)))
        #expect(
            FetchError(.connectionLost, underlying: POSIXError(.EPIPE))
                != FetchError(.connectionLost, underlying: POSIXError(.EIO)))
        #expect(FetchError(.connectionLost, underlying: POSIXError(.EPIPE)) != FetchError(.connectionLost))
    }

    @Test(
        "Which failures may be tried again",
        arguments: [
            (FetchError.Kind.connectionLost, true), (.timedOut(.connect), true), (.cannotConnect(.refused), true),
            (.status(.serviceUnavailable), true), (.status(.tooManyRequests), true), (.status(.notFound), false),
            (.tls("x"), false),
            (.service(ServiceError(code: nil, message: "m", isRetryable: true)), true),
            (.service(ServiceError(code: nil, message: "m")), false), (.cancelled, false),
            (.invalidRequest("x"), false),
        ])
    func retryable(kind: FetchError.Kind, expected: Bool) {
        #expect(FetchError(kind).isRetryable == expected)
    }

    @Test(
        "The status and the failed condition are there whether or not the service explains them",
        arguments: [
            (.service(explained), 412, 412, .failed), (.service(explained), 428, 428, .required),
            (.service(explained), 404, 404, nil), (.service(explained), nil, nil, nil),
            (.precondition(.failed), 412, 412, .failed), (.precondition(.required), nil, 428, .required),
            (.status(.notFound), nil, 404, nil),
            (.decoding(DecodingFailure(Unreadable(), body: Data())), 412, 412, nil),
            (.connectionLost, nil, nil, nil),
        ] as [(FetchError.Kind, Int?, Int?, FetchError.PreconditionFailure?)])
    func refusals(kind: FetchError.Kind, code: Int?, status: Int?, precondition: FetchError.PreconditionFailure?) {
        let response = code.map { FetchError.Response(head: HTTPResponse(status: .init(code: $0))) }
        let error = FetchError(kind, response: response)
        #expect(error.status?.code == status && error.precondition == precondition)
        let advice = precondition.map { FetchError(.precondition($0)).recoverySuggestion }
        if let advice { #expect(error.recoverySuggestion == advice) }
    }

    private static let explained = ServiceError(code: "changed", message: "Somebody else was faster.")

    private struct Unreadable: Error {}

    @Test(
        "Only what may be sent twice is retryable",
        arguments: [
            (HTTPRequest.Method.get, RetryRule.automatic, true), (.put, .automatic, true),
            (.post, .automatic, false), (.post, .always, true), (.get, .never, false),
            (.get, .policy(.never), true), (.post, .always(.never), true),
        ])
    func mayRepeat(method: HTTPRequest.Method, rule: RetryRule, expected: Bool) async {
        let (client, _) = Shop.client { _ in .status(503) }
        let request = Request<Shop, Void>("items", method: method, reading: .nothing).retrying(rule)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.isRetryable == expected)
    }

    private static let spent = ServiceError(code: "invalid_grant", message: "Spent.")
    private static let renewal = FetchError(.service(spent))

    @Test(
        "The server's own error is one step away",
        arguments: [
            (renewal, true), (FetchError(.authentication(.renewalFailed(renewal))), true),
            (FetchError(.authentication(.signedOut), underlying: renewal), true),
            (FetchError(.authentication(.signedOut)), false), (FetchError(.connectionLost, underlying: renewal), false),
            (FetchError(.authentication(.renewalFailed(FetchError(.connectionLost)))), false),
        ] as [(FetchError, Bool)])
    func serviceErrors(error: FetchError, isReported: Bool) {
        #expect(error.serviceError == (isReported ? Self.spent : nil))
    }

    @Test func theCauseStaysReachable() async {
        let (client, _) = Shop.client { _ throws(FetchError) in
            throw FetchError(.connectionLost, underlying: POSIXError(.ECONNRESET))
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("a")) }
        #expect((error?.underlying as? POSIXError)?.code == .ECONNRESET)
        #expect(error?.request?.description == "GET https://shop.example/v1/items/a")
        #expect(
            error?.localizedDescription == "The connection to shop.example was lost before the response was complete.")
    }

    @Test(
        "The delay that the server asks for",
        arguments: [
            (429, [.retryAfter: "7"], .seconds(7)), (503, [.retryAfter: " 0 "], .zero), (429, [:], nil),
            (429, [.retryAfter: "soon"], nil), (429, [.retryAfter: "99999999999999999999"], .seconds(86_400)),
            (
                503, [.retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT", .date: "Wed, 21 Oct 2026 07:27:15 GMT"],
                .seconds(45)
            ),
            (503, [.retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT"], .seconds(30)),
            (503, [.retryAfter: "Wed, 21 Oct 2026 07:27:00 GMT"], .zero),
            (429, [HTTPField.Name("RateLimit-Reset")!: "9"], .seconds(9)),
            (503, [HTTPField.Name("RateLimit-Reset")!: "9"], nil),
        ] as [(Int, HTTPFields, Duration?)])
    func retryAfter(status: Int, fields: HTTPFields, expected: Duration?) throws {
        let head = HTTPResponse(status: .init(code: status), headerFields: fields)
        let response = FetchError.Response(head: head)
        // Wed, 21 Oct 2026 07:27:30 GMT
        let now = Date(timeIntervalSince1970: 1_792_567_650)
        #expect(FetchError(.status(head.status), response: response, now: now).retryAfter == expected)
        let service = ServiceError(code: "limit", message: "Slow down.")
        #expect(FetchError(.service(service), response: response, now: now).retryAfter == expected)
        #expect(FetchError(.validation("No."), response: response, now: now).retryAfter == nil)
    }

    @Test(
        "A refusal has the delay, retried or not",
        arguments: [RetryPolicy.never, RetryPolicy(attempts: 2, cap: .zero)])
    func retryAfterOfACall(retry: RetryPolicy) async {
        let (client, _) = Shop.client(retry: retry) { _ in .status(429, headers: [.retryAfter: "12"]) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("a")) }
        #expect(error?.retryAfter == .seconds(12))
        #expect(error?.request != nil)
    }
}
