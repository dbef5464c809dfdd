package import Foundation
package import HTTPTypes

/// The rules by which fields of a response are stored, and updated from later responses.
package enum FieldUpdate {
    /// The fields that belong to one connection or to a proxy on the way (RFC 9111 §3.1).
    private static let neverKept: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "authentication-info",
    ]

    /// The fields that describe the stored body. A response that only confirms the body can't
    /// change them (RFC 9111 §3.2).
    ///
    /// The content type is one of them, because some servers and proxies add their own to a 304,
    /// such as `text/html`.
    private static let ofTheBody: Set<String> = ["content-length", "content-encoding", "content-range", "content-type"]

    /// Returns the fields of a response that may be stored.
    ///
    /// - Parameter directives: The directives of the fields, if they have already been parsed.
    package static func kept(_ fields: HTTPFields, _ directives: ResponseDirectives? = nil) -> HTTPFields {
        let nominated = fields.value(of: .connection).map { FieldList.elements(of: $0).map { $0.lowercased() } } ?? []
        let withheld = (directives ?? ResponseDirectives(fields)).fieldsNotStored
        func isKept(_ field: HTTPField) -> Bool {
            let name = field.name.canonicalName
            return !neverKept.contains(name) && !nominated.contains(name) && !withheld.contains(name)
        }
        return fields.allSatisfy(isKept) ? fields : HTTPFields(fields.filter(isKept))
    }

    /// Returns the fields with a valid `Date`: the date of receipt if the server doesn't send one
    /// (RFC 9110 §6.6.1).
    package static func dated(_ fields: HTTPFields, at responseTime: Date) -> HTTPFields {
        if let date = fields.value(of: .date), HTTPDate.date(from: date, now: responseTime) != nil { return fields }
        var fields = fields
        if let date = HTTPDate.text(of: responseTime) { fields[.date] = date }
        return fields
    }

    /// Returns a stored response, updated from the 304 that confirmed it; `nil` if the 304 concerns
    /// another response (RFC 9111 §4.3.4).
    package static func confirmed(
        _ stored: StoredResponse, by head: HTTPResponse, requestTime: Date, responseTime: Date
    ) -> StoredResponse? {
        guard agrees(stored.headers, head.headerFields) else { return nil }
        // The response is confirmed, but a 304 with a strong tag must not update one without the same strong validator.
        if !isIdentified(stored.headers, by: head.headerFields) { return stored }
        return updated(stored, by: head.headerFields, requestTime: requestTime, responseTime: responseTime)
    }

    /// Returns a stored response, updated from a response to HEAD; `nil` if the resource has
    /// changed (RFC 9111 §4.3.5).
    package static func described(
        _ stored: StoredResponse, by head: HTTPResponse, requestTime: Date, responseTime: Date
    ) -> StoredResponse? {
        let (old, new) = (stored.headers[.contentLength], head.headerFields[.contentLength])
        guard stored.status == head.status.code, agrees(stored.headers, head.headerFields),
            isIdentified(stored.headers, by: head.headerFields),
            hasSame(.lastModified, stored.headers, head.headerFields),
            old == nil || new == nil || old == new
        else { return nil }
        return updated(stored, by: head.headerFields, requestTime: requestTime, responseTime: responseTime)
    }

    /// Returns a partially stored response, updated from a response with another part of it; `nil`
    /// if that part belongs to other bytes (RFC 9111 §3.4).
    package static func joined(
        _ stored: StoredResponse, with fields: HTTPFields, requestTime: Date, responseTime: Date
    ) -> StoredResponse? {
        // The date is always taken from the new response, even if it has none.
        let fields = dated(fields, at: responseTime)
        guard let validator = StrongValidator(stored.headers), StrongValidator(fields) == validator else { return nil }
        return updated(stored, by: fields, requestTime: requestTime, responseTime: responseTime)
    }

    /// Whether two responses have the same validator, provided that both have one.
    private static func agrees(_ old: HTTPFields, _ new: HTTPFields) -> Bool {
        if let old = old[.eTag], let new = new[.eTag] {
            // A strong tag confirms identical bytes, a weak one equivalent content (RFC 9110 §8.8.3.2).
            return new.hasPrefix("W/") ? weak(old) == weak(new) : old == new || weak(old) == new
        }
        if let old = old[.lastModified], let new = new[.lastModified] { return old == new }
        return true
    }

    /// Whether a new response with a strong tag shares a strong validator with the old one: its
    /// tag, or its date if the old one has no tag (RFC 9111 §4.3.4).
    private static func isIdentified(_ old: HTTPFields, by new: HTTPFields) -> Bool {
        guard let tag = new[.eTag], !tag.hasPrefix("W/") else { return true }
        if let old = old[.eTag] { return old == tag }
        return StrongValidator(old).map { $0.field == new[.lastModified] } ?? false
    }

    private static func hasSame(_ name: HTTPField.Name, _ old: HTTPFields, _ new: HTTPFields) -> Bool {
        guard let old = old[name], let new = new[name] else { return true }
        return old == new
    }

    private static func weak(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : Substring(tag) }

    private static func updated(
        _ stored: StoredResponse, by fields: HTTPFields, requestTime: Date, responseTime: Date
    ) -> StoredResponse {
        var stored = stored
        // An age and a date that are not sent again belonged to the first response.
        stored.headers[.age] = nil
        stored.headers[.date] = nil
        let fields = kept(fields)
        for name in Set(fields.map(\.name)) where !ofTheBody.contains(name.canonicalName) {
            stored.headers[fields: name] = fields[fields: name]
        }
        for name in stored.directives.fieldsNotStored {
            if let name = HTTPField.Name(name) { stored.headers[name] = nil }
        }
        stored.headers = dated(stored.headers, at: responseTime)
        stored.requestTime = requestTime
        stored.responseTime = responseTime
        return stored
    }
}
