import Freshet

// The service of news of several guides.

struct News: Service {
    let baseURL = "https://news.example/v1"

    struct Page: Decodable, Sendable {
        let articles: [Article]
    }

    struct Article: Decodable, Sendable, Identifiable, Equatable {
        let id: Int
        let headline: String
    }
}

extension Request where API == News, Value == News.Page {
    static var headlines: Self { Request("headlines") }
    static func search(_ text: String) -> Self { Request("articles", query: ["q": text]) }
}
