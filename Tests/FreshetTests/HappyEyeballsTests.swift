#if os(Linux)
import Foundation
import Freshet
import FreshetTesting
import Glibc
import Testing

/// Hosts with addresses of IPv6 and of IPv4, one of which is dead (Happy Eyeballs, RFC 8305).
///
/// The names come from a file of hosts that only a process in a mount namespace of its own has: the suite starts itself there.
@Suite(.timeLimit(.minutes(10)))
struct HappyEyeballsTests {
    /// The name with both addresses, in the process that has it.
    private static let host = ProcessInfo.processInfo.environment["FRESHET_HOST_WITH_TWO_ADDRESSES"]

    @Test("In a process with its own file of hosts", .enabled(if: host == nil && OwnHosts.areAllowed))
    func ownHosts() async throws {
        let name = "two.freshet.example"
        let outcome = try await OwnHosts.run(
            "127.0.0.1 localhost \(name)\n::1 \(name)\n", environment: ["FRESHET_HOST_WITH_TWO_ADDRESSES": name],
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

/// Runs tests in a process whose `/etc/hosts` is another file.
private enum OwnHosts {
    private static let arguments = getuid() == 0 ? ["--mount"] : ["--map-root-user", "--mount"]

    /// Whether this system lets the process have a mount namespace. Many containers do not.
    static let areAllowed: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = arguments + ["mount", "--bind", "/etc/hosts", "/etc/hosts"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    static func run(
        _ hosts: String, environment: [String: String], filter: String
    ) async throws -> (status: Int32, output: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "freshet-hosts-\(UUID().uuidString)")
        try Data(hosts.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments =
            arguments + ["sh", "-c", #"mount --bind "$0" /etc/hosts && exec "$@""#, file.path]
            + [try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")]
            + ["--testing-library", "swift-testing", "--no-parallel", "--filter", filter]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
#endif
