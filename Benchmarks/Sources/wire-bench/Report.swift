import BenchmarkKit
import Foundation

/// The results of a run, and their ratios to the baseline of the same run.
struct Report: Codable {
    struct Row: Codable {
        var body: Body
        var inFlight: Int
        var contestant: String
        /// The medians of the rounds.
        var median: Round
        /// All rounds, in their order: those of one number were measured one after another.
        var rounds: [Round]
        /// The median of the ratios to the baseline of the same round: above 1 is faster; `nil` where that wasn't
        /// measured.
        var throughputRatio: Double?
        /// The median of the additional processor time of a call over the baseline, in microseconds.
        var extraCPU: Double?
        /// The least processor time that a call took in a round, in microseconds: other work on the machine only adds
        /// to it.
        var leastCPU: Double
    }

    var server: String
    var rounds: Int
    var rows: [Row] = []

    mutating func add(_ body: Body, inFlight: Int, _ results: [(name: String, rounds: [Round])]) {
        let base = results.first { $0.name == Contestant.baseline.name }?.rounds
        for (name, rounds) in results where !rounds.isEmpty {
            var middle = Round()
            middle.calls = rounds.map(\.calls).reduce(0, +)
            middle.callsPerSecond = median(rounds.map(\.callsPerSecond))
            middle.cpuPerCall = median(rounds.map(\.cpuPerCall))
            middle.p50 = median(rounds.map(\.p50))
            middle.p99 = median(rounds.map(\.p99))
            middle.peakMemory = median(rounds.map(\.peakMemory))
            rows.append(
                Row(
                    body: body, inFlight: inFlight, contestant: name, median: middle, rounds: rounds,
                    throughputRatio: base.map { median(zip(rounds, $0).map { $0.callsPerSecond / $1.callsPerSecond }) },
                    extraCPU: base.map { median(zip(rounds, $0).map { $0.cpuPerCall - $1.cpuPerCall }) },
                    leastCPU: rounds.map(\.cpuPerCall).min() ?? .infinity))
        }
    }

    func table(of body: Body, inFlight: Int) -> String {
        let rows = rows.filter { $0.body == body && $0.inFlight == inFlight }
        guard !rows.isEmpty else { return "" }
        let head = [
            "\(body.rawValue), \(inFlight) in flight", "calls/s", "ratio", "CPU µs", "p50 µs", "p99 µs", "peak MiB",
        ]
        return BenchmarkKit.table([head] + rows.map(\.cells)) + "\n"
    }
}

extension Report.Row {
    fileprivate var cells: [String] {
        [
            contestant, median.callsPerSecond.text(0), throughputRatio?.text(2) ?? "–", median.cpuPerCall.text(1),
            median.p50.text(0), median.p99.text(0), median.peakMemory.text(0),
        ]
    }
}
