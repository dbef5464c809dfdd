import BenchmarkKit
import Foundation

/// Reports the results of the target Pieces, read from its file: a table, and the ratios with their bounds.
enum Pieces {
    /// The results of one piece in microseconds.
    private struct Row: Encodable {
        var piece: String
        var median: Double
        var p90: Double
        /// The median of the processor time.
        var processor: Double
    }

    private struct Key: Hashable {
        var metric: String
        var percentile: String
    }

    /// Prints the results, and compares them with the thresholds if there are any.
    ///
    /// - Parameter areAll: Whether all pieces were measured. Otherwise a threshold is skipped unless both of its
    ///   pieces were measured.
    static func show(_ file: String, areAll: Bool, json: String?, thresholds: String?) throws {
        let rows = rows(of: try String(contentsOfFile: file, encoding: .utf8))
            .sorted { $0.piece.compare($1.piece, options: .numeric) == .orderedAscending }
        print(
            table(
                [["", "median µs", "p90 µs", "CPU µs"]]
                    + rows.map { [$0.piece, $0.median.text(1), $0.p90.text(1), $0.processor.text(1)] }))
        try write(rows, to: json)
        if let thresholds { try verdict(on: rows, areAll, by: Thresholds(file: thresholds)).conclude() }
    }

    private static func verdict(on rows: [Row], _ areAll: Bool, by thresholds: Thresholds) -> Verdict {
        var verdict = Verdict()
        for bound in thresholds.pieces {
            let what = "\(bound.piece) to \(bound.against)"
            func time(of piece: String) -> Double? { rows.first { $0.piece == piece }?.processor }
            if let piece = time(of: bound.piece), let other = time(of: bound.against) {
                if let limit = bound.atMost { verdict.check(what, piece / other, atMost: limit) }
                if let limit = bound.atMostMore {
                    verdict.check("\(what), µs more", piece - other, atMost: limit)
                }
            } else if areAll {
                verdict.miss(what)
            }
        }
        return verdict
    }

    /// Reads the median and the 90th percentile of each piece, and the median of its processor time.
    ///
    /// Each percentile is a line of cells separated by commas: eight cells, the name, the percentile, its value in
    /// nanoseconds, and four more. The seventh cell names the metric.
    private static func rows(of text: String) -> [Row] {
        var times: [String: [Key: Double]] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count >= 15 else { continue }
            // A name that contains a comma is quoted.
            let name = cells[8..<cells.count - 6].joined(separator: ",").replacing("\"", with: "")
            let key = Key(metric: cells[6], percentile: cells[cells.count - 6])
            times[name, default: [:]][key] = Double(cells[cells.count - 5])
        }
        return times.compactMap { name, values in
            guard let median = values[Key(metric: "Time(wallclock)", percentile: "50.0")],
                let p90 = values[Key(metric: "Time(wallclock)", percentile: "90.0")],
                let processor = values[Key(metric: "Processor", percentile: "50.0")]
            else { return nil }
            return Row(piece: name, median: median / 1000, p90: p90 / 1000, processor: processor / 1000)
        }
    }
}
