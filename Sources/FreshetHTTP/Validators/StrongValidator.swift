import Foundation
package import HTTPTypes

/// A validator that names the exact bytes of a representation, so that parts with the same one can be joined (RFC 9110
/// §8.8.1).
///
/// It is a strong entity tag; where there is no tag, a `Last-Modified` so long before `Date` that nothing can have
/// changed since within the same second (§8.8.2.2).
package struct StrongValidator: Sendable, Hashable {
    /// The shortest time from `Last-Modified` to `Date`, in seconds: the clocks of servers and of their files need not
    /// agree.
    private static let distance: TimeInterval = 60

    /// The value of `If-Range` that asks for the same bytes.
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

    /// Whether the fields of a part contradict the validator: the part has other bytes, from a server that ignores
    /// `If-Range`.
    ///
    /// A part need not repeat the validator.
    ///
    /// - Parameter field: The ``field`` of a validator.
    package static func isContradicted(_ field: String, by fields: HTTPFields) -> Bool {
        let found = fields.value(of: field.hasSuffix("\"") ? .eTag : .lastModified)
        return found.map { $0 != field } ?? false
    }

    /// Whether an `If-Range` names the representation with these fields (RFC 9110 §13.1.5).
    package static func matches(ifRange field: String, _ fields: HTTPFields) -> Bool {
        if let tag = EntityTag(field: field), field.contains("\"") {
            return fields.value(of: .eTag).flatMap(EntityTag.init(field:))?.matchesStrongly(tag) ?? false
        }
        return fields.value(of: .lastModified) == field && isStrong(field, fields)
    }
}
