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

    /// Shows what was measured.
    ///
    /// - Parameter areAll: Whether all pieces were measured. Of some, the thresholds count between which both pieces are there.
    static func show(_ file: String, areAll: Bool, json: String?, thresholds: String?) throws {
        let rows = rows(of: try String(contentsOfFile: file, encoding: .utf8))
            .sorted { $0.piece.compare($1.piece, options: .numeric) == .orderedAscending }
        print(table([["", "median µs", "p90 µs"]] + rows.map { [$0.piece, $0.median.text(1), $0.p90.text(1)] }))
        try write(rows, to: json)
        if let thresholds { try verdict(on: rows, areAll, by: Thresholds(file: thresholds)).conclude() }
    }

    private static func verdict(on rows: [Row], _ areAll: Bool, by thresholds: Thresholds) -> Verdict {
        var verdict = Verdict()
        for bound in thresholds.pieces {
            let what = "\(bound.piece) to \(bound.against)"
            func median(of piece: String) -> Double? { rows.first { $0.piece == piece }?.median }
            if let piece = median(of: bound.piece), let other = median(of: bound.against) {
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

    /// Reads the median and another percentile of each piece.
    ///
    /// Each percentile has a line: eight things, the name, the percentile, its value in nanoseconds, and four more.
    private static func rows(of text: String) -> [Row] {
        var times: [String: [String: Double]] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count >= 15, cells[6] == "Time(wallclock)" else { continue }
            // A name with a comma stands in quotes.
            let name = cells[8..<cells.count - 6].joined(separator: ",").replacing("\"", with: "")
            times[name, default: [:]][cells[cells.count - 6]] = Double(cells[cells.count - 5])
        }
        return times.compactMap { name, percentiles in
            guard let median = percentiles["50.0"], let p90 = percentiles["90.0"] else { return nil }
            return Row(piece: name, median: median / 1000, p90: p90 / 1000)
        }
    }
}
