// Used by the benchmarks alone, which are not an API.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A comparison of the ratios of a run with their bounds.
public struct Verdict {
    private var checked = 0
    private var failures: [String] = []

    public init() {}

    /// Notes a ratio that has a lower bound.
    public mutating func check(_ what: String, _ ratio: Double, atLeast bound: Double) {
        note(what, ratio, ratio >= bound, "at least \(bound)")
    }

    /// Notes a ratio that has an upper bound.
    public mutating func check(_ what: String, _ ratio: Double, atMost bound: Double) {
        note(what, ratio, ratio <= bound, "at most \(bound)")
    }

    /// Notes that a threshold names something that was not measured.
    public mutating func miss(_ what: String) {
        failures.append("\(what) is not measured; thresholds.json names it.")
    }

    /// Prints the verdict, and exits with a failure if a threshold does not hold.
    public func conclude() {
        print(failures.isEmpty ? "\(checked) thresholds hold." : failures.joined(separator: "\n"))
        if !failures.isEmpty { exit(1) }
    }

    private mutating func note(_ what: String, _ ratio: Double, _ holds: Bool, _ bound: String) {
        checked += 1
        if !holds { failures.append("\(what): \(ratio.text(2)); it has to be \(bound).") }
    }
}
