public import Foundation

/// A file attached to an item, such as a podcast episode.
public struct FeedEnclosure: Sendable, Hashable, Codable {
    /// The address of the file.
    public var url: URL
    /// The media type as declared by the feed; `nil` if missing.
    public var type: String?
    /// The length in bytes; `nil` if missing.
    public var byteCount: Int?
    /// The duration in seconds; `nil` if missing.
    public var durationSeconds: Double?
    /// The title; `nil` if missing.
    public var title: String?

    /// Makes an enclosure.
    public init(
        url: URL, type: String? = nil, byteCount: Int? = nil, durationSeconds: Double? = nil, title: String? = nil
    ) {
        self.url = url
        self.type = type
        self.byteCount = byteCount
        self.durationSeconds = durationSeconds
        self.title = title
    }

    /// Whether the file is an image, according to its type or its file extension.
    public var isPicture: Bool {
        if let type, type.contains("/") { return type.lowercased().hasPrefix("image/") }
        return ["jpg", "jpeg", "png", "gif", "webp", "avif"].contains(url.pathExtension.lowercased())
    }

    /// Reads `3600`, `45:30` or `1:02:03` as seconds. Returns `nil` for other texts.
    static func duration(_ text: String?) -> Double? {
        guard let parts = text?.trimmingWhitespace.split(separator: ":", omittingEmptySubsequences: false),
            (1...3).contains(parts.count)
        else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let number = Double(part), number.isFinite, number >= 0, number < 1e9 else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds > 0 ? seconds : nil
    }
}
