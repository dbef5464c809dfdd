import Freshet
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import Hosts
@testable import ReaderStorage

/// The cookie by which a proxy finds the process that has a page.
@Suite(.timeLimit(.minutes(1)))
struct ProcessCookieTests {
    private func configuration(_ name: String?) -> WebConfiguration {
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.process = name.flatMap { ProcessName($0) }
        return configuration
    }

    private func cookies(_ response: Site.ReceivedResponse) -> [String] {
        response.headers[values: .setCookie].filter { $0.hasPrefix("process=") }
    }

    @Test func documentsNameTheProcessThatHasTheirPage() async throws {
        try await Site.run(configuration("8081")) { get in
            let first = try await get("/people", [:])
            #expect(cookies(first) == ["process=8081; Path=/; HttpOnly; SameSite=Lax"])
            #expect(first.headers[values: .setCookie].count == 2)
            let other = try await get("/people", [.cookie: "process=8082"])
            #expect(cookies(other).count == 1)
            let known = try await get("/people", [.cookie: "process=8081"])
            #expect(cookies(known).isEmpty)
            for path in ["/healthz", "/sw.js"] {
                let response = try await get(path, [:])
                #expect(cookies(response).isEmpty)
            }
        }
    }

    @Test func oneProcessAloneSetsNone() async throws {
        try await Site.run(configuration(nil)) { get in
            let response = try await get("/people", [:])
            #expect(cookies(response).isEmpty)
        }
    }

    @Test(arguments: ["", "a b", "a;b", "ä", String(repeating: "a", count: 33), "a\r\nb"])
    func otherNamesAreNone(_ text: String) {
        #expect(ProcessName(text) == nil)
    }

    @Test func behindTLSTheCookieIsSecure() async throws {
        var configuration = configuration("one")
        configuration.trustedProxies = try #require(TrustedProxies("127.0.0.1"))
        try await Site.run(configuration) { get in
            let response = try await get(
                "/people", [Forwarded.names.address: "192.0.2.1", Forwarded.names.scheme: "https"])
            #expect(cookies(response) == ["process=one; Path=/; HttpOnly; SameSite=Lax; Secure"])
        }
    }
}
