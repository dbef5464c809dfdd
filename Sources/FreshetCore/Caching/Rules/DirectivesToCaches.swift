import HTTPTypes

/// The directives of a request for intermediate caches (RFC 9111 §5.2.1).
enum DirectivesToCaches {
    /// The directives that a policy of the caller takes the place of.
    private static let replaced: Set<String> = [
        "max-age", "max-stale", "min-fresh", "no-cache", "only-if-cached", "stale-if-error", "stale-while-revalidate",
    ]

    /// Returns the value of `Cache-Control` with which a request reaches the origin; `nil` where the policy asks for nothing.
    ///
    /// - Parameter field: The value that the request has already. What the policy does not speak of stays, such as `no-store`.
    static func value(for policy: CachePolicy, insteadOf field: String?) -> String? {
        let directive: String
        switch policy {
        case .revalidate: directive = "max-age=0"
        case .reload: directive = "no-cache"
        default: return nil
        }
        let kept = FieldList.elements(of: field ?? "").filter { element in
            // By bytes: as a character, an equals sign and a combining mark after it are something else.
            let name = element.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).first.map { Substring($0) } ?? ""
            return !replaced.contains(FieldList.trim(name).lowercased())
        }
        // First, since a quoted text without an end would take in what follows it.
        return ([directive] + kept).joined(separator: ", ")
    }
}

extension OutgoingRequest {
    /// The request as it is sent, so that no cache on its way responds in place of the origin where the caller wants that one.
    var passingCaches: OutgoingRequest {
        guard reachesOrigin, method == .get || method == .head,
            let value = DirectivesToCaches.value(for: cache, insteadOf: headers.value(of: .cacheControl))
        else { return self }
        var request = self
        request.headers[.cacheControl] = value
        return request
    }
}
