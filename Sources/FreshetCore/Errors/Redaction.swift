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
        guard let query = address.query else { return address.text }
        address.query = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            return secretNames.contains(name.lowercased()) ? "\(name)=\(replacement)" : String(item)
        }.joined(separator: "&")
        return address.text
    }
}
