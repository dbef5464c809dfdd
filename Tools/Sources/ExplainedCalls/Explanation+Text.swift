import Foundation

extension Explanation {
    /// The explanation as text for people, with one fact per line.
    public var text: String {
        var lines = [request]
        lines.append("  \(outcome)")
        for action in cache {
            lines.append("  cache: \(action.action): \(action.reason)\(action.section.map { " (\($0))" } ?? "")")
        }
        if let freshness, failure == nil || source == "cache" { lines.append("  freshness: \(freshness.text)") }
        for redirect in redirects { lines.append("  redirect: status \(redirect.status) to \(redirect.address)") }
        for retry in retries {
            lines.append(
                "  retry: after \(retry.reason), following a delay of \(Self.text(of: retry.delay)) (\(retry.cause))")
        }
        if let retriesEnded { lines.append("  no further retry: \(retriesEnded)") }
        if attempts > 0 {
            lines.append("  sent: \(attempts == 1 ? "1 request" : "\(attempts) requests")\(connectionText)")
        }
        if !timeText.isEmpty { lines.append("  time: \(timeText)") }
        if let body { lines.append("  body: \(Self.text(of: body))") }
        if let tape { lines.append("  tape: \(tape)") }
        return lines.joined(separator: "\n")
    }

    private var outcome: String {
        let status = status.map { "status \($0)" }
        switch (source, failure) {
        case (let source?, nil): return "\(status ?? "a response") from the \(Self.place(source))"
        case ("cache"?, let failure?) where (self.status ?? 0) < 400:
            return "\(status ?? "a response") from the cache, because the server failed: \(failure.message)"
        case (_, let failure?): return ["failed", status, failure.message].compactMap(\.self).joined(separator: ": ")
        case (nil, nil): return "no response"
        }
    }

    private static func place(_ source: String) -> String {
        source == "revalidated" ? "cache, after the server confirmed it" : source
    }

    private var connectionText: String {
        let facts = [
            timings.httpVersion.map { "HTTP/\($0)" }, timings.server,
            timings.reusesConnection.map { $0 ? "on a used connection" : "on a new connection" },
        ].compactMap(\.self)
        return facts.isEmpty ? "" : ", \(facts.joined(separator: ", "))"
    }

    private var timeText: String {
        [
            connectionTimeText, timings.firstByte.map { "first byte \(Self.text(of: $0))" },
            timings.total.map { "total \(Self.text(of: $0))" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private var connectionTimeText: String? {
        guard let time = timings.connection else { return nil }
        if timings.reusesConnection == true { return "wait for a used connection \(Self.text(of: time))" }
        let steps = request.contains(" http://") ? "name lookup and TCP" : "name lookup, TCP and TLS"
        let handshake = timings.handshake.map { ", of which TLS \(Self.text(of: $0))" } ?? ""
        return "connection \(Self.text(of: time)) (\(steps) together\(handshake))"
    }

    private static func text(of body: Body) -> String {
        var text = body.bytes == 1 ? "1 byte" : "\(body.bytes) bytes"
        if let type = body.contentType { text += " of \(type)" }
        if let coding = body.contentCoding {
            text += ", encoded with \(coding)"
        } else if let received = body.receivedBytes, received != body.bytes {
            text += ", received as \(received) compressed bytes"
        }
        return text
    }

    /// Returns a time with a unit that suits it.
    private static func text(of seconds: Double) -> String {
        let milliseconds = seconds * 1000
        if milliseconds >= 1000 { return "\((seconds * 100).rounded() / 100) s" }
        return milliseconds >= 10 ? "\(Int(milliseconds.rounded())) ms" : "\((milliseconds * 10).rounded() / 10) ms"
    }

    /// The explanation as JSON, with sorted keys.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
