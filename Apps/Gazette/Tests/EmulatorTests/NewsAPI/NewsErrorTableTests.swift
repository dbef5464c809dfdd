import HTTPTypes
import Testing

@testable import Emulator

@Suite struct NewsErrorTableTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        var fields: [String: String] = ["User-Agent": "tests", "X-Api-Key": "good"]
        let status: Int
        let code: String
        let message: String

        var testDescription: String { "\(code): \(path)" }

        var headers: HTTPFields {
            HTTPFields(
                fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
        }
    }

    private static func key(_ key: String) -> [String: String] { ["User-Agent": "tests", "X-Api-Key": key] }

    static let who = [
        Case(
            path: "/v2/top-headlines?country=us", fields: ["X-Api-Key": "good"], status: 400, code: "userAgentMissing",
            message:
                "Please set your User-Agent header to identify your application. Anonymous requests are not allowed."),
        Case(
            path: "/v2/top-headlines?country=us", fields: ["User-Agent": "tests"], status: 401, code: "apiKeyMissing",
            message:
                "Your API key is missing. Append this to the URL with the apiKey param, or use the x-api-key HTTP header."
        ),
        Case(
            path: "/v2/sources?apiKey=", fields: ["User-Agent": "tests", "Authorization": "Bearer"], status: 401,
            code: "apiKeyMissing",
            message:
                "Your API key is missing. Append this to the URL with the apiKey param, or use the x-api-key HTTP header."
        ),
        Case(
            path: "/v2/everything?q=rain", fields: key("invalid"), status: 401, code: "apiKeyInvalid",
            message:
                "Your API key is invalid or incorrect. Check your key, or go to https://newsapi.org to create a free API key."
        ),
        Case(
            path: "/v2/everything?q=rain", fields: key("disabled"), status: 401, code: "apiKeyDisabled",
            message: "Your API key has been disabled."),
        Case(
            path: "/v2/everything?q=rain", fields: key("exhausted"), status: 429, code: "apiKeyExhausted",
            message: "Your API key has no more requests available."),
        Case(
            path: "/v2/sources", fields: key("limited"), status: 429, code: "rateLimited",
            message: "You have made too many requests recently. Developer accounts are limited to 100 requests over a "
                + "24 hour period (50 requests available every 12 hours). Please upgrade to a paid plan if you need more "
                + "requests."),
        Case(
            path: "/v2/top-headlines?country=us", fields: key("broken"), status: 500, code: "unexpectedError",
            message: "Something went wrong on our side. Try again later."),
        Case(
            path: "/v2/everything?q=rain",
            fields: ["User-Agent": "tests", "X-Api-Key": "good", "Origin": "https://reader.example"], status: 426,
            code: "corsNotAllowed",
            message: "Requests from the browser are not allowed on the Developer plan, except from localhost."),
        Case(
            path: "/v2/everything?q=rain",
            fields: ["User-Agent": "tests", "X-Api-Key": "good", "Origin": "null"], status: 426,
            code: "corsNotAllowed",
            message: "Requests from the browser are not allowed on the Developer plan, except from localhost."),
    ]

    static let what = [
        Case(path: "/v2", status: 404, code: "endpointNotFound", message: "There is no such endpoint."),
        Case(path: "/v2/headlines", status: 404, code: "endpointNotFound", message: "There is no such endpoint."),
        Case(
            path: "/v2/everything", status: 400, code: "parametersMissing",
            message:
                "Required parameters are missing, the scope of your search is too broad. Please set any of the following "
                + "required parameters and try again: q, qInTitle, sources, domains."),
        Case(
            path: "/v2/everything?q=%20&language=en&from=2026-03-01", status: 400, code: "parametersMissing",
            message:
                "Required parameters are missing, the scope of your search is too broad. Please set any of the following "
                + "required parameters and try again: q, qInTitle, sources, domains."),
        Case(
            path: "/v2/top-headlines?page=2", status: 400, code: "parametersMissing",
            message:
                "Required parameters are missing. Please set any of the following parameters and try again: sources, q, "
                + "language, country, category."),
        Case(
            path: "/v2/top-headlines?sources=harbour-times&country=us", status: 400, code: "parametersIncompatible",
            message: "You cannot mix the sources parameter with the country or category parameters."),
        Case(
            path: "/v2/top-headlines?sources=harbour-times&category=health", status: 400,
            code: "parametersIncompatible",
            message: "You cannot mix the sources parameter with the country or category parameters."),
        Case(
            path: "/v2/everything?sources=harbour-times,nobody", status: 400, code: "sourceDoesNotExist",
            message: "The source you have requested, nobody, does not exist."),
        Case(
            path: "/v2/everything?sources=\((1...21).map { "s\($0)" }.joined(separator: ","))", status: 400,
            code: "sourcesTooMany", message: "You have requested 21 sources. The maximum is 20 in one request."),
        Case(
            path: "/v2/everything?q=rain&page=0", status: 400, code: "pageCannotBeLessThanOne",
            message: "The page parameter cannot be less than 1. You have requested 0."),
        Case(
            path: "/v2/top-headlines?country=us&page=-3", status: 400, code: "pageCannotBeLessThanOne",
            message: "The page parameter cannot be less than 1. You have requested -3."),
        Case(
            path: "/v2/everything?q=rain&pageSize=20&page=6", status: 426, code: "maximumResultsReached",
            message:
                "You have requested too many results. Developer accounts are limited to a max of 100 results. You are "
                + "trying to request results 100 to 120. Please upgrade to a paid plan if you need more results."),
        Case(
            path: "/v2/top-headlines?country=us&page=7", status: 426, code: "maximumResultsReached",
            message:
                "You have requested too many results. Developer accounts are limited to a max of 100 results. You are "
                + "trying to request results 120 to 140. Please upgrade to a paid plan if you need more results."),
        Case(
            path: "/v2/everything?q=rain&from=2026-01-15", status: 426, code: "parameterInvalid",
            message:
                "You are trying to request results too far in the past. Your plan permits you to request articles as far "
                + "back as 2026-02-11, but you have requested 2026-01-15. You may need to upgrade to a paid plan."),
    ]

    @Test("Credentials", arguments: who)
    func whoAsks(_ example: Case) async throws {
        try await check(example)
    }

    @Test("Parameters", arguments: what)
    func whatIsAsked(_ example: Case) async throws {
        try await check(example)
    }

    private func check(_ example: Case) async throws {
        let response = try await InProcess.get(example.path, headers: example.headers)
        #expect(response.status == example.status)
        let body: ErrorBody = try response.decoded()
        #expect(body == ErrorBody(status: "error", code: example.code, message: example.message))
        #expect(response.text.hasPrefix(#"{"status":"error","code":"\#(example.code)","message":"#))
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    }

    @Test(
        "Values the service does not know",
        arguments: [
            "/v2/top-headlines?country=xx", "/v2/top-headlines?country=US", "/v2/top-headlines?category=politics",
            "/v2/top-headlines?country=us&language=xx", "/v2/top-headlines?country=us&pageSize=0",
            "/v2/top-headlines?country=us&pageSize=101", "/v2/top-headlines?country=us&pageSize=-1",
            "/v2/top-headlines?country=us&page=two", "/v2/everything?q=rain&language=xx",
            "/v2/everything?q=rain&sortBy=newest", "/v2/everything?q=rain&searchIn=title,author",
            "/v2/everything?q=rain&from=yesterday", "/v2/everything?q=rain&to=2026-02-30",
            "/v2/everything?q=\(String(repeating: "a", count: 501))",
            "/v2/everything?qInTitle=\(String(repeating: "a", count: 501))",
            "/v2/top-headlines/sources?category=politics", "/v2/sources?language=xx", "/v2/sources?country=xx",
        ])
    func unknownValues(_ path: String) async throws {
        let response = try await InProcess.get(path)
        #expect(response.status == 400)
        #expect(try response.decoded(as: ErrorBody.self).code == "parameterInvalid")
    }

    @Test(
        "The first reason counts",
        arguments: [
            ("/v2/nothing?country=xx", "missing", "endpointNotFound"),
            ("/v2/top-headlines?country=xx", "invalid", "apiKeyInvalid"),
            ("/v2/top-headlines?sources=harbour-times&country=xx", "good", "parameterInvalid"),
            ("/v2/top-headlines?sources=harbour-times&country=us&page=9", "good", "parametersIncompatible"),
            ("/v2/everything?language=xx", "good", "parameterInvalid"),
            ("/v2/everything?page=99", "good", "parametersMissing"),
        ])
    func order(path: String, key: String, code: String) async throws {
        let response = try await InProcess.get(
            path, headers: [.userAgent: "tests", HTTPField.Name("X-Api-Key")!: key])
        #expect(try response.decoded(as: ErrorBody.self).code == code)
    }

    @Test func searchOfFiveHundredCharactersIsAllowed() async throws {
        let response = try await InProcess.get("/v2/everything?q=\(String(repeating: "a", count: 500))")
        #expect(response.status == 200)
    }
}
