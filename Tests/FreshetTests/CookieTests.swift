import Foundation
import Freshet
import FreshetTesting
import Testing

/// Cookies on the wire, on every transport.
@Suite(.timeLimit(.minutes(5)))
struct CookieTests {
    private func client(_ carrier: Carrier, _ server: LoopbackServer, _ jar: CookieJar) -> Client<Loopback> {
        var configuration = ClientConfiguration(transport: carrier.transport, cache: nil)
        configuration.cookies = jar
        return Client(Loopback(server), configuration)
    }

    @Test("Several fields of one response, and one field of a request", arguments: Carrier.allCases)
    func fields(carrier: Carrier) async throws {
        try await withServer { request in
            .text(
                request.header("cookie") ?? "none",
                headers: [
                    ("Set-Cookie", "a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT"),
                    ("Set-Cookie", "b=\"ä 2\"; HttpOnly; Path=/"), ("Set-Cookie", "c=3; Max-Age=0"),
                ])
        } test: { (server) async throws in
            let jar = CookieJar()
            let client = client(carrier, server, jar)
            #expect(try await client.value(for: .text("/")) == "none")
            #expect(try await client.value(for: .text("/")) == "a=1; b=\"ä 2\"")
            #expect(Set(jar.cookies.map(\.name)) == ["a", "b"])
            #expect(jar.cookies.allSatisfy { $0.domain == "127.0.0.1" && $0.isHostOnly })
        }
    }

    @Test("Signing in over a redirect, and to another port of the host", arguments: Carrier.allCases)
    func signIn(carrier: Carrier) async throws {
        try await withServer { request in
            .text(request.header("cookie") ?? "none")
        } test: { (other) async throws in
            let target = "\(other.baseURL)/home"
            try await withServer { _ in
                .status(303, headers: [("Location", target), ("Set-Cookie", "session=1; Path=/; HttpOnly")])
            } test: { (server) async throws in
                let client = client(carrier, server, CookieJar())
                // Cookies belong to a host, whatever its port (RFC 6265bis §8.5).
                let request = Request<Loopback, String>.text("/login", method: .post, body: .bytes(Data("x".utf8)))
                #expect(try await client.value(for: request) == "session=1")
            }
        }
    }
}
