import Freshet

struct Catalogue: Service {
    let baseURL = "https://movies.example/v1"
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
}
