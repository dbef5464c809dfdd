import FreshetDigests
package import HTTPTypes

/// The selection among the stored variants of a URL (RFC 9111 §4.1).
package enum Variants {
    /// Returns the request fields that the `Vary` field of a response names; `nil` if it depends on
    /// more than header fields (`*`).
    ///
    /// - Parameter names: The names of the fields of which only a digest is stored.
    package static func selectors(
        vary: HTTPFields, request: HTTPFields, secretNames names: SecretNames = .standard
    ) -> [String: String]? {
        var selectors: [String: String] = [:]
        for name in FieldList.elements(of: vary[.vary] ?? "") {
            if name == "*" { return nil }
            selectors[name.lowercased()] = value(of: name, in: request, names)
        }
        return selectors
    }

    /// Returns the index of the variant that matches a request; if several match, the newest one.
    ///
    /// Variants with `Vary` take precedence over one without it, because servers forget the field
    /// in the response to a request without preferences. A range isn't such a preference: the
    /// newest variant is chosen, whether it is for a single range or not.
    package static func selected<Responses: RandomAccessCollection>(
        from stored: Responses, for request: HTTPFields, secretNames names: SecretNames = .standard
    ) -> Int? where Responses.Element == StoredResponse, Responses.Index == Int {
        func belongs(_ response: StoredResponse) -> Bool {
            response.selectors.allSatisfy { value(of: $0.key, in: request, names) == $0.value }
        }
        if stored.count == 1 { return belongs(stored[0]) ? 0 : nil }
        let all = stored.indices.filter { belongs(stored[$0]) }
        let varying = all.filter { stored[$0].selectors.contains { $0.key != "range" } }
        return (varying.isEmpty ? all : varying).max {
            let (first, second) = (stored[$0], stored[$1])
            let (made, later) = (first.date ?? first.responseTime, second.date ?? second.responseTime)
            return made == later ? first.responseTime < second.responseTime : made < later
        }
    }

    /// The normalised value of a field, or its digest if it is a secret or not ASCII.
    ///
    /// Texts are compared by characters, and different bytes beyond ASCII may be the same character.
    private static func value(of name: String, in fields: HTTPFields, _ secretNames: SecretNames) -> String {
        guard let name = HTTPField.Name(name), let value = fields[name] else { return "" }
        let plain = NormalForm.value(value, of: name)
        let isPlain = !secretNames.contains(name) && plain.utf8.allSatisfy { $0 < 0x80 }
        return isPlain ? plain : "sha256:\(SHA256.hexDigest(of: plain.utf8))"
    }
}
