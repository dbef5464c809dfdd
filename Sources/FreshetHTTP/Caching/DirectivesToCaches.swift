/// The directives of a request for intermediate caches (RFC 9111 §5.2.1).
package enum DirectivesToCaches {
    /// The directives that a cache policy replaces.
    private static let replaced: Set<String> = [
        "max-age", "max-stale", "min-fresh", "no-cache", "only-if-cached", "stale-if-error", "stale-while-revalidate",
    ]

    /// Returns a `Cache-Control` value that makes intermediate caches ask the origin; `nil` if the
    /// policy doesn't need one.
    ///
    /// - Parameter field: The value that the request sets. Directives that the policy doesn't
    ///   replace are kept, such as `no-store`.
    package static func value(for policy: CachePolicy, insteadOf field: String?) -> String? {
        let directive: String
        switch policy {
        case .revalidate: directive = "max-age=0"
        case .reload: directive = "no-cache"
        default: return nil
        }
        let kept = FieldList.elements(of: field ?? "").filter { element in
            // Split by bytes: an equals sign followed by a combining mark is another character.
            let name = element.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).first.map { Substring($0) } ?? ""
            return !replaced.contains(FieldList.trim(name).lowercased())
        }
        // The directive comes first, since a quoted text without an end would include what follows it.
        return ([directive] + kept).joined(separator: ", ")
    }
}
