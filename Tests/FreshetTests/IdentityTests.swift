import Foundation
import Freshet
import FreshetTesting
import Testing

/// Certificates of clients, and pinned keys of servers.
@Suite(.timeLimit(.minutes(5)))
struct IdentityTests {
    private static func configuration() throws -> AsyncHTTPClientTransport.Configuration {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.trustRoots = .certificates(try Certificate.all(inPEM: TestCertificates.authority))
        return configuration
    }

    private static func client(
        _ server: LoopbackServer, _ change: (inout AsyncHTTPClientTransport.Configuration) throws -> Void = { _ in }
    ) throws -> Client<Loopback> {
        var configuration = try configuration()
        try change(&configuration)
        return Client(Loopback(server), transport: AsyncHTTPClientTransport(configuration), cache: nil, retry: .never)
    }

    @Test("A server that asks for a certificate gets it", arguments: [false, true])
    func identity(http2: Bool) async throws {
        let certificates = try Certificate.all(inPEM: TestCertificates.clientCertificate)
        try await withServer(tls: .trusted, http2: http2, clients: certificates) { _ in
            .text("known")
        } test: { (server) async throws in
            let known = try Self.client(server) {
                $0.identity = ClientIdentity(certificates: certificates, privateKey: TestCertificates.clientKey)
            }
            #expect(try await known.value(for: .text("/")) == "known")
            let unknown = try Self.client(server)
            let error = await failure { () async throws(FetchError) in try await unknown.value(for: .text("/")) }
            #expect(error != nil && server.requests.count == 1)
        }
    }

    @Test("A key that is broken fails each request, and shows nowhere") func brokenKey() async throws {
        let certificates = try Certificate.all(inPEM: TestCertificates.clientCertificate)
        let identity = ClientIdentity(certificates: certificates, privateKey: "hush")
        var texts = "\(identity) \(String(reflecting: identity))"
        dump(identity, to: &texts)
        #expect(!texts.contains("hush"))
        try await withServer(tls: .trusted) { _ in
            .text("never")
        } test: { (server) async throws in
            let client = try Self.client(server) { $0.identity = identity }
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.code == "tls" && server.counts.connections == 0)
        }
    }

    @Test("A pinned key lets its server through, and no other", arguments: [false, true])
    func pins(http2: Bool) async throws {
        try await withServer(tls: .trusted, http2: http2) { _ in
            .text("pinned")
        } test: { (server) async throws in
            let pinned = try Self.client(server) { $0.pinnedKeys = ["other", TestCertificates.trustedKey] }
            for _ in 1...2 { #expect(try await pinned.value(for: .text("/")) == "pinned") }
            let wrong = try Self.client(server) { $0.pinnedKeys = [String(TestCertificates.trustedKey.reversed())] }
            for _ in 1...2 {
                let error = await failure { () async throws(FetchError) in try await wrong.value(for: .text("/")) }
                #expect(error?.code == "tls" && error?.isRetryable == false, "\(error.map { "\($0)" } ?? "")")
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test("Pins do not make an untrusted certificate trusted") func untrusted() async throws {
        try await withServer(tls: .trusted) { _ in
            .text("never")
        } test: { (server) async throws in
            let client = try Self.client(server) {
                $0.trustRoots = .system
                $0.pinnedKeys = [TestCertificates.trustedKey]
            }
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.code == "tls" && server.requests.isEmpty)
        }
    }

    @Test("Roots out of a file") func file() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "freshet-\(UUID().uuidString).pem")
        try Data(TestCertificates.authority.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withServer(tls: .trusted) { _ in
            .text("sealed")
        } test: { (server) async throws in
            let client = try Self.client(server) { $0.trustRoots = .file(file.path) }
            #expect(try await client.value(for: .text("/")) == "sealed")
        }
    }
}
