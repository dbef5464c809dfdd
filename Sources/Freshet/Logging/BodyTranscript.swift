import Foundation
import FreshetHTTP

/// Turns the beginning of a body into log lines while its chunks pass through.
///
/// It does no I/O: it takes chunks and returns lines. It buffers at most the bytes that may be
/// shown.
struct BodyTranscript {
    /// The form of a body, according to its header fields.
    struct Form: Equatable {
        /// The units in which a streaming body may be shown.
        enum Unit { case body, line, event }

        /// The content type; `nil` if there is none.
        let type: String?
        /// The content coding, if the bytes still have one.
        let coding: String?
        let isText: Bool
        let isForm: Bool
        let unit: Unit

        /// - Parameters:
        ///   - contentType: The value of `Content-Type`.
        ///   - coding: The value of `Content-Encoding`, if the bytes have that coding.
        init(contentType: String?, coding: String?) {
            let type = contentType.flatMap { MediaType($0) }
            self.type = type?.description
            self.coding = coding.flatMap { ["", "identity"].contains($0.lowercased()) ? nil : $0 }
            isText = self.coding == nil && type.map(Self.isText) ?? false && Self.hasKnownCharset(contentType ?? "")
            isForm = type?.description == "application/x-www-form-urlencoded"
            unit =
                switch type?.description {
                case "text/event-stream": .event
                case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-lines": .line
                default: .body
                }
        }

        private static func isText(_ type: MediaType) -> Bool {
            if type.type == "text" || type.subtype.hasSuffix("+json") || type.subtype.hasSuffix("+xml") { return true }
            guard type.type == "application" else { return false }
            let subtypes: Set<String> = [
                "ecmascript", "graphql", "javascript", "json", "json-lines", "json-seq", "jsonl", "ndjson", "toml",
                "x-javascript", "x-ndjson", "x-www-form-urlencoded", "x-yaml", "xml", "yaml",
            ]
            return subtypes.contains(type.subtype)
        }

        /// Whether ASCII characters are one byte each in the charset. The scanner can't find secret
        /// names in any other text.
        private static func hasKnownCharset(_ contentType: String) -> Bool {
            guard let parameter = contentType.lowercased().firstRange(of: "charset=") else { return true }
            let name = contentType.lowercased()[parameter.upperBound...].prefix { $0 != ";" }
                .trimmingCharacters(in: [" ", "\"", "'"])
            return ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) || name.hasPrefix("iso-8859-")
                || name.hasPrefix("windows-125")
        }
    }

    /// The number of bytes that have passed through.
    private(set) var count = 0
    /// The number of those bytes that were selected to be shown.
    private(set) var taken = 0

    private let form: Form
    private let limit: Int
    private let redact: @Sendable (_ text: String, _ isCut: Bool) -> LogText
    private var pending = Data()
    private var isHidden = false

    /// - Parameters:
    ///   - limit: The maximum number of bytes shown.
    ///   - redact: Removes the secrets from a text.
    init(_ form: Form, limit: Int, redact: @escaping @Sendable (_ text: String, _ isCut: Bool) -> LogText) {
        self.form = form
        self.limit = form.isText ? max(0, limit) : 0
        self.redact = redact
    }

    /// Takes the next chunk, and returns the lines that can be shown now.
    mutating func add(_ chunk: Data) -> [String] {
        count += chunk.count
        guard taken < limit, !chunk.isEmpty else { return [] }
        let part = chunk.prefix(limit - taken)
        taken += part.count
        pending.append(part)
        return taken == limit ? show(pending.count, isCut: true) : show(endOfUnits, isCut: false)
    }

    /// Returns the remaining lines at the end of the body.
    mutating func end() -> [String] { show(pending.count, isCut: false) }

    /// The length and the type, in one line.
    var summary: String {
        var text = "\(count) \(count == 1 ? "byte" : "bytes")"
        if count > 0, let type = form.type { text += " of \(type)" }
        if let coding = form.coding { text += " in \(coding)" }
        if isHidden { return text + ", not text" }
        return taken > 0 && taken < count ? text + ", \(taken) of them shown" : text
    }

    /// The number of pending bytes that form complete lines or events.
    private var endOfUnits: Int {
        switch form.unit {
        case .body: return 0
        case .line:
            return pending.lastIndex(of: UInt8(ascii: "\n")).map { $0 - pending.startIndex + 1 } ?? 0
        case .event:
            let ends = ["\n\n", "\r\n\r\n", "\r\r"].compactMap { blank in
                pending.range(of: Data(blank.utf8), options: .backwards)?.upperBound
            }
            return ends.max().map { $0 - pending.startIndex } ?? 0
        }
    }

    private mutating func show(_ length: Int, isCut: Bool) -> [String] {
        guard length > 0, !isHidden else { return [] }
        let bytes = pending.prefix(length)
        pending = Data(pending.dropFirst(length))
        guard let text = LogBytes.text(bytes, isCut: isCut)?.text else {
            isHidden = true
            return []
        }
        var lines: [Substring] = redact(text, isCut).redacted.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String($0).escapedForLog }
    }
}
