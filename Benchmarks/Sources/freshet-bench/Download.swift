import BenchmarkKit
import Foundation
import Freshet
import FreshetTesting

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
    private struct Report: Encodable {
        var seconds: Double
        /// How much the process grew at most, in MiB.
        var growth: Int
    }

    static func measure(json: String?) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await Files.withServer { client in
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
}
