import Foundation
import Freshet
public import FreshetInspector

/// One call of the lab, as an inspector logs it.
public struct LabCall: Identifiable, Sendable {
    /// A step in words.
    public struct Line: Sendable {
        /// The time since the start of the experiment.
        public let time: Duration
        /// The text.
        public let text: String
    }

    /// The number of the call in its experiment, from 1.
    public let number: Int
    /// The time from the start of the experiment to that of the call.
    public let start: Duration
    /// The call in the words of an inspector.
    public private(set) var log: LoggedCall

    /// The number of the call in the process.
    public var id: UInt64 { log.id }

    /// Makes a call of its first event.
    ///
    /// - Parameter time: The time since the start of the experiment.
    init(_ event: FetchEvent, number: Int, at time: Duration, date: Date) {
        self.number = number
        start = max(.zero, time - event.elapsed)
        log = LoggedCall(event, client: "lab", cache: .memory, at: date)
    }

    mutating func add(_ event: FetchEvent) { log.add(event) }

    /// Returns the steps in words, in their order.
    ///
    /// - Parameter name: Returns the name of a call of the experiment.
    public func lines(_ name: (UInt64) -> String?) -> [Line] {
        log.steps.map { step in
            let leader = step.name == "joined" ? log.leader.flatMap(name).map { "the in-flight request of \($0)" } : nil
            let text = [step.name, leader ?? step.detail].compactMap(\.self).joined(separator: ": ")
            return Line(time: start + .seconds(step.offset), text: text)
        }
    }

    /// How the call has ended: "succeeded", "cancelled" or "failed", with the code; `nil` while it runs.
    public var outcome: String? {
        guard log.end == .failed, let failure = log.failure else { return log.end?.rawValue }
        return "failed: \(failure.prefix { $0 != ":" })"
    }

    /// Returns a duration in seconds: "0.60 s".
    public static func text(_ time: Duration) -> String {
        let hundredths = Int(exactly: (time / .milliseconds(10)).rounded()) ?? 0
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
}
