import BenchmarkKit
import Foundation

/// What the target Pieces has measured, read from the file that it leaves: a table, and its ratios beside their bounds.
enum Pieces {
    /// In microseconds.
    private struct Row: Encodable {
        var piece: String
        var median: Double
        var p90: Double
    }

    static func show(_ file: String, json: String?, thresholds: String?) throws {
        let results = try JSONDecoder().decode([Result].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        let rows = try results.map(row).sorted { $0.piece.compare($1.piece, options: .numeric) == .orderedAscending }
        print(table([["", "median µs", "p90 µs"]] + rows.map { [$0.piece, $0.median.text(1), $0.p90.text(1)] }))
        try write(rows, to: json)
        if let thresholds { try verdict(on: rows, by: Thresholds(file: thresholds)).conclude() }
    }

    private static func verdict(on rows: [Row], by thresholds: Thresholds) -> Verdict {
        var verdict = Verdict()
        for bound in thresholds.pieces {
            let what = "\(bound.piece) to \(bound.against)"
            func median(of piece: String) -> Double? { rows.first { $0.piece == piece }?.median }
            if let piece = median(of: bound.piece), let other = median(of: bound.against) {
                verdict.check(what, piece / other, atMost: bound.atMost)
            } else {
                verdict.miss(what)
            }
        }
        return verdict
    }

    /// One element of the file, which has the form of Java's harness.
    private struct Result: Decodable {
        struct Metric: Decodable {
            let scorePercentiles: [String: Double]
        }

        let benchmark: String
        let secondaryMetrics: [String: Metric]
    }

    private static func row(_ result: Result) throws -> Row {
        // Spaces in names became underscores behind the names of package and target.
        let piece = result.benchmark.split(separator: ".", maxSplits: 3).last.map {
            String($0).replacing("_", with: " ")
        }
        let times = result.secondaryMetrics["Time (wall clock)"]?.scorePercentiles
        guard let piece, let median = times?["50.0"], let p90 = times?["90.0"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        return Row(piece: piece, median: median, p90: p90)
    }
}
