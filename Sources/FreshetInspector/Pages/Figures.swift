/// Formats figures for the pages. Values that come from a server always produce some text.
enum Figures {
    static func text(seconds: Double?) -> String {
        guard let seconds else { return "…" }
        return seconds < 1 ? "\((seconds * 10_000).rounded() / 10) ms" : "\((seconds * 100).rounded() / 100) s"
    }

    static func text(bytes: Int?) -> String {
        guard let bytes else { return "–" }
        return bytes < 10_000 ? "\(bytes) B" : bytes < 10_000_000 ? "\(bytes / 1_000) kB" : "\(bytes / 1_000_000) MB"
    }

    /// Returns a delay in milliseconds, for a form field.
    static func milliseconds(_ duration: Duration) -> Int {
        Int(exactly: (duration / .milliseconds(1)).rounded()) ?? .max
    }
}
