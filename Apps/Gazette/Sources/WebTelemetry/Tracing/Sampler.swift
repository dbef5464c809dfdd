/// The choice of the traces that are recorded, as `OTEL_TRACES_SAMPLER` names it.
struct Sampler: Sendable, Equatable {
    /// Whether a request whose sender has chosen is recorded as the sender's span is.
    var followsParent = true
    /// The part of the other traces that are recorded, from 0 to 1.
    var ratio = 1.0

    /// Makes the default: what the sender has chosen, and everything else.
    init() {}

    /// Makes a sampler of OpenTelemetry's names; `nil` if there is none of the name, or its argument is no part.
    init?(name: String, argument: String?) {
        let parentBased = "parentbased_"
        followsParent = name.hasPrefix(parentBased)
        switch followsParent ? String(name.dropFirst(parentBased.count)) : name {
        case "always_on": ratio = 1
        case "always_off": ratio = 0
        case "traceidratio":
            guard let part = argument.map(Double.init) ?? 1, (0...1).contains(part) else { return nil }
            ratio = part
        default: return nil
        }
    }

    /// Returns whether a span is recorded.
    ///
    /// - Parameter parent: The span that it belongs to; `nil` for the first of a trace.
    func records(_ id: TraceContext.TraceID, parent: TraceContext?) -> Bool {
        if followsParent, let parent { return parent.isSampled }
        // By the trace alone, so that all of its spans are recorded or none.
        return ratio >= 1 || Double(id.low) < ratio * 0x1p64
    }
}
