// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension Request where API == MovieService, Value == MovieService.Movie {
    /// Requests a movie with its details and appended parts, with `GET /movie/{id}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func movie(
        id: Int,
        appendToResponse: [MovieService.MoviePart]? = nil,
        language: String? = nil
    ) -> Self {
        Request(
            "movie/\(id, as: "id")",
            query: ["append_to_response": appendToResponse?.commaSeparated, "language": language]
        )
    }

    /// Requests the newest movie, with `GET /movie/latest`.
    public static func latestMovie() -> Self {
        Request("movie/latest")
    }
}

extension Request where API == MovieService, Value == MovieService.MoviePage {
    /// Requests recommendations for people who like a movie, with `GET
    /// /movie/{id}/recommendations`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func recommendations(id: Int, language: String? = nil, page: Int? = nil) -> Self {
        Request("movie/\(id, as: "id")/recommendations", query: ["language": language, "page": page])
    }

    /// Requests movies with the same genres and keywords, with `GET /movie/{id}/similar`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func similar(id: Int, language: String? = nil, page: Int? = nil) -> Self {
        Request("movie/\(id, as: "id")/similar", query: ["language": language, "page": page])
    }
}

extension Request where API == MovieService, Value == MovieService.Credits {
    /// Requests the cast and crew of a movie, with `GET /movie/{id}/credits`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func credits(id: Int, language: String? = nil) -> Self {
        Request("movie/\(id, as: "id")/credits", query: ["language": language])
    }
}

extension Request where API == MovieService, Value == MovieService.VideoList {
    /// Requests the videos of a movie, with `GET /movie/{id}/videos`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func videos(id: Int, language: String? = nil) -> Self {
        Request("movie/\(id, as: "id")/videos", query: ["language": language])
    }
}

extension Request where API == MovieService, Value == MovieService.ReviewPage {
    /// Requests the reviews of a movie, with `GET /movie/{id}/reviews`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func reviews(id: Int, language: String? = nil, page: Int? = nil) -> Self {
        Request("movie/\(id, as: "id")/reviews", query: ["language": language, "page": page])
    }
}

extension Request where API == MovieService, Value == MovieService.Collection {
    /// Requests a collection of movies, with `GET /collection/{id}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func collection(id: Int, language: String? = nil) -> Self {
        Request("collection/\(id, as: "id")", query: ["language": language])
    }
}
