import Freshet

/// The course of one call of the lab, as its events report it.
public struct LabCall: Identifiable, Sendable {
    /// A stretch of time in which a call does one thing.
    public struct Stretch: Sendable {
        /// What a call does.
        public enum Kind: String, Sendable {
            /// It waits for the response to an attempt.
            case attempt
            /// It waits before the next attempt.
            case wait
            /// It waits for the response to another call's request.
            case shared
            /// It is served from the cache.
            case cached
        }

        /// What the call does.
        public let kind: Kind
        /// The beginning, since the start of the experiment.
        public let start: Duration
        /// The end; `nil` while it lasts.
        public fileprivate(set) var end: Duration?
    }

    /// A step in words.
    public struct Line: Sendable {
        /// The time since the start of the experiment.
        public let time: Duration
        /// The text.
        public let text: String
    }

    /// The number of the call in the process.
    public let id: UInt64
    /// The number of the call in its experiment, from 1.
    public let number: Int
    /// The stretches of time, in their order.
    public private(set) var stretches: [Stretch] = []
    /// The steps in words, in their order.
    public private(set) var lines: [Line] = []
    /// How the call ended: "finished", "cancelled" or "failed"; `nil` while it runs.
    public private(set) var outcome: String?

    init(id: UInt64, number: Int) {
        self.id = id
        self.number = number
    }

    /// Adds a step.
    ///
    /// - Parameter name: Returns the name of a call of the experiment.
    mutating func add(_ step: FetchEvent.Step, at time: Duration, name: (UInt64) -> String) {
        func say(_ text: String) { lines.append(Line(time: time, text: text)) }
        switch step {
        case .attempt(let number):
            begin(.attempt, at: time)
            say("Attempt \(number) is sent.")
        case .joined(let call):
            begin(.shared, at: time)
            say("Joins the request of \(name(call)).")
        case .retry(let retry):
            begin(.wait, at: time)
            say("Failed (\(retry.failure)). Tries again in \(Self.text(retry.wait)).")
        case .head(let status): say("Response \(status).")
        case .cache(let step):
            if step.action == .servedFresh { begin(.cached, at: time) }
            say("Cache: \(step).")
        case .finished: end("finished", at: time)
        case .failed(let error): end("failed: \(error.code)", at: time)
        case .cancelled: end("cancelled", at: time)
        default: break
        }
    }

    private mutating func begin(_ kind: Stretch.Kind, at time: Duration) {
        close(at: time)
        stretches.append(Stretch(kind: kind, start: time))
    }

    private mutating func close(at time: Duration) {
        guard let last = stretches.indices.last, stretches[last].end == nil else { return }
        stretches[last].end = time
    }

    private mutating func end(_ outcome: String, at time: Duration) {
        close(at: time)
        self.outcome = outcome
        lines.append(Line(time: time, text: "The call has \(outcome == "cancelled" ? "been " : "")\(outcome)."))
    }

    /// Returns a duration in seconds: "0.60 s".
    public static func text(_ time: Duration) -> String {
        let hundredths = Int((time / .milliseconds(10)).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
}
