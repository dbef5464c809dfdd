extension WebAddress {
    /// Returns the URL as errors, events, logs and cache keys contain it: without secrets.
    ///
    /// - Parameters:
    ///   - names: The names of the query items whose values are replaced.
    ///   - pieces: The path segments that are replaced.
    package func redacted(_ names: SecretNames, hiding pieces: [String] = []) -> String {
        var address = self
        if !pieces.isEmpty {
            address.path = path.split(separator: "/", omittingEmptySubsequences: false)
                .map { pieces.contains(String($0)) ? SecretNames.replacement : String($0) }.joined(separator: "/")
        }
        if let query, let redacted = names.redacted(items: query) { address.query = redacted }
        return address.text
    }
}
