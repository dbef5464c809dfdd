package import HTTPTypes

/// The data of a site that a response asks the client to remove (Clear Site Data,
/// https://www.w3.org/TR/clear-site-data/).
package enum ClearSiteData {
    /// The prefix of the URLs whose stored responses a response asks to remove; `nil` if it doesn't
    /// ask for that.
    ///
    /// The field is obeyed only from secure origins. From others, anyone on the network could send
    /// it.
    package static func clearedPrefix(by fields: HTTPFields, from address: WebAddress) -> String? {
        let origin = address.origin
        guard origin.isSecure, emptiesCache(fields) else { return nil }
        return origin.addressPrefix
    }

    /// Whether the fields of a response ask for the caches of its origin to be emptied.
    package static func emptiesCache(_ fields: HTTPFields) -> Bool { names("\"cache\"", in: fields) }

    /// Whether the fields of a response ask for the cookies of its site to be removed.
    package static func emptiesCookies(_ fields: HTTPFields) -> Bool { names("\"cookies\"", in: fields) }

    /// Whether the field contains a type or the wildcard. Types are quoted strings; unknown ones
    /// are ignored.
    private static func names(_ type: String, in fields: HTTPFields) -> Bool {
        guard let text = fields.value(of: .clearSiteData) else { return false }
        return FieldList.elements(of: text).contains { $0 == type || $0 == "\"*\"" }
    }
}

extension HTTPField.Name {
    package static let clearSiteData = Self("Clear-Site-Data")!
}
