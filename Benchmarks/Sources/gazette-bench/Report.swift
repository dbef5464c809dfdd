import BenchmarkKit

/// The results of the measurements, in the order of measuring.
struct Report: Encodable {
    /// The percentiles of a duration in milliseconds.
    struct Time: Encodable {
        var what: String
        var p50, p95, p99: Double

        init(_ what: String, _ durations: [Duration]) {
            let sorted = durations.map { $0 / .milliseconds(1) }.sorted()
            func percentile(_ share: Int) -> Double { sorted[min(sorted.count - 1, sorted.count * share / 100)] }
            (self.what, p50, p95, p99) = (what, percentile(50), percentile(95), percentile(99))
        }
    }

    /// The size of a page, and of its scripts and styles.
    struct Weight: Encodable {
        var view: String
        var pageBytes: Int
        var assetBytes: Int
    }

    /// The memory of the server in MiB, and its number of threads.
    struct Size: Encodable {
        var when: String
        var memory: Double
        var threads: Int
        /// The additional memory for each visitor in KiB; `nil` without visitors.
        var forEachVisitor: Double?
    }

    var visitors: Int
    var times: [Time] = []
    var weights: [Weight] = []
    var sizes: [Size] = []
    var inputs = 0
    var lostInputs = 0
    var exitCode: Int32 = 0

    var tables: String {
        [
            table(
                [["milliseconds", "p50", "p95", "p99"]]
                    + times.map { [$0.what, $0.p50.text(2), $0.p95.text(2), $0.p99.text(2)] }),
            table([["bytes", "page", "assets"]] + weights.map { [$0.view, "\($0.pageBytes)", "\($0.assetBytes)"] }),
            table(
                [["memory", "MiB", "threads", "KiB for each"]]
                    + sizes.map { [$0.when, $0.memory.text(1), "\($0.threads)", $0.forEachVisitor?.text(1) ?? "–"] }),
            "\(inputs) inputs, \(lostInputs) lost; exit code \(exitCode)",
        ].joined(separator: "\n\n")
    }
}
