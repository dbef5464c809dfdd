public import HTTPTypes

/// An interim (1xx) response that came before the final one, such as 103 (Early Hints, RFC 8297) or 102 (Processing).
public struct InterimResponse: Sendable, Hashable {
    /// The status, from 102 to 199.
    public let status: HTTPResponse.Status
    /// The fields. Those of an event hold no secret: fields with secret names are removed, and the values of secret items
    /// in links are replaced.
    public let headerFields: HTTPFields

    /// Makes an interim response, for stubs.
    public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }

    init(_ head: HTTPResponse) {
        self.init(status: head.status, headerFields: head.headerFields)
    }

    /// Returns the targets of the `Link` fields with a relation (RFC 8288 §3), absolute or relative to the request's
    /// address.
    ///
    /// ```swift
    /// for target in hints.links(relation: "preload") { prefetch(target) }
    /// ```
    ///
    /// - Parameter relation: The relation, such as `preload`. The case of letters does not matter.
    public func links(relation: String) -> [String] {
        headerFields[values: .link].flatMap { LinkField.links(in: $0) }
            .filter { $0.relations.contains(relation.lowercased()) }.map(\.target)
    }

    /// Returns the response without secrets, for events.
    func redacted(_ names: SecretNames) -> InterimResponse {
        var fields = HTTPFields()
        for field in headerFields where !names.contains(field.name) {
            fields.append(HTTPField(name: field.name, value: names.redacted(items: field.value) ?? field.value))
        }
        return InterimResponse(status: status, headerFields: fields)
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let link = HTTPField.Name("Link")!
}

/// The links of a `Link` field (RFC 8288 §3).
enum LinkField {
    struct Link: Equatable {
        let target: String
        /// The relations, in lower case.
        var relations: [String] = []
    }

    /// Reads the links of a value and skips the rest.
    static func links(in value: String) -> [Link] {
        var links: [Link] = []
        for part in split(value, at: ",") {
            let pieces = split(part, at: ";").map { $0.trimmingBlanks }
            guard let first = pieces.first, first.first == "<", first.last == ">" else { continue }
            var link = Link(target: String(first.dropFirst().dropLast()).trimmingBlanks)
            for piece in pieces.dropFirst() where link.relations.isEmpty {
                let pair = piece.split(separator: "=", maxSplits: 1).map { String($0).trimmingBlanks }
                guard pair.count == 2, pair[0].lowercased() == "rel" else { continue }
                let value = pair[1].first == "\"" ? String(pair[1].dropFirst().prefix { $0 != "\"" }) : pair[1]
                link.relations = value.lowercased().split(separator: " ").map(String.init)
            }
            links.append(link)
        }
        return links
    }

    /// Splits a text at a separator, except within `<…>` and `"…"`.
    private static func split(_ text: String, at separator: Character) -> [String] {
        var parts = [""]
        var closing: Character?
        for character in text {
            if character == closing {
                closing = nil
            } else if closing == nil, character == "<" || character == "\"" {
                closing = character == "<" ? ">" : "\""
            }
            if closing == nil, character == separator {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
