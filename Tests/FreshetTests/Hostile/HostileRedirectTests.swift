import Foundation
import Freshet
import FreshetTesting
import Testing

/// Redirects that a server chooses so as to get what is not its own.
@Suite(.timeLimit(.minutes(5)))
struct HostileRedirectTests {
    private static let secrets = ["key-secret", "token-secret", "cookie-secret", "proxy-secret", "csrf-secret"]

    /// Asks by every status and face, with secrets wherever they can be, and returns what reached the other server.
    private func requests(
        elsewhere: String, status: Int, face: ValueFace, credentials: Credentials
    ) async throws -> (here: [LoopbackRequest], there: [LoopbackRequest]) {
        try await withServer { _ in
            .text("elsewhere")
        } test: { (other) async throws in
            let target = elsewhere == "other port" ? other.baseURL : elsewhere
            return try await withServer { _ in
                .redirect(status, to: target + "/x")
            } test: { (server) async throws in
                // No request leaves this machine, whatever the address says.
                let transport = try RoutingTransport(AsyncHTTPClientTransport.shared, routes: [target: other.baseURL])
                let service = Loopback(server, credentials: credentials, privateCredentials: .bearer("token-secret"))
                let request = Request<Loopback, String>.text("here").access(.private)
                    .header(.cookie, "id=cookie-secret").header(.proxyAuthorization, "Basic proxy-secret")
                    .header(HTTPField.Name("X-CSRF-Token")!, "csrf-secret").header(.acceptLanguage, "de")
                let client = Client(service, transport: transport, cache: nil, retry: .never)
                let outcome = try await face.outcome(of: request, client)
                #expect((try? outcome.get()) == "elsewhere", "\(outcome)")
                return (server.requests, other.requests)
            }
        }
    }

    @Test(
        "No secret follows to another origin", arguments: ValueFace.allCases,
        [
            "other port", "http://other.example", "http://169.254.169.254", "http://10.0.0.1:8080", "http://[::1]:81",
            "https://other.example",
        ])
    func noSecretFollows(face: ValueFace, elsewhere: String) async throws {
        let carriers: [Credentials] = [
            .header(HTTPField.Name("X-Api-Key")!, "key-secret"), .header(HTTPField.Name("Weather-Pass")!, "key-secret"),
            .query("apikey", "key-secret"), .path("key-secret"),
        ]
        for (status, credentials) in zip([301, 302, 307, 308], carriers) {
            let (here, there) = try await requests(
                elsewhere: elsewhere, status: status, face: face, credentials: credentials)
            let sent = try #require(here.first)
            let all = "\(sent.target) \(sent.headers)"
            for secret in Self.secrets { #expect(all.contains(secret)) }
            let arrived = try #require(there.first)
            let followed = "\(arrived.target) \(arrived.headers) \(String(decoding: arrived.body, as: UTF8.self))"
            for secret in Self.secrets { #expect(!followed.contains(secret), "\(secret) of \(credentials)") }
            #expect(arrived.header("referer") == nil)
            #expect(arrived.header("accept-language") == "de")
        }
    }

    @Test("A request that returns from another origin gets no secret either", arguments: ValueFace.allCases)
    func wayBack(face: ValueFace) async throws {
        let home = Lock("")
        try await withServer { _ in
            .redirect(to: home.withLock { $0 } + "/back")
        } test: { (other) async throws in
            let away = other.baseURL + "/x"
            try await withServer { request in
                request.path == "/back" ? .text("back") : .redirect(to: away)
            } test: { (server) async throws in
                home.withLock { $0 = server.baseURL }
                let service = Loopback(server, credentials: .bearer("token-secret"))
                let client = Client(service, transport: AsyncHTTPClientTransport.shared, cache: nil, retry: .never)
                let outcome = try await face.outcome(of: .text("/start"), client)
                #expect((try? outcome.get()) == "back")
                #expect(server.requests.map { $0.header("authorization") } == ["Bearer token-secret", nil])
                #expect(other.requests.allSatisfy { $0.header("authorization") == nil })
            }
        }
    }

    @Test("A client that is given foreign addresses follows no redirect", arguments: ValueFace.allCases)
    func noRedirectAtAll(face: ValueFace) async throws {
        try await withServer { _ in
            .redirect(to: "http://169.254.169.254/latest/meta-data")
        } test: { (server) async throws in
            var limits = Limits()
            limits.redirects = 0
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server), limits: limits)
            guard case .failure(let error) = try await face.outcome(of: .text("/"), client) else {
                Issue.record("a value came")
                return
            }
            #expect(error.kind == .redirect(.tooMany(limit: 0)))
            #expect(error.localizedDescription == "127.0.0.1 redirected the request, which is not allowed.")
            #expect(server.counts.exchanges == 1)
        }
    }
}
