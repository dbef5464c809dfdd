#if os(Linux)
import Foundation
import Freshet
import FreshetTesting
import Testing

/// Hosts with addresses of IPv6 and of IPv4, one of which is dead (Happy Eyeballs, RFC 8305).
///
/// The names come from a file of hosts that only a process in a mount namespace of its own has: the suite starts itself
/// there.
@Suite(.timeLimit(.minutes(10)))
struct HappyEyeballsTests {
    /// The name with both addresses, in the process that has it.
    private static let host = ProcessInfo.processInfo.environment["FRESHET_HOST_WITH_TWO_ADDRESSES"]

    @Test("In a process with its own file of hosts", .enabled(if: host == nil && OwnMounts.areAllowed))
    func ownHosts() async throws {
        let name = "two.freshet.example"
        let file = FileManager.default.temporaryDirectory.appending(path: "freshet-hosts-\(UUID().uuidString)")
        try Data("127.0.0.1 localhost \(name)\n::1 \(name)\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await OwnMounts.run(
            #"mount --bind "$0" /etc/hosts"#, file, environment: ["FRESHET_HOST_WITH_TWO_ADDRESSES": name],
            filter: "FreshetTests.HappyEyeballsTests")
        #expect(
            outcome.status == 0 && outcome.output.contains("Test run with 4 tests"), "\(outcome.output.suffix(2000))")
    }

    private static func client(port: Int, connectTimeout: Duration) -> Client<Loopback> {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.connectTimeout = connectTimeout
        return Client(
            Loopback(baseURL: "http://\(host ?? ""):\(port)"), transport: AsyncHTTPClientTransport(configuration),
            cache: nil, retry: .never)
    }

    @Test("An IPv6 address that never responds does not hold up the IPv4 one", .enabled(if: host != nil))
    func silentIPv6() async throws {
        try await withServer { _ in
            .text("by IPv4")
        } test: { (server) async throws in
            let silent = try SilentListener(port: server.port)
            let client = Self.client(port: server.port, connectTimeout: .seconds(120))
            #expect(try await client.value(for: .text("/")) == "by IPv4")
            silent.close()
        }
    }

    @Test("Without another address, the one that never responds takes the connection's time", .enabled(if: host != nil))
    func silentAlone() async throws {
        let silent = try SilentListener()
        let client = Self.client(port: silent.port, connectTimeout: .seconds(1))
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
        #expect(error?.kind == .timedOut(.connect))
        silent.close()
    }

    @Test("An address that refuses leads to the other one", .enabled(if: host != nil), arguments: ["127.0.0.1", "::1"])
    func refusing(listening: String) async throws {
        try await withServer(host: listening) { _ in
            .text(listening)
        } test: { (server) async throws in
            let client = Self.client(port: server.port, connectTimeout: .seconds(120))
            #expect(try await client.value(for: .text("/")) == listening)
        }
    }
}
#endif
