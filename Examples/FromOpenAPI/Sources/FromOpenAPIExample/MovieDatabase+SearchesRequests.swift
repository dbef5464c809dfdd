// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension Request where API == MovieDatabase, Value == MovieDatabase.MoviePage {
    /// Requests movies that match a title, with `GET /search/movie`.
    ///
    /// - Parameters:
    ///   - query: The words to search for.
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - region: An uppercase ISO 3166-1 code.
    ///   - page: The number of the page, from 1 to 500.
    public static func searchMovies(
        query: String,
        year: Int? = nil,
        primaryReleaseYear: Int? = nil,
        language: String? = nil,
        region: String? = nil,
        includeAdult: Bool? = false,
        page: Int? = nil
    ) -> Self {
        Request(
            "search/movie",
            query: [
                "query": query,
                "year": year,
                "primary_release_year": primaryReleaseYear,
                "language": language,
                "region": region,
                "include_adult": includeAdult,
                "page": page,
            ]
        )
    }
}

extension Request where API == MovieDatabase, Value == MovieDatabase.MediaPage {
    /// Requests movies, series and people that match a name, with `GET /search/multi`.
    ///
    /// - Parameters:
    ///   - query: The words to search for.
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func searchAll(
        query: String,
        language: String? = nil,
        includeAdult: Bool? = false,
        page: Int? = nil
    ) -> Self {
        Request(
            "search/multi",
            query: ["query": query, "language": language, "include_adult": includeAdult, "page": page]
        )
    }
}

extension PagedRequest where API == MovieDatabase, Page == MovieDatabase.MoviePage {
    /// The list that begins with ``Request/searchMovies``, page by page.
    public static func searchMovies(
        query: String,
        year: Int? = nil,
        primaryReleaseYear: Int? = nil,
        language: String? = nil,
        region: String? = nil,
        includeAdult: Bool? = false
    ) -> Self {
        let first: Request<API, Page> = .searchMovies(
            query: query,
            year: year,
            primaryReleaseYear: primaryReleaseYear,
            language: language,
            region: region,
            includeAdult: includeAdult
        )
        return .numbered(first, item: "page", from: 1, hasNext: { $0.page < $0.totalPages })
    }
}
