#if os(Linux)
import Foundation
import Freshet
import FreshetTesting
import Testing

/// Hosts with an address of IPv6 and one of IPv4, to one of which there is no route (Happy Eyeballs, RFC 8305): a
/// network that has lost one of the two families.
///
/// The suite starts itself in a process with a network of its own, which knows only itself.
@Suite(.timeLimit(.minutes(10)))
struct MissingRouteTests {
    /// A host, the address of it that can be reached, and the one that can't.
    struct Host: Sendable, CustomTestStringConvertible {
        let name: String
        let reached: String
        let missing: String

        var testDescription: String { "only \(reached)" }

        static let all = [
            Host(name: "four.freshet.example", reached: "127.0.0.1", missing: "2001:db8::1"),
            Host(name: "six.freshet.example", reached: "::1", missing: "192.0.2.1"),
        ]
    }

    /// Whether this process has such a network.
    private static let isInOwnNetwork = ProcessInfo.processInfo.environment["FRESHET_HAS_NO_ROUTES"] != nil

    @Test(
        "In a process with its own network and file of hosts",
        .enabled(if: !isInOwnNetwork && OwnMounts.withNetworkAreAllowed))
    func ownNetwork() async throws {
        let lines = Host.all.map { "\($0.reached) \($0.name)\n\($0.missing) \($0.name)\n" }
        let file = FileManager.default.temporaryDirectory.appending(path: "freshet-hosts-\(UUID().uuidString)")
        try Data((["127.0.0.1 localhost\n"] + lines).joined().utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await OwnMounts.run(
            #"mount --bind "$0" /etc/hosts"#, file, hasNetwork: true, environment: ["FRESHET_HAS_NO_ROUTES": "1"],
            filter: "FreshetTests.MissingRouteTests")
        #expect(
            outcome.status == 0 && outcome.output.contains("Test run with 3 tests"), "\(outcome.output.suffix(2000))")
    }

    private static func client(_ host: Host, port: Int) -> Client<Loopback> {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.connectTimeout = .seconds(120)
        return Client(
            Loopback(baseURL: "http://\(host.name):\(port)"), transport: AsyncHTTPClientTransport(configuration),
            cache: nil, retry: .never)
    }

    @Test("An address without a route leads to the other one", .enabled(if: isInOwnNetwork), arguments: Host.all)
    func oneRoute(host: Host) async throws {
        try await withServer(host: host.reached) { _ in
            .text(host.reached)
        } test: { (server) async throws in
            #expect(try await Self.client(host, port: server.port).value(for: .text("/")) == host.reached)
        }
    }

    @Test(
        "Without a listener at the address with a route, the call fails without waiting", .enabled(if: isInOwnNetwork),
        arguments: Host.all)
    func noRoute(host: Host) async throws {
        let closed = try SilentListener()
        let port = closed.port
        closed.close()
        let client = Self.client(host, port: port)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
        guard case .cannotConnect = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
#endif
