import Foundation

/// What was measured, and its comparison with the bare engine of the same run.
struct Report: Codable {
    struct Row: Codable {
        var body: Body
        var inFlight: Int
        var contestant: String
        /// Medians of the rounds.
        var median: Round
        /// The median of the ratios to the baseline of the same round: above 1 is faster.
        var throughputRatio: Double
        /// The median of the CPU that a call takes more than the baseline's, in microseconds.
        var extraCPU: Double
        /// The calls a second in each round.
        var throughputs: [Double]
    }

    var server: String
    var rounds: Int
    var rows: [Row] = []

    mutating func add(_ body: Body, inFlight: Int, _ results: [(name: String, rounds: [Round])]) {
        guard let base = results.first?.rounds else { return }
        for (name, rounds) in results where !rounds.isEmpty {
            var median = Round()
            median.calls = rounds.map(\.calls).reduce(0, +)
            median.callsPerSecond = Self.median(rounds.map(\.callsPerSecond))
            median.cpuPerCall = Self.median(rounds.map(\.cpuPerCall))
            median.p50 = Self.median(rounds.map(\.p50))
            median.p99 = Self.median(rounds.map(\.p99))
            median.peakMemory = Self.median(rounds.map(\.peakMemory))
            rows.append(
                Row(
                    body: body, inFlight: inFlight, contestant: name, median: median,
                    throughputRatio: Self.median(zip(rounds, base).map { $0.callsPerSecond / $1.callsPerSecond }),
                    extraCPU: Self.median(zip(rounds, base).map { $0.cpuPerCall - $1.cpuPerCall }),
                    throughputs: rounds.map(\.callsPerSecond)))
        }
    }

    static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    func table(of body: Body, inFlight: Int) -> String {
        let rows = rows.filter { $0.body == body && $0.inFlight == inFlight }
        guard !rows.isEmpty else { return "" }
        var lines = [
            "\(body.rawValue), \(inFlight) in flight",
            Self.line(["", "calls/s", "ratio", "CPU µs", "p50 µs", "p99 µs", "peak MiB"]),
        ]
        for row in rows {
            lines.append(
                Self.line([
                    row.contestant, Self.text(row.median.callsPerSecond, 0), Self.text(row.throughputRatio, 2),
                    Self.text(row.median.cpuPerCall, 1), Self.text(row.median.p50, 0), Self.text(row.median.p99, 0),
                    Self.text(row.median.peakMemory, 0),
                ]))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ cells: [String]) -> String {
        let widths = [44, 10, 8, 11, 10, 10, 10]
        return zip(cells, widths).enumerated().map { index, cell in
            let pad = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + pad : pad + cell.0
        }.joined()
    }

    static func text(_ number: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", number) }
}
