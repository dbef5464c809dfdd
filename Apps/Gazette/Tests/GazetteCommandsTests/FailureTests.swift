import Freshet
import FreshetTesting
import HTTPTypes
import NewsAPI
import Testing

@testable import GazetteCommands

/// What the terminal says of a failure: a sentence that fits its kind, and what to do.
@Suite(.timeLimit(.minutes(2)))
struct FailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var response: StubTransport.Response?
        var failure = FetchError(.connectionLost)
        let status: GazetteCommands.ExitStatus
        let lines: [String]
    }

    static let cases: [Case] = [
        Case(
            testDescription: "500", response: .status(500), status: .unavailable,
            lines: ["newsapi.org can't respond at the moment (status 500).", "Try again later."]),
        Case(
            testDescription: "503 with a time",
            response: StubTransport.Response(status: 503, headers: [.retryAfter: "30"]), status: .unavailable,
            lines: ["newsapi.org can't respond at the moment (status 503).", "Try again in 30 s."]),
        Case(
            testDescription: "429 with a time",
            response: StubTransport.Response(status: 429, headers: [.retryAfter: "600"]), status: .rateLimited,
            lines: ["newsapi.org responded with status 429.", "Try again in 10 min."]),
        Case(
            testDescription: "a limit in the service's words",
            response: .json(
                #"{"status":"error","code":"rateLimited","message":"You have made too many requests."}"#,
                status: 429),
            status: .rateLimited,
            lines: [
                "You have made too many requests.",
                "Wait a while before you try again. Or read from the emulator with --emulator.",
            ]),
        Case(
            testDescription: "a failure with the advice in the service's words",
            response: .json(
                #"{"status":"error","code":"unexpectedError","message":"Something went wrong. Try again later."}"#,
                status: 500),
            status: .unavailable, lines: ["Something went wrong. Try again later."]),
        Case(
            testDescription: "timeout", failure: FetchError(.timedOut(.call(.seconds(5)))), status: .unavailable,
            lines: [
                "newsapi.org did not respond completely within 5 s.",
                "Try again, or allow more time with --timeout.",
            ]),
        Case(
            testDescription: "offline", failure: FetchError(.cannotConnect(.offline)), status: .unavailable,
            lines: [
                "This device is not connected to the internet.",
                "Check your connection, then try again. With --offline, you can read what was loaded before.",
            ]),
    ]

    @Test("Each kind of failure has its sentence and its advice", arguments: cases)
    func printed(_ example: Case) async throws {
        let stub = StubTransport { _ async throws(FetchError) in
            guard let response = example.response else { throw example.failure }
            return response
        }
        let client = Client(NewsAPI(apiKey: "secret"), transport: stub, cache: nil, retry: .never)
        let error = try await #require(throws: FetchError.self) {
            try await client.value(for: .topHeadlines(country: .us))
        }
        let failure = Failure(error)
        #expect(failure.status == example.status)
        let lines: [String] = failure.message.split(separator: "\n").map { String($0) }
        #expect(lines == example.lines)
    }

    @Test("A key is to be unset only if it is set", arguments: [nil, "", "any"])
    func refusedKey(key: String?) async throws {
        let refusal = StubTransport { _ in
            .json(#"{"status":"error","code":"apiKeyInvalid","message":"Your key is invalid."}"#, status: 401)
        }
        let client = Client(NewsAPI(apiKey: "secret"), transport: refusal, cache: nil, retry: .never)
        let error = try await #require(throws: FetchError.self) {
            try await client.value(for: .topHeadlines(country: .us))
        }
        let failure = Failure(error, environment: ["NEWSAPI_KEY": key].compactMapValues(\.self))
        #expect(failure.status == .refused)
        #expect(failure.message.contains("unset it") == (key == "any"))
        #expect(failure.message.contains("with --emulator") == (key != "any"))
    }
}
