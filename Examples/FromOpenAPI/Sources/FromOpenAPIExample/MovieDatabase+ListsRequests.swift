// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension Request where API == MovieDatabase, Value == MovieDatabase.MoviePage {
    /// Requests a list of movies, with `GET /movie/{list}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - region: An uppercase ISO 3166-1 code.
    ///   - page: The number of the page, from 1 to 500.
    public static func movies(
        list: MovieDatabase.MovieList,
        language: String? = nil,
        region: String? = nil,
        page: Int? = nil
    ) -> Self {
        Request("movie/\(list, as: "list")", query: ["language": language, "region": region, "page": page])
    }
}

extension PagedRequest where API == MovieDatabase, Page == MovieDatabase.MoviePage {
    /// The list that begins with ``Request/movies``, page by page.
    public static func movies(list: MovieDatabase.MovieList, language: String? = nil, region: String? = nil) -> Self {
        let first: Request<API, Page> = .movies(list: list, language: language, region: region)
        return .numbered(first, item: "page", from: 1, hasNext: { $0.page < $0.totalPages })
    }
}
