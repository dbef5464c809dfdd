import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// Every error of the news service, reached on purpose.
struct NewsErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let uri: String
        let status: Int
        let code: String
        var message = ""

        var testDescription: String { "\(code): \(uri.prefix(60))" }
    }

    private static let tooLong = String(repeating: "a", count: 501)
    private static let manySources = (0..<21).map { "s\($0)" }.joined(separator: ",")

    @Test(
        "Errors of parameters",
        arguments: [
            Case(
                uri: "/v2/top-headlines", status: 400, code: "parametersMissing",
                message:
                    "Required parameters are missing. Please set any of the following parameters and try again: sources, q, language, country, category."
            ),
            Case(
                uri: "/v2/everything", status: 400, code: "parametersMissing",
                message:
                    "Required parameters are missing, the scope of your search is too broad. Please set any of the following required parameters and try again: q, qInTitle, sources, domains."
            ),
            Case(
                uri: "/v2/top-headlines?country=us&sources=harbour-times", status: 400, code: "parametersIncompatible",
                message: "You cannot mix the sources parameter with the country or category parameters."),
            Case(
                uri: "/v2/top-headlines?category=sports&sources=harbour-times", status: 400,
                code: "parametersIncompatible"),
            Case(uri: "/v2/top-headlines?country=xx", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/top-headlines?category=weather", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/top-headlines?language=xx", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/top-headlines?country=us&pageSize=0", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/top-headlines?country=us&pageSize=101", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/top-headlines?country=us&page=two", status: 400, code: "parameterInvalid"),
            Case(
                uri: "/v2/top-headlines?country=us&page=0", status: 400, code: "pageCannotBeLessThanOne",
                message: "The page parameter cannot be less than 1. You have requested 0."),
            Case(uri: "/v2/top-headlines?country=us&page=-3", status: 400, code: "pageCannotBeLessThanOne"),
            Case(
                uri: "/v2/top-headlines?country=us&page=6", status: 426, code: "maximumResultsReached",
                message:
                    "You have requested too many results. Developer accounts are limited to a max of 100 results. You are trying to request results 100 to 120. Please upgrade to a paid plan if you need more results."
            ),
            Case(
                uri: "/v2/top-headlines?country=us&page=9223372036854775807", status: 426, code: "maximumResultsReached"
            ),
            Case(uri: "/v2/everything?q=a&page=2", status: 426, code: "maximumResultsReached"),
            Case(uri: "/v2/top-headlines?country=us&page=99999999999999999999", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/top-headlines?sources=nowhere", status: 400, code: "sourceDoesNotExist"),
            Case(uri: "/v2/everything?sources=\(manySources)", status: 400, code: "sourcesTooMany"),
            Case(uri: "/v2/everything?q=\(tooLong)", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/everything?q=a&sortBy=size", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/everything?q=a&searchIn=title,footer", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/everything?q=a&from=yesterday", status: 400, code: "parameterInvalid"),
            Case(uri: "/v2/everything?q=a&to=2026-13-01", status: 400, code: "parameterInvalid"),
            Case(
                uri: "/v2/everything?q=a&from=2026-10-01", status: 426, code: "parameterInvalid",
                message:
                    "You are trying to request results too far in the past. Your plan permits you to request articles as far back as 2026-10-21, but you have requested 2026-10-01. You may need to upgrade to a paid plan."
            ),
            Case(uri: "/v2/nothing", status: 404, code: "endpointNotFound"),
        ])
    func parameters(example: Case) async throws {
        let response = try await NewsServer().get(example.uri)
        #expect(response.status == example.status)
        #expect(response.code == example.code)
        #expect(response.members["status"] as? String == "error")
        if !example.message.isEmpty { #expect(response.message == example.message) }
    }

    @Test(
        "States of keys",
        arguments: [
            ("invalid", 401, "apiKeyInvalid"), ("disabled", 401, "apiKeyDisabled"),
            ("exhausted", 429, "apiKeyExhausted"),
            ("limited", 429, "rateLimited"), ("broken", 500, "unexpectedError"),
        ])
    func keys(key: String, status: Int, code: String) async throws {
        let headers: [HTTPFields] = [
            [.userAgent: "test", HTTPField.Name("X-Api-Key")!: key], [.userAgent: "test", .authorization: key],
            [.userAgent: "test", .authorization: "Bearer \(key)"],
        ]
        for fields in headers {
            let response = try await NewsServer().get("/v2/top-headlines?country=us&apiKey=any", headers: fields)
            #expect(response.status == status)
            #expect(response.code == code)
        }
        let response = try await NewsServer().get(
            "/v2/top-headlines?country=us&APIKEY=\(key)", headers: [.userAgent: "test"])
        #expect(response.code == code)
    }

    @Test func whoAsksMustSaySo() async throws {
        let path = "/v2/top-headlines?country=us"
        #expect(try await NewsServer().get(path, headers: [.userAgent: "test"]).code == "apiKeyMissing")
        #expect(
            try await NewsServer().get(path, headers: [HTTPField.Name("X-Api-Key")!: "any"]).code == "userAgentMissing")
        var headers = NewsServer.userAgent
        headers[.origin] = "https://page.example"
        let refused = try await NewsServer().get(path, headers: headers)
        #expect(refused.code == "corsNotAllowed")
        #expect(refused.status == 426)
        headers[.origin] = "http://localhost:3000"
        #expect(try await NewsServer().get(path, headers: headers).status == 200)
    }

    @Test(
        "Hostile values get a response, too",
        arguments: [
            "/v2/everything?q=%FF%FE", "/v2/everything?q=%", "/v2/everything?q=%zz", "/v2/everything?q=((((\"",
            "/v2/everything?q=)))AND+OR+NOT", "/v2/everything?q=-", "/v2/everything?q=%2B%2B%2B",
            "/v2/everything?&&==&q=a&q=b",
            "/v2/everything?q=a&from=9999-99-99T99:99:99", "/v2/everything?domains=..,,&q=a",
            "/v2/top-headlines?sources=,,,&q=a",
        ])
    func hostile(uri: String) async throws {
        let response = try await NewsServer().get(uri)
        #expect([200, 400].contains(response.status))
        #expect(response.members["status"] != nil)
    }

    @Test func faultsGetTheResponseOfTheService() async throws {
        var faults = Faults()
        faults.errorRate = 1
        let response = try await NewsServer(faults: faults).get("/v2/top-headlines?country=us")
        #expect(response.status == 500)
        #expect(response.code == "unexpectedError")
    }
}
