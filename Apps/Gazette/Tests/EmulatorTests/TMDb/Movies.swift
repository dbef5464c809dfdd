import HTTPTypes
import Testing

@testable import Emulator

/// Asks the movie service with a good key.
enum Movies {
    static let corpus = TMDbCorpus(startOfDay: InProcess.startOfDay)
    static let reader: HTTPFields = [.authorization: "Bearer good"]

    static func get(_ path: String, headers: HTTPFields = reader) async throws -> ReceivedResponse {
        try await InProcess.get("/3\(path)", headers: headers)
    }

    static func json(_ path: String) async throws -> JSON {
        let response = try await get(path)
        try #require(response.status == 200, "\(path): \(response.text)")
        return try response.json()
    }

    /// Returns the pages of a list up to its last.
    static func pages(_ path: String) async throws -> [JSON] {
        let separator = path.contains("?") ? "&" : "?"
        var pages = [try await json(path)]
        for page in 1..<max(1, pages[0]["total_pages"].number ?? 1) {
            pages.append(try await json("\(path)\(separator)page=\(page + 1)"))
        }
        return pages
    }

    static func film(where isWanted: (Film) -> Bool) throws -> Film {
        let film = corpus.films.first(where: isWanted)
        return try #require(film)
    }

    /// The id of a film that has all there is: people, videos, reviews and a picture.
    static func knownFilm() throws -> Int {
        try film { $0.poster != nil && $0.reviews.count > 1 && $0.script.fame > 50 }.id
    }
}
