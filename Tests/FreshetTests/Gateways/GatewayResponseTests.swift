import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

/// What a gateway responds after a failed call.
struct GatewayResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let error: FetchError
        let status: Int
        let retryAfter: String?

        init(_ kind: FetchError.Kind, _ status: Int) {
            self.init(FetchError(kind), status)
        }

        init(_ error: FetchError, _ status: Int, retryAfter: String? = nil) {
            (self.error, self.status, self.retryAfter) = (error, status, retryAfter)
        }

        var testDescription: String { error.code }
    }

    /// Every text of an error that its server or its developer writes.
    private static let secret = "hush internal.example"

    private static func refusal(
        _ status: Int, _ fields: HTTPFields = [:], isService: Bool = false
    ) -> FetchError {
        let response = FetchError.Response(
            head: HTTPResponse(status: .init(code: status, reasonPhrase: secret), headerFields: fields),
            body: Data(secret.utf8))
        let service = ServiceError(code: secret, message: secret)
        return FetchError(isService ? .service(service) : .status(response.head.status), response: response)
    }

    private static let decoding = DecodingFailure(
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: secret)), body: Data(secret.utf8))

    static let ofTheNetwork: [Case] = [
        Case(.cannotConnect(.offline), 502), Case(.cannotConnect(.refused), 502),
        Case(.cannotConnect(.unknownHost), 502),
        Case(.cannotConnect(.unreachable), 502), Case(.cannotConnect(.proxy), 502), Case(.cannotConnect(.other), 502),
        Case(.connectionLost, 502), Case(.tls(secret), 502), Case(.protocolViolation(secret), 502),
        Case(.contentCoding(secret), 502), Case(.redirect(.tooMany(limit: 10)), 502),
        Case(.redirect(.forbidden(secret)), 502), Case(.timedOut(.connect), 504),
        Case(.timedOut(.attempt(.seconds(1))), 504), Case(.timedOut(.idle(.seconds(1))), 504),
        Case(.timedOut(.call(.seconds(1))), 504),
    ]

    static let ofResponses: [Case] = [
        Case(refusal(500), 502), Case(refusal(502), 502), Case(refusal(504), 502), Case(refusal(400), 502),
        Case(refusal(401), 502), Case(refusal(404), 502), Case(refusal(503), 502), Case(refusal(429), 503),
        Case(refusal(503, [.retryAfter: "7"]), 503, retryAfter: "7"),
        Case(refusal(429, [.retryAfter: "120"]), 503, retryAfter: "120"),
        Case(refusal(429, [HTTPField.Name("RateLimit-Reset")!: "9"]), 503, retryAfter: "9"),
        Case(
            refusal(
                503, [.retryAfter: "Thu, 01 Jan 2026 00:01:30 GMT", .date: "Thu, 01 Jan 2026 00:00:00 GMT"]), 503,
            retryAfter: "90"),
        Case(refusal(500, [.retryAfter: "7"]), 502), Case(refusal(404, [.retryAfter: "7"]), 502),
        Case(refusal(503, [.retryAfter: "7"], isService: true), 503, retryAfter: "7"),
        Case(refusal(429, isService: true), 503), Case(refusal(500, isService: true), 502),
        Case(refusal(200, isService: true), 502), Case(.service(ServiceError(code: nil, message: secret)), 502),
        Case(.precondition(.failed), 502), Case(.precondition(.required), 502), Case(.unknownOutcome, 502),
        Case(.wrongContent(.init(received: secret, expected: secret, excerpt: secret)), 502),
        Case(.tooLarge(.body(limit: 1)), 502), Case(.tooLarge(.header), 502), Case(.decoding(decoding), 502),
        Case(.validation(secret), 502), Case(.repeatedPage(secret), 502),
    ]

    static let ofTheGateway: [Case] = [
        Case(.invalidRequest(secret), 500), Case(.interceptor(secret), 500), Case(.file(secret), 500),
        Case(.tooManyCalls(limit: 5), 503), Case(.cancelled, 503), Case(.notInCache(secret), 504),
        Case(.authentication(.signedOut), 500), Case(.authentication(.refused), 502),
        Case(.authentication(.tooManyRenewals), 502),
        Case(.authentication(.renewalFailed(FetchError(.timedOut(.connect)))), 504),
        Case(.authentication(.renewalFailed(FetchError(.invalidRequest(secret)))), 500),
        Case(
            FetchError(.authentication(.renewalFailed(refusal(503, [.retryAfter: "3"])))), 503, retryAfter: "3"),
    ]

    private static let titles = [
        500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]

    @Test("Status and fields of every kind", arguments: ofTheNetwork + ofResponses + ofTheGateway)
    func everyKind(example: Case) throws {
        let response = example.error.gatewayResponse
        #expect(response.status.code == example.status)
        #expect(response.headerFields[.retryAfter] == example.retryAfter)
        #expect(response.headerFields[.contentType] == "application/problem+json")
        #expect(response.headerFields[.cacheControl] == "no-store")
        let problem = try #require(ProblemDetails(document: response.body))
        #expect(problem.type == "about:blank" && problem.status == example.status)
        #expect(problem.title == Self.titles[example.status])
        #expect(problem.detail?.isEmpty == false)
        let text = "\(response.headerFields) \(String(decoding: response.body, as: UTF8.self))"
        #expect(!text.contains("hush") && !text.contains("internal"))
    }

    @Test func theHostIsNamedOnRequestOnly() async throws {
        let stub = StubTransport { _ throws(FetchError) in throw FetchError(.timedOut(.connect)) }
        let service = Loopback(baseURL: "https://films.internal.example/secret-path")
        let client = Client(service, transport: stub, cache: nil, retry: .never)
        let failed = await failure { () async throws(FetchError) in
            try await client.value(for: .text("items?token=hush"))
        }
        let error = try #require(failed)
        #expect(error.request?.host == "films.internal.example")
        func detail(_ response: GatewayResponse) -> String? { ProblemDetails(document: response.body)?.detail }
        #expect(
            detail(error.gatewayResponse) == "A service that this server needs did not respond in time.")
        #expect(
            detail(GatewayResponse(error, namingHost: true))
                == "The service films.internal.example that this server needs did not respond in time.")
        let named = String(decoding: GatewayResponse(error, namingHost: true).body, as: UTF8.self)
        #expect(!named.contains("secret-path") && !named.contains("hush"))
    }

    @Test func theWaitIsRoundedUp() async throws {
        let clock = ManualClock()
        let stub = StubTransport { _ in
            .status(503, headers: [.retryAfter: "Thu, 01 Jan 2026 00:00:10 GMT"])
        }
        clock.advance(by: .milliseconds(400))
        let client = Client(
            Loopback(baseURL: "https://films.example"), transport: stub, cache: nil, retry: .never, time: clock.time)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("items")) }
        #expect(error?.gatewayResponse.headerFields[.retryAfter] == "10")
        #expect(error?.gatewayResponse.status == .serviceUnavailable)
    }
}
