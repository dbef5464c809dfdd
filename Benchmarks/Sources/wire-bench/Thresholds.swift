import Foundation

/// What must not be lost: ratios within one run, kept in `Benchmarks/thresholds.json`.
struct Threshold: Codable {
    var body: Body
    var inFlight: Int
    var contestant: String
    /// The one it is compared with.
    var than: String
    /// The least share of the other one's calls in a second.
    var throughput: Double

    static func all(in file: String) throws -> [Threshold] {
        try JSONDecoder().decode([Threshold].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Returns what a report falls short of; `nil` when it is met or was not measured.
    func failure(in report: Report) -> String? {
        func ratio(_ name: String) -> Double? {
            report.rows.first { $0.body == body && $0.inFlight == inFlight && $0.contestant == name }?.throughputRatio
        }
        guard let mine = ratio(contestant), let other = ratio(than), mine / other < throughput else { return nil }
        return """
            \(body.rawValue), \(inFlight) in flight: \(contestant) makes \(Report.text(mine / other, 2)) of the calls of \
            \(than); \(Report.text(throughput, 2)) is the least
            """
    }
}
