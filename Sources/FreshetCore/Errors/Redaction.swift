/// Takes secrets out of what errors, events and logs tell.
package enum Redaction {
    static let replacement = "REDACTED"

    private static let secretNames: Set<String> = [
        "apikey", "api_key", "api-key", "key", "token", "access_token", "auth", "authorization", "password", "secret",
        "client_secret", "signature", "sig", "session",
    ]

    /// Returns the address with the values of items that carry secrets replaced.
    package static func text(of address: WebAddress) -> String {
        guard let query = address.query else { return address.text }
        var address = address
        address.query = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            return secretNames.contains(name.lowercased()) ? "\(name)=\(replacement)" : String(item)
        }.joined(separator: "&")
        return address.text
    }
}
