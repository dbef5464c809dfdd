import Foundation
import Freshet
import FreshetTesting
import Testing

/// Redirects follow our rules on every transport.
@Suite(.timeLimit(.minutes(5)))
struct RedirectTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let method: HTTPRequest.Method
        let becomes: String

        var testDescription: String { "\(status) \(method.rawValue) → \(becomes)" }
    }

    @Test(
        "Methods after a redirect (RFC 9110 §15.4)", arguments: Carrier.allCases,
        [
            Case(status: 301, method: .get, becomes: "GET "), Case(status: 301, method: .post, becomes: "GET "),
            Case(status: 302, method: .post, becomes: "GET "), Case(status: 302, method: .put, becomes: "PUT body"),
            Case(status: 303, method: .post, becomes: "GET "), Case(status: 303, method: .put, becomes: "GET "),
            Case(status: 307, method: .post, becomes: "POST body"),
            Case(status: 308, method: .post, becomes: "POST body"),
            Case(status: 308, method: .get, becomes: "GET "),
        ])
    func methods(carrier: Carrier, example: Case) async throws {
        try await withServer { request in
            request.path == "/new"
                ? .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
                : .redirect(example.status, to: "/new")
        } test: { (server) async throws in
            let body = example.method == .get ? nil : RequestBody.bytes(Data("body".utf8), contentType: "text/plain")
            let response = try await carrier.client(for: Loopback(server))
                .response(for: .text("/old", method: example.method, body: body))
            #expect(response.value == example.becomes)
            #expect(response.url.text == "\(server.baseURL)/new")
            #expect(response.metrics.redirects == 1)
        }
    }

    @Test func whatDescribedTheBodyGoesWithIt() async throws {
        try await withServer { request in
            request.path == "/new" ? .text("new") : .redirect(303, to: "/new")
        } test: { (server) async throws in
            let request = Request<Loopback, String>.text(
                "/old", method: .post, body: .bytes(Data("body".utf8), contentType: "text/plain")
            ).header(.contentDigest, "sha-256=:AA==:").header(.contentLanguage, "en").expectingContinue()
            #expect(try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: request) == "new")
            let last = try #require(server.requests.last)
            for name in ["content-type", "content-digest", "content-language", "expect"] {
                #expect(last.header(name) == nil, "\(name)")
            }
        }
    }

    @Test func theShortBodyOfARedirectIsReadSoThatTheConnectionIsKept() async throws {
        try await withServer { request in
            request.path == "/new"
                ? .text("new")
                : .text(String(repeating: "x", count: 1000), status: 302, headers: [("Location", "/new")])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            #expect(try await client.value(for: .text("/old")) == "new")
            #expect(server.counts.connections == 1)
        }
    }

    @Test("Secrets stay with their origin", arguments: Carrier.allCases)
    func secretsStay(carrier: Carrier) async throws {
        try await withServer { _ in
            .text("elsewhere")
        } test: { (other) async throws in
            let target = "\(other.baseURL)/x"
            try await withServer { request in
                request.path == "/same" ? .redirect(to: "/away") : .redirect(307, to: target)
            } test: { (server) async throws in
                let service = Loopback(
                    server, credentials: .header(HTTPField.Name("X-Api-Key")!, "secret"),
                    privateCredentials: .bearer("token"))
                let request = Request<Loopback, String>.text("/same").access(.private).header(.cookie, "id=1")
                let client = carrier.client(for: service)
                #expect(try await client.value(for: request) == "elsewhere")

                let here = server.requests
                #expect(here.map(\.path) == ["/same", "/away"])
                #expect(here.allSatisfy { $0.header("x-api-key") == "secret" })
                #expect(here.allSatisfy { $0.header("authorization") == "Bearer token" })
                let there = try #require(other.requests.first)
                for name in ["x-api-key", "authorization", "cookie"] { #expect(there.header(name) == nil) }
            }
        }
    }

    @Test("A loop ends at the limit", arguments: Carrier.allCases)
    func loop(carrier: Carrier) async throws {
        try await withServer { request in
            .redirect(to: request.path)
        } test: { (server) async throws in
            let error = await failure { () async throws(FetchError) in
                try await carrier.client(for: Loopback(server)).value(for: .text("/round"))
            }
            #expect(error?.kind == .redirect(.tooMany(limit: 10)))
            #expect(server.counts.exchanges == 11)
        }
    }

    @Test(
        "Targets that may not be followed",
        arguments: ["ftp://files.example/x", "javascript:alert(1)", "http://", "http://a@b/"])
    func forbiddenTargets(target: String) async throws {
        try await withServer { _ in
            .redirect(to: target)
        } test: { (server) async throws in
            let error = await failure { () async throws(FetchError) in
                try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: .text("/"))
            }
            guard case .redirect(.forbidden) = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.counts.exchanges == 1)
        }
    }

    @Test("An https address never leads to http")
    func downgrade() async throws {
        try await withServer(tls: .trusted) { _ in
            .redirect(to: "http://localhost/")
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil)
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.kind == .redirect(.forbidden("it leads from https to http")))
        }
    }
}
