import Foundation
package import HTTPTypes

/// The conditions of a caller's request, which a cache evaluates against a stored response instead
/// of the server (RFC 9111 §4.3.2).
package enum Conditions {
    /// The fields that a 304 repeats from the response that it confirms (RFC 9110 §15.4.5).
    private static let fieldsOf304: Set<HTTPField.Name> = [
        .age, .cacheControl, .contentLocation, .date, .eTag, .expires, .lastModified, .vary,
    ]

    /// Whether the caller already has the stored response, according to the conditions of its
    /// request, so that a 304 is returned.
    ///
    /// `If-None-Match` takes precedence over `If-Modified-Since`, tags are compared weakly, and a
    /// date that can't be read is ignored (RFC 9110 §13.1.2, §13.1.3). Conditions apply only to
    /// successful responses (§13.2.1).
    package static func areMet(by stored: StoredResponse, _ request: HTTPFields) -> Bool {
        guard (200..<300).contains(stored.status) else { return false }
        if let field = request.value(of: .ifNoneMatch) {
            let tags = EntityTag.list(field)
            if tags == [EntityTag("*")] { return true }
            guard let tag = stored.headers.value(of: .eTag).flatMap(EntityTag.init(field:)) else { return false }
            return tags.contains { $0.matchesWeakly(tag) }
        }
        guard let field = request.value(of: .ifModifiedSince),
            let since = HTTPDate.date(from: field, now: stored.responseTime)
        else { return false }
        // Without `Last-Modified` the date of the response counts, and without that the time at which it was received.
        let modified = stored.headers.value(of: .lastModified)
            .flatMap { HTTPDate.date(from: $0, now: stored.responseTime) }
        return (modified ?? stored.date ?? stored.responseTime) <= since
    }

    /// Returns the head of the 304 that confirms a response.
    package static func notModified(_ head: HTTPResponse) -> HTTPResponse {
        HTTPResponse(
            status: .notModified, headerFields: HTTPFields(head.headerFields.filter { fieldsOf304.contains($0.name) }))
    }
}
