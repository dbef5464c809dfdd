import Foundation

/// The bodies to fetch: a list of articles as a news service sends it, in three sizes, and plain bytes.
enum Body: String, CaseIterable, Codable, Sendable {
    case small = "0.2KB"
    case page = "12KB"
    case large = "1MB"
    case huge = "100MB"

    var file: String { "\(self).json" }

    /// Whether the body is decoded as a list. The largest one is not: no list has 100 MB of JSON.
    var isDecoded: Bool { self != .huge }

    var byteCount: Int {
        switch self {
        case .small: 200
        case .page: 12 << 10
        case .large: 1 << 20
        case .huge: 100 << 20
        }
    }

    func bytes() throws -> Data {
        switch self {
        case .small:
            Data(
                #"{"status":"ok","totalResults":0,"articles":[],"note":"\#(String(repeating: "x", count: 140))"}"#.utf8)
        case .page: try Self.list(of: 20)
        case .large: try Self.list(of: 1720)
        case .huge: Data(repeating: 0x61, count: byteCount)
        }
    }

    private static func list(of count: Int) throws -> Data {
        let description = """
            The first boats left at dawn. Tickets that were bought before the storm stay valid, and those who waited may \
            travel at half the price until the end of the month.
            """
        let articles = (0..<count).map { (number: Int) -> Article in
            let source = Article.Source(id: number % 3 == 0 ? nil : "harbour-herald", name: "The Harbour Herald")
            let date = Date(timeIntervalSince1970: 1_773_500_000 - Double(number) * 977)
            return Article(
                source: source, author: number % 4 == 0 ? nil : "Newsroom",
                title: "Ferries to the \(number) islands run again — “earlier than we hoped”, says the harbour",
                description: description, url: "https://harbour-herald.example/2026/03/14/ferries-\(number)",
                urlToImage: "https://images.harbour-herald.example/\(number)/1200x675.jpg", publishedAt: date,
                content: "The first boats left at dawn. \"Nobody knew whether the quay would hold\"… [+2314 chars]")
        }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(ArticlePage(status: "ok", totalResults: count, articles: articles))
    }
}

/// A page of a news service, as its users would declare it.
struct ArticlePage: Codable, Sendable {
    let status: String
    let totalResults: Int
    let articles: [Article]
}

struct Article: Codable, Sendable {
    struct Source: Codable, Sendable {
        let id: String?
        let name: String
    }

    let source: Source
    let author: String?
    let title: String
    let description: String?
    let url: String?
    let urlToImage: String?
    let publishedAt: Date
    let content: String?
}
