package import HTTPTypes

/// What a service wants emptied on the client (Clear Site Data, https://www.w3.org/TR/clear-site-data/).
package enum ClearSiteData {
    /// Whether the fields of a response ask for the caches of its origin to be emptied.
    ///
    /// The types are texts in quotes; those that are not known are passed over.
    package static func emptiesCache(_ fields: HTTPFields) -> Bool {
        guard let text = fields.value(of: .clearSiteData) else { return false }
        return FieldList.elements(of: text).contains { $0 == "\"cache\"" || $0 == "\"*\"" }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    package static let clearSiteData = Self("Clear-Site-Data")!
}
