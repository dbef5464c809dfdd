import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NewsAPI
import ReaderModels
import TMDb
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SelectedErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: StubTransport.Response?
        var failure = FetchError(.connectionLost)
        let title: String
        let text: String
        var hint: String?
        let remedy: SelectedError.Remedy
    }

    static func limited(_ retryAfter: String?) -> StubTransport.Response {
        var fields: HTTPFields = [.contentType: "application/json", .date: "Wed, 21 Oct 2026 07:27:15 GMT"]
        fields[.retryAfter] = retryAfter
        let body = #"{"status":"error","code":"rateLimited","message":"You have made too many requests recently."}"#
        return StubTransport.Response(status: 429, headers: fields, chunks: [Data(body.utf8)])
    }

    static let exhausted = StubTransport.Response.json(
        #"{"status":"error","code":"apiKeyExhausted","message":"Your API key has no more requests available."}"#,
        status: 401)

    static let broken = StubTransport.Response.json(
        #"{"status":"error","code":"unexpectedError","message":"The news are out of order."}"#, status: 500)

    static let advising = StubTransport.Response.json(
        #"{"status":"error","code":"unexpectedError","message":"Something went wrong on our side. Try again later."}"#,
        status: 500)

    static let bare = StubTransport.Response.json(
        #"{"status":"error","code":"unexpectedError","message":"Internal error"}"#, status: 500)

    static let unavailable = StubTransport.Response(status: 503, headers: [.retryAfter: "700"])

    static let html = StubTransport.Response(headers: [.contentType: "text/html"], chunks: [Data("<html>".utf8)])

    static let cases = [
        Case(
            testDescription: "401", response: .keyRefused, title: "Key rejected",
            text: "Your API key is invalid or incorrect.", remedy: .key),
        Case(
            testDescription: "403 without a reason", response: .status(403), title: "Key rejected",
            text: "newsapi.org responded with status 403.", hint: "Check your key or your account.",
            remedy: .key),
        Case(
            testDescription: "a sentence without an end", response: bare, title: "Service unavailable",
            text: "Internal error.", hint: "Try again later.", remedy: .retry),
        Case(
            testDescription: "429", response: limited(" 60 "), title: "Limit reached",
            text: "You have made too many requests recently.", hint: "Try again in 60 s.",
            remedy: .retryLater(seconds: 60)),
        Case(
            testDescription: "429 until a date", response: limited("Wed, 21 Oct 2026 07:28:00 GMT"),
            title: "Limit reached", text: "You have made too many requests recently.",
            hint: "Try again in 45 s.", remedy: .retryLater(seconds: 45)),
        Case(
            testDescription: "429 for hours", response: limited("10801"), title: "Limit reached",
            text: "You have made too many requests recently.", hint: "Try again in 4 h.",
            remedy: .retryLater(seconds: 10801)),
        Case(
            testDescription: "a used-up quota", response: exhausted, title: "Limit reached",
            text: "Your API key has no more requests available.", hint: "Wait a while before you try again.",
            remedy: .retryLater(seconds: nil)),
        Case(
            testDescription: "429 without a time", response: limited("later"), title: "Limit reached",
            text: "You have made too many requests recently.", hint: "Wait a while before you try again.",
            remedy: .retryLater(seconds: nil)),
        Case(
            testDescription: "429 without a reason", response: .status(429), title: "Limit reached",
            text: "newsapi.org responded with status 429.",
            hint: "Wait a while before you try again.", remedy: .retryLater(seconds: nil)),
        Case(
            testDescription: "500", response: .status(500), title: "Service unavailable",
            text: "newsapi.org can't respond at the moment (status 500).", hint: "Try again later.",
            remedy: .retry),
        Case(
            testDescription: "503 with a time", response: unavailable, title: "Service unavailable",
            text: "newsapi.org can't respond at the moment (status 503).", hint: "Try again in 12 min.",
            remedy: .retryLater(seconds: 700)),
        Case(
            testDescription: "500 with the service's own words", response: broken, title: "Service unavailable",
            text: "The news are out of order.", hint: "Try again later.", remedy: .retry),
        Case(
            testDescription: "500 whose words have the advice", response: advising, title: "Service unavailable",
            text: "Something went wrong on our side. Try again later.", remedy: .retry),
        Case(
            testDescription: "400", response: .status(400), title: "Request rejected",
            text: "newsapi.org responded with status 400.", hint: "Report this to the operator of the server.",
            remedy: .none),
        Case(
            testDescription: "404", response: .status(404), title: "Not found",
            text: "newsapi.org responded with status 404.", hint: "Check the address.", remedy: .none),
        Case(
            testDescription: "offline", response: nil, failure: FetchError(.cannotConnect(.offline)),
            title: "Network error", text: "This device is not connected to the internet.",
            hint: "Check your connection, then try again.", remedy: .retry),
        Case(
            testDescription: "nothing listens", response: nil, failure: FetchError(.cannotConnect(.refused)),
            title: "Service unreachable", text: "newsapi.org refused the connection.",
            hint: "Check your connection, then try again.", remedy: .retry),
        Case(
            testDescription: "unknown host", response: nil, failure: FetchError(.cannotConnect(.unknownHost)),
            title: "Service unreachable", text: "The server newsapi.org can't be found.",
            hint: "Check the address and your connection, then try again.", remedy: .retry),
        Case(
            testDescription: "a lost connection", response: nil, failure: FetchError(.connectionLost),
            title: "Network error", text: "The connection to newsapi.org was lost before the response was complete.",
            hint: "Check your connection, then try again.", remedy: .retry),
        Case(
            testDescription: "timeout", response: nil, failure: FetchError(.timedOut(.call(.seconds(5)))),
            title: "No response in time", text: "newsapi.org did not respond completely within 5 s.",
            hint: "Try again in a moment.", remedy: .retry),
        Case(
            testDescription: "TLS", response: nil, failure: FetchError(.tls("expired")), title: "Network error",
            text: "A secure connection to newsapi.org can't be made.",
            hint: "Check this device's date, or ask the operator of the server for a valid certificate.", remedy: .none),
        Case(
            testDescription: "decoding", response: .json("[1]"), title: "Unreadable response",
            text: "The response from newsapi.org can't be read.", hint: "Report this to the operator of the server.",
            remedy: .retry),
        Case(
            testDescription: "a page where JSON was expected", response: html, title: "Unreadable response",
            text: "newsapi.org sent text/html where application/json was expected.",
            hint: "Check that the address belongs to the service.", remedy: .retry),
    ]

    @Test("What a screen shows", arguments: cases)
    func shown(_ example: Case) async throws {
        let stub = StubTransport { _ async throws(FetchError) in
            guard let response = example.response else { throw example.failure }
            return response
        }
        let client = Client(NewsAPI(apiKey: "secret"), transport: stub, cache: nil, retry: .never)
        let error = try await #require(throws: FetchError.self) {
            try await client.value(for: .topHeadlines(country: .us))
        }
        let shown = SelectedError(error)
        #expect(shown.title == example.title)
        #expect(shown.text == example.text)
        #expect(shown.hint == example.hint)
        #expect(shown.remedy == example.remedy)
        #expect(shown.detail.contains("newsapi.org") && !shown.detail.contains("secret"))
        #expect(shown.id == "\(example.title)|\(example.text)")
    }

    @Test("The movie service's advice to its customers is not for readers", arguments: [401, 500])
    func adviceForCustomers(status: Int) async throws {
        let message = "Internal error: Something went wrong, contact TMDB."
        let body = #"{"success":false,"status_code":11,"status_message":"\#(message)"}"#
        let stub = StubTransport { _ in .json(body, status: status) }
        let client = Client(TMDb(.token("secret")), transport: stub, cache: nil, retry: .never)
        let error = try await #require(throws: FetchError.self) { try await client.value(for: .movies(.popular)) }
        let shown = SelectedError(error)
        #expect(!shown.message.localizedCaseInsensitiveContains("contact"))
        #expect(shown.text.contains("api.themoviedb.org"))
    }

    @Test("What is absent is no failure of the service, and keeps its sentence as a plain Error (T28)")
    func absent() {
        let error: any Error = AbsentError("There is no item 7.")
        #expect(error.localizedDescription == "There is no item 7.")
        let shown = SelectedError(error)
        #expect(shown.title == "Nothing to show")
        #expect(shown.text == "There is no item 7.")
        #expect(shown.hint == nil && shown.remedy == .none)
    }

    @Test(
        "A wait is shown in the largest unit that leaves a small number",
        arguments: [
            (1, "1 s"), (119, "119 s"), (120, "2 min"), (121, "3 min"), (7199, "120 min"), (7200, "2 h"), (7201, "3 h"),
        ])
    func wait(seconds: Int, text: String) {
        #expect(WaitText.text(of: seconds) == text)
    }

    @Test func whatFailsACheckShowsNothing() {
        #expect(SelectedError(FetchError(.validation("No page."))).title == "Nothing to show")
    }

    @Test func aRequestThatCannotBeSentIsNotRepeated() {
        let shown = SelectedError(FetchError(.invalidRequest("there is nothing to search for")))
        #expect(shown.title == "Something went wrong")
        #expect(shown.text == "The request can't be sent: there is nothing to search for.")
        #expect(shown.remedy == .none)
    }

    @Test func anyOtherErrorMayBeRetried() {
        struct Odd: LocalizedError {
            var errorDescription: String? { "Odd." }
            var recoverySuggestion: String? { "Even it out." }
        }
        let shown = SelectedError(Odd())
        #expect(shown.title == "Something went wrong")
        #expect(shown.text == "Odd." && shown.hint == "Even it out.")
        #expect(shown.remedy == .retry)
    }
}
