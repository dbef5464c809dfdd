public import HTTPTypes

/// An interim (1xx) response that precedes the final one, such as 103 (Early Hints, RFC 8297) or
/// 102 (Processing).
public struct InterimResponse: Sendable, Hashable {
    /// The status, from 102 to 199.
    public let status: HTTPResponse.Status
    /// The header fields. In an event they contain no secrets: fields with secret names are
    /// removed, and the values of secret items in links are replaced.
    public let headerFields: HTTPFields

    /// Makes an interim response, for stubs.
    public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }

    package init(_ head: HTTPResponse) {
        self.init(status: head.status, headerFields: head.headerFields)
    }

    /// Returns the targets of the `Link` fields with a relation (RFC 8288 §3).
    ///
    /// They may be relative to the URL of the request. Links with an `anchor`, which belong to
    /// another resource, are left out.
    ///
    /// ```swift
    /// for target in hints.links(relation: "preload") { prefetch(target) }
    /// ```
    ///
    /// - Parameter relation: The relation, such as `preload`. Case is ignored.
    public func links(relation: String) -> [String] {
        headerFields[values: .link].flatMap { LinkField.references(of: relation, in: $0) }
    }

    /// Returns the response without secrets, for events.
    package func redacted(_ names: SecretNames) -> InterimResponse {
        var fields = HTTPFields()
        for field in headerFields where !names.contains(field.name) {
            fields.append(HTTPField(name: field.name, value: names.redacted(items: field.value) ?? field.value))
        }
        return InterimResponse(status: status, headerFields: fields)
    }
}

extension HTTPField.Name {
    fileprivate static let link = HTTPField.Name("Link")!
}
