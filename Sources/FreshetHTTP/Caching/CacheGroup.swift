package import HTTPTypes
import RawStructuredFieldValues

/// A group of stored responses of one origin (RFC 9875 §2.1).
package struct CacheGroup: Sendable, Hashable {
    package let origin: WebAddress.Origin
    /// The name, which is case-sensitive.
    package let name: String

    package init(_ name: String, of origin: WebAddress.Origin) {
        self.name = name
        self.origin = origin
    }

    /// Reads the groups to which a response belongs (`Cache-Groups`).
    ///
    /// A field that isn't a list of strings is ignored completely (RFC 9651 §4.2). Of parameters,
    /// only the parameters are ignored (RFC 9875 §2).
    package static func groups(of fields: HTTPFields, from origin: WebAddress.Origin) -> Set<CacheGroup> {
        groups(fields, .cacheGroups, origin)
    }

    /// Reads the groups that a response invalidates (`Cache-Group-Invalidation`, RFC 9875 §3), whatever its status;
    /// none after a safe method.
    package static func invalidated(
        after method: HTTPRequest.Method, by fields: HTTPFields, from origin: WebAddress.Origin
    ) -> Set<CacheGroup> {
        method.isSafe ? [] : groups(fields, .cacheGroupInvalidation, origin)
    }

    private static func groups(
        _ fields: HTTPFields, _ field: HTTPField.Name, _ origin: WebAddress.Origin
    ) -> Set<CacheGroup> {
        guard let text = fields.value(of: field), let members = StructuredField.list(text) else { return [] }
        var groups: Set<CacheGroup> = []
        for member in members {
            guard case .string(let name)? = member.bareItem else { return [] }
            groups.insert(CacheGroup(name, of: origin))
        }
        return groups
    }
}

extension HTTPField.Name {
    package static let cacheGroups = Self("Cache-Groups")!
    package static let cacheGroupInvalidation = Self("Cache-Group-Invalidation")!
}
