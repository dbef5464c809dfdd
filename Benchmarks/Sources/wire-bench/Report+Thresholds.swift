import BenchmarkKit

extension Report {
    /// Compares ratios of processor time with their bounds. Other work on the machine changes calls per second far
    /// more.
    func verdict(by thresholds: Thresholds) -> Verdict {
        var verdict = Verdict()
        for bound in thresholds.wire {
            let what = "\(bound.body), \(bound.inFlight) in flight: \(bound.contestant) to \(bound.against)"
            guard [bound.contestant, bound.against].allSatisfy({ name in Contestant.all.contains { $0.name == name } })
            else {
                verdict.miss(what)
                continue
            }
            // A run that does not measure both contestants skips the threshold.
            guard let ours = leastCPU(of: bound.contestant, bound), let theirs = leastCPU(of: bound.against, bound)
            else { continue }
            verdict.check(what, theirs / ours, atLeast: bound.atLeast)
        }
        return verdict
    }

    private func leastCPU(of contestant: String, _ bound: Thresholds.Wire) -> Double? {
        rows.first {
            $0.body.rawValue == bound.body && $0.inFlight == bound.inFlight && $0.contestant == contestant
        }?.leastCPU
    }
}
