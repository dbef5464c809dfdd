#if os(Linux)
import Foundation
import Glibc

/// Runs tests in a process with mounts of its own, and with a network of its own where they want one.
enum OwnMounts {
    private static let arguments = getuid() == 0 ? ["--mount"] : ["--map-root-user", "--mount"]
    /// Makes a network that has nothing but its loopback interface.
    private static let loopback = "ip link set lo up"

    /// Whether this system lets the process have a mount namespace. Many containers do not.
    static let areAllowed = mayUnshare(arguments + ["mount", "--bind", "/etc/hosts", "/etc/hosts"])

    /// Whether it lets the process have a network namespace, too, and has the command that starts its loopback
    /// interface.
    static let withNetworkAreAllowed = areAllowed && mayUnshare(arguments + ["--net", "sh", "-c", loopback])

    private static func mayUnshare(_ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Runs the tests that a filter names.
    ///
    /// - Parameters:
    ///   - mount: The command that mounts, in which `$0` is the path.
    ///   - path: The file or folder that it needs.
    ///   - hasNetwork: Whether the process has a network of its own, without a route to anywhere but itself.
    static func run(
        _ mount: String, _ path: URL, hasNetwork: Bool = false, environment: [String: String], filter: String
    ) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments =
            arguments + (hasNetwork ? ["--net"] : [])
            + ["sh", "-c", #"\#(hasNetwork ? loopback : "true") && \#(mount) && exec "$@""#, path.path]
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
