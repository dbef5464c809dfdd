import Foundation

/// What a change must not lose: ratios of contestants within one run, far enough below what is usual that noise is none.
struct Thresholds: Decodable {
    struct Ratio: Decodable {
        let body: Body
        let inFlight: Int
        let contestant: String
        let against: String
        let atLeast: Double
    }

    let wire: [Ratio]

    /// The ratios of a report that are too low, in words, and how many were looked at.
    func failures(in report: Report) -> (texts: [String], checked: Int) {
        var (texts, checked) = ([String](), 0)
        for ratio in wire {
            func throughputs(of name: String) -> [Double]? {
                report.rows.first { $0.body == ratio.body && $0.inFlight == ratio.inFlight && $0.contestant == name }?
                    .throughputs
            }
            guard let ours = throughputs(of: ratio.contestant), let theirs = throughputs(of: ratio.against) else {
                continue
            }
            checked += 1
            let median = Report.median(zip(ours, theirs).map { $0 / $1 })
            guard median < ratio.atLeast else { continue }
            texts.append(
                "\(ratio.body.rawValue), \(ratio.inFlight) in flight: \(ratio.contestant) makes "
                    + "\(Report.text(median, 2)) of the calls of \(ratio.against); it has to be \(ratio.atLeast).")
        }
        return (texts, checked)
    }
}
