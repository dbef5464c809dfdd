/// The timeline of a call, with one row per request and the request's parts in order.
///
/// If the transport doesn't measure a part, its time is added to the following part.
public struct Waterfall: Sendable, Codable, Hashable {
    /// What a call does during a part of its time.
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// It waits before sending the request again.
        case delay
        /// It waits for the rate limit, or for a free connection.
        case queue
        /// It waits for a free connection or opens one; the transport doesn't know which.
        case connection
        /// It looks up the server's name and connects.
        case connect
        /// It performs the TLS handshake.
        case handshake
        /// It sends the request body.
        case send
        /// It waits for the response head.
        case wait
        /// It receives the body.
        case body
        /// It decodes the value.
        case decode
        /// It shares another call's request.
        case joined
        /// It is served from the cache.
        case cache

        /// The phase in words.
        public var text: String {
            switch self {
            case .delay: "delay"
            case .queue: "queue"
            case .connection: "connection"
            case .connect: "connect"
            case .handshake: "TLS"
            case .send: "send"
            case .wait: "wait"
            case .body: "body"
            case .decode: "decode"
            case .joined: "shared request"
            case .cache: "cache"
            }
        }
    }

    /// A part of a row.
    public struct Part: Sendable, Codable, Hashable {
        /// What the call does.
        public let phase: Phase
        /// The seconds from the start of the call to the start of the part.
        public let start: Double
        /// The seconds from the start of the call to the end of the part; `nil` while it is
        /// running.
        public let end: Double?
    }

    /// A request, or what was used instead of one.
    public struct Row: Sendable, Codable, Hashable {
        /// The name, such as `Request 2`.
        public let title: String
        /// The reason for the request; `nil` if there is none.
        public let cause: String?
        /// The parts, in order.
        public let parts: [Part]
    }

    /// The rows, in order.
    public let rows: [Row]
    /// The length of the rows' time scale in seconds.
    public let duration: Double
}

extension LoggedCall {
    /// The timeline of the call.
    public var waterfall: Waterfall {
        var drawing = Drawing(end: duration)
        for step in steps { drawing.add(step) }
        return drawing.waterfall
    }
}

/// Makes the rows of a call, step by step.
private struct Drawing {
    private struct Draft {
        var title: String
        var cause: String?
        /// The parts before the row's start.
        var parts: [Waterfall.Part]
        let start: Double
        /// The phase that begins at the start if there is no attempt; `nil` for an attempt.
        var phase: Waterfall.Phase?
        var attempt: UInt64?
        var times: [String: Double] = [:]
        var head: Double?
        var body: Double?
        var end: Double?
        var decoded: Double?
    }

    private let end: Double?
    private var rows: [Draft] = []
    private var waits: [Waterfall.Part] = []
    private var queued: Double?
    private var last = 0.0

    init(end: Double?) { self.end = end }

    mutating func add(_ step: LoggedStep) {
        last = max(last, step.offset)
        let index = rows.indices.last
        switch step.kind {
        case .queued: queued = step.offset
        case .admitted:
            if let start = queued.take() { waits.append(part(.queue, start, step.offset)) }
        case .attempt:
            endRow(at: step.offset)
            let title = "Request \(step.name.split(separator: " ").last ?? "")"
            rows.append(
                Draft(title: title, cause: step.detail, parts: waits, start: step.offset, attempt: step.attempt))
            waits = []
        case .joined: rows.append(Draft(title: "Shared request", parts: [], start: step.offset, phase: .joined))
        case .served:
            endRow(at: step.offset)
            let start = rows.isEmpty ? 0 : step.offset
            rows.append(Draft(title: "Cache", cause: step.detail, parts: waits, start: start, phase: .cache))
            waits = []
        case .measured:
            let own = rows.lastIndex { $0.attempt != nil && $0.attempt == step.attempt }
            if let own { rows[own].times = step.times ?? [:] }
        case .head: if let index { rows[index].head = step.offset }
        case .body: if let index { rows[index].body = step.offset }
        case .decoded: if let index { rows[index].decoded = step.offset }
        case .retry:
            endRow(at: step.offset)
            let until = step.offset + (step.times?["delay"] ?? 0)
            waits.append(part(.delay, step.offset, min(until, end ?? until)))
        case .repeated, .redirect, .end: endRow(at: step.offset)
        case .other: break
        }
    }

    private mutating func endRow(at offset: Double) {
        guard let index = rows.indices.last, rows[index].end == nil else { return }
        rows[index].end = offset
    }

    private func part(_ phase: Waterfall.Phase, _ start: Double, _ end: Double?) -> Waterfall.Part {
        Waterfall.Part(phase: phase, start: start, end: end)
    }

    var waterfall: Waterfall {
        var rows = rows.map { Waterfall.Row(title: $0.title, cause: $0.cause, parts: parts(of: $0)) }
        var waits = waits
        if let queued { waits.append(part(.queue, queued, end)) }
        if !waits.isEmpty { rows.append(Waterfall.Row(title: "Before the next request", cause: nil, parts: waits)) }
        let latest = rows.flatMap(\.parts).map { $0.end ?? $0.start }.max() ?? 0
        return Waterfall(rows: rows, duration: end ?? max(last, latest))
    }

    private func parts(of row: Draft) -> [Waterfall.Part] {
        var parts = row.parts
        var time = row.start
        /// The end of the exchange.
        let end = row.decoded.map { row.body ?? row.head ?? $0 } ?? row.end ?? self.end
        func add(_ phase: Waterfall.Phase, _ seconds: Double?) {
            guard let seconds, seconds > 0 else { return }
            let next = min(time + seconds, row.head ?? end ?? .infinity)
            if next > time { parts.append(part(phase, time, next)) }
            time = max(time, next)
        }
        if let phase = row.phase {
            parts.append(part(phase, time, end))
        } else {
            addConnection(row.times, add)
            add(.send, row.times["send"])
            parts.append(part(.wait, time, row.head ?? end))
            if let head = row.head { parts.append(part(.body, head, row.body ?? end)) }
        }
        if let decoded = row.decoded { parts.append(part(.decode, end ?? row.start, decoded)) }
        return parts
    }

    private func addConnection(_ times: [String: Double], _ add: (Waterfall.Phase, Double?) -> Void) {
        guard let connection = times["connection"] else { return }
        guard let connect = times["connect"] else {
            return add(times["reused"] == nil ? .connection : .queue, connection)
        }
        let handshake = times["TLS"] ?? 0
        add(.queue, connection - connect)
        add(.connect, connect - handshake)
        add(.handshake, handshake)
    }
}
