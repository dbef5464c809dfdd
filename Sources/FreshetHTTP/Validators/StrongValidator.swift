import Foundation
package import HTTPTypes

/// A validator that identifies the exact bytes of a representation, so that parts with the same
/// validator can be joined (RFC 9110 §8.8.1).
///
/// It is a strong entity tag. If there is no tag, it is a `Last-Modified` that is so long before
/// `Date` that the resource can't have changed twice within the same second (§8.8.2.2).
package struct StrongValidator: Sendable, Hashable {
    /// The minimum time from `Last-Modified` to `Date`, in seconds. It allows for clocks of servers
    /// and file systems that differ.
    private static let distance: TimeInterval = 60

    /// The value of an `If-Range` field that requests the same bytes.
    package let field: String

    package init?(_ fields: HTTPFields) {
        if let text = fields.value(of: .eTag) {
            guard let tag = EntityTag(field: text), !tag.isWeak else { return nil }
            field = text
            return
        }
        guard let modified = fields.value(of: .lastModified), Self.isStrong(modified, fields) else { return nil }
        field = modified
    }

    private static func isStrong(_ modified: String, _ fields: HTTPFields) -> Bool {
        guard let date = fields.value(of: .date).flatMap({ HTTPDate.date(from: $0, now: .distantPast) }),
            let modified = HTTPDate.date(from: modified, now: date)
        else { return false }
        return date.timeIntervalSince(modified) >= distance
    }

    /// Whether the fields of a part contradict the validator, because a server ignored `If-Range`
    /// and the part belongs to other bytes.
    ///
    /// A part doesn't have to repeat the validator.
    ///
    /// - Parameter field: The ``field`` of a validator.
    package static func isContradicted(_ field: String, by fields: HTTPFields) -> Bool {
        let found = fields.value(of: field.hasSuffix("\"") ? .eTag : .lastModified)
        return found.map { $0 != field } ?? false
    }

    /// Whether an `If-Range` field identifies the representation with these fields (RFC 9110
    /// §13.1.5).
    package static func matches(ifRange field: String, _ fields: HTTPFields) -> Bool {
        if let tag = EntityTag(field: field), field.contains("\"") {
            return fields.value(of: .eTag).flatMap(EntityTag.init(field:))?.matchesStrongly(tag) ?? false
        }
        return fields.value(of: .lastModified) == field && isStrong(field, fields)
    }
}
