import BenchmarkKit
import Foundation
import Freshet
import FreshetTesting

/// Measures the memory of a download.
enum Download {
    private struct Report: Encodable {
        var seconds: Double
        /// The largest growth of the process's memory in MiB.
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
