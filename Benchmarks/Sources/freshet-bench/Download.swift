import BenchmarkKit
import Foundation
import Freshet
import FreshetTesting

/// Measures what a download costs in memory. The server runs in a process of its own, so that only the client is measured.
struct Files: Service {
    let baseURL: String
}

/// The resident memory of this process in bytes: now, and at its highest.
func residentMemory() -> (now: Int, peak: Int) {
    func value(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
    }
    return (value("VmRSS:"), value("VmHWM:"))
}

/// What a download costs in memory.
enum Download {
    static let gigabyte = 1 << 30

    static func serve() async throws {
        let piece = Data(repeating: 0x5A, count: 1 << 16)
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "\(gigabyte)")]),
                .repeated(piece, times: gigabyte / piece.count),
            ])
        }
        print(server.baseURL)
        fflush(nil)
        while readLine() != nil {}
    }

    private struct Report: Encodable {
        var seconds: Double
        /// How much the process grew at most, in MiB.
        var growth: Int
    }

    static func measure(json: String?) async throws {
        let serving = Process()
        serving.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        serving.arguments = ["serve"]
        let output = Pipe()
        serving.standardOutput = output
        serving.standardInput = Pipe()
        try serving.run()
        defer { serving.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let client = Client(Files(baseURL: line.trimmingCharacters(in: .whitespacesAndNewlines)))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }

        let before = residentMemory().now
        let start = ContinuousClock.now
        let response = try await client.download(Request<Files, Data>("file"), to: file)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let growth = residentMemory().peak - before
        print("1 GiB in \(seconds.text(1)) s; \(response.metrics.bodyBytes) bytes received")
        print("The process grew by \(growth >> 20) MiB at most (\(before >> 20) MiB before).")
        try write(Report(seconds: seconds, growth: growth >> 20), to: json)
    }
}
