import Freshet

struct News: Service {
    let baseURL = "https://newsapi.org/v2"
    let credentials: Credentials? = .bearer("your key")
}

struct Article: Decodable, Sendable, Identifiable {
    let title: String
    let url: String
    var id: String { url }
}

struct Page: Decodable, Sendable {
    let articles: [Article]
}

extension Request where API == News, Value == [Article] {
    static func articles(about text: String) -> Self {
        Request<News, Page>("everything", query: ["q": text]).map(\.articles)
    }
}
