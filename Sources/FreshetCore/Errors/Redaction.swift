/// Takes secrets out of what errors, events and logs tell.
package enum Redaction {
    static let replacement = "REDACTED"

    private static let secretNames: Set<String> = [
        "apikey", "api_key", "api-key", "key", "token", "access_token", "auth", "authorization", "password", "secret",
        "client_secret", "signature", "sig", "session",
    ]

    /// Returns the address with the values of items that carry secrets replaced, and so some pieces of its path.
    package static func text(of address: WebAddress, hiding pieces: [String] = []) -> String {
        var address = address
        if !pieces.isEmpty {
            address.path = address.path.split(separator: "/", omittingEmptySubsequences: false)
                .map { pieces.contains(String($0)) ? replacement : String($0) }.joined(separator: "/")
        }
        // Most addresses have nothing to hide, and each call asks.
        guard let query = address.query, query.utf8.split(separator: UInt8(ascii: "&")).contains(where: isSecret) else {
            return address.text
        }
        address.query = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            isSecret(item.utf8) ? "\(item.prefix { $0 != "=" })=\(replacement)" : String(item)
        }.joined(separator: "&")
        return address.text
    }

    /// Whether an item of a query, `name=value`, carries a secret.
    private static func isSecret(_ item: Substring.UTF8View) -> Bool {
        secretNames.contains(Substring(item.prefix { $0 != UInt8(ascii: "=") }).lowercased())
    }
}
