import Foundation

/// The conversion of keys like `published_at`.
enum SnakeCase {
    /// Converts `published_at` to `publishedAt`. Underscores at both ends stay, as does a text of underscores only.
    static func camelCase(_ key: String) -> String {
        let leading = key.prefix { $0 == "_" }
        let rest = key.dropFirst(leading.count)
        guard rest.contains("_") else { return key }
        let words = rest.split(separator: "_")
        guard words.count > 1 || rest.last == "_" else { return key }
        let trailing = rest.reversed().prefix { $0 == "_" }.count
        guard words.count > 1 else { return key }
        return leading + words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
            + String(repeating: "_", count: trailing)
    }
}
