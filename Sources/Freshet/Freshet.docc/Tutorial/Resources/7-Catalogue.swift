import Foundation
import Freshet

struct Catalogue: Service {
    let baseURL = "https://movies.example/v1"

    private struct Refusal: Decodable {
        let message: String
    }

    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        (try? decoder.decode(Refusal.self, from: body)).map { ServiceError(code: nil, message: $0.message) }
    }
}

struct Movie: Decodable, Sendable, Identifiable, Equatable {
    let id: Int
    let title: String
    let year: Int
}

struct MoviePage: Decodable, Sendable {
    let movies: [Movie]
    let number: Int
    let count: Int
}

extension Request where API == Catalogue, Value == MoviePage {
    static func popular(page: Int = 1) -> Self {
        Request("movies/popular", query: ["page": page])
    }

    static func search(_ text: String) -> Self {
        Request("movies/search", query: ["q": text])
    }
}

extension PagedRequest where API == Catalogue, Page == MoviePage {
    static var popular: Self {
        .numbered(.popular()) { page in page.number < page.count }
    }
}
