/// Initials that replace a logo.
public enum Initials {
    /// The first letters of the first two words that are not articles: "The Harbour Times" gives "HT".
    public static func of(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let used = words.filter { !["the", "a", "an"].contains($0.lowercased()) }
        return (used.isEmpty ? words : used).prefix(2).compactMap(\.first).map { $0.uppercased() }.joined()
    }
}
