/// A page of articles as a client reads it.
struct ArticlePage: Decodable {
    struct Article: Decodable, Equatable {
        struct Source: Decodable, Equatable {
            let id: String?
            let name: String
        }

        let source: Source
        let author: String?
        let title: String?
        let description: String?
        let url: String
        let urlToImage: String?
        let publishedAt: String
        let content: String?

        var isRemoved: Bool { title == "[Removed]" }

        var host: String {
            url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        }
    }

    let status: String
    let totalResults: Int
    let articles: [Article]
}

/// The index of sources as a client reads it.
struct SourceList: Decodable {
    struct Source: Decodable, Equatable {
        let id: String
        let name: String
        let description: String
        let url: String
        let category: String
        let language: String
        let country: String
    }

    let status: String
    let sources: [Source]
}

/// An error as a client reads it.
struct ErrorBody: Decodable, Equatable {
    let status: String
    let code: String
    let message: String
}
