// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension Request where API == MovieService, Value == MovieService.MoviePage {
    /// Requests a list of movies, with `GET /movie/{list}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - region: An uppercase ISO 3166-1 code.
    ///   - page: The number of the page, from 1 to 500.
    public static func movies(
        list: MovieService.MovieList,
        language: String? = nil,
        region: String? = nil,
        page: Int? = nil
    ) -> Self {
        Request("movie/\(list, as: "list")", query: ["language": language, "region": region, "page": page])
    }

    /// Requests movies that meet conditions, with `GET /discover/movie`.
    ///
    /// - Parameters:
    ///   - withGenres: Genres, all of which with commas, one of which with vertical bars.
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - region: An uppercase ISO 3166-1 code.
    ///   - page: The number of the page, from 1 to 500.
    public static func discover(
        sortBy: String? = "popularity.desc",
        withGenres: String? = nil,
        withoutGenres: String? = nil,
        withCast: String? = nil,
        withCrew: String? = nil,
        withCompanies: String? = nil,
        withKeywords: String? = nil,
        primaryReleaseYear: Int? = nil,
        primaryReleaseDateGte: MovieService.Day? = nil,
        primaryReleaseDateLte: MovieService.Day? = nil,
        voteAverageGte: Double? = nil,
        voteAverageLte: Double? = nil,
        voteCountGte: Int? = nil,
        withRuntimeGte: Int? = nil,
        withRuntimeLte: Int? = nil,
        withOriginalLanguage: String? = nil,
        withOriginCountry: String? = nil,
        language: String? = nil,
        region: String? = nil,
        includeAdult: Bool? = false,
        includeVideo: Bool? = false,
        page: Int? = nil
    ) -> Self {
        var query: Query = [:]
        query.append("sort_by", sortBy)
        query.append("with_genres", withGenres)
        query.append("without_genres", withoutGenres)
        query.append("with_cast", withCast)
        query.append("with_crew", withCrew)
        query.append("with_companies", withCompanies)
        query.append("with_keywords", withKeywords)
        query.append("primary_release_year", primaryReleaseYear)
        query.append("primary_release_date.gte", primaryReleaseDateGte)
        query.append("primary_release_date.lte", primaryReleaseDateLte)
        query.append("vote_average.gte", voteAverageGte)
        query.append("vote_average.lte", voteAverageLte)
        query.append("vote_count.gte", voteCountGte)
        query.append("with_runtime.gte", withRuntimeGte)
        query.append("with_runtime.lte", withRuntimeLte)
        query.append("with_original_language", withOriginalLanguage)
        query.append("with_origin_country", withOriginCountry)
        query.append("language", language)
        query.append("region", region)
        query.append("include_adult", includeAdult)
        query.append("include_video", includeVideo)
        query.append("page", page)
        return Request("discover/movie", query: query)
    }

    /// Requests the trending movies, with `GET /trending/movie/{window}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func trending(window: MovieService.TrendWindow, language: String? = nil, page: Int? = nil) -> Self {
        Request("trending/movie/\(window, as: "window")", query: ["language": language, "page": page])
    }
}

extension Request where API == MovieService, Value == MovieService.MediaPage {
    /// Requests the trending movies, series and people, with `GET /trending/all/{window}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func trendingAll(
        window: MovieService.TrendWindow,
        language: String? = nil,
        page: Int? = nil
    ) -> Self {
        Request("trending/all/\(window, as: "window")", query: ["language": language, "page": page])
    }
}

extension Request where API == MovieService, Value == MovieService.GenreList {
    /// Requests the genres of movies, with `GET /genre/movie/list`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func genres(language: String? = nil) -> Self {
        Request("genre/movie/list", query: ["language": language])
    }
}

extension PagedRequest where API == MovieService, Page == MovieService.MoviePage {
    /// The list that begins with ``Request/movies``, page by page.
    public static func movies(list: MovieService.MovieList, language: String? = nil, region: String? = nil) -> Self {
        let first: Request<API, Page> = .movies(list: list, language: language, region: region)
        return .numbered(first, item: "page", from: 1, hasNext: { $0.page < $0.totalPages })
    }
}

extension PagedRequest where API == MovieService, Page == MovieService.MoviePage {
    /// The list that begins with ``Request/discover``, page by page.
    public static func discover(
        sortBy: String? = "popularity.desc",
        withGenres: String? = nil,
        withoutGenres: String? = nil,
        withCast: String? = nil,
        withCrew: String? = nil,
        withCompanies: String? = nil,
        withKeywords: String? = nil,
        primaryReleaseYear: Int? = nil,
        primaryReleaseDateGte: MovieService.Day? = nil,
        primaryReleaseDateLte: MovieService.Day? = nil,
        voteAverageGte: Double? = nil,
        voteAverageLte: Double? = nil,
        voteCountGte: Int? = nil,
        withRuntimeGte: Int? = nil,
        withRuntimeLte: Int? = nil,
        withOriginalLanguage: String? = nil,
        withOriginCountry: String? = nil,
        language: String? = nil,
        region: String? = nil,
        includeAdult: Bool? = false,
        includeVideo: Bool? = false
    ) -> Self {
        let first: Request<API, Page> = .discover(
            sortBy: sortBy,
            withGenres: withGenres,
            withoutGenres: withoutGenres,
            withCast: withCast,
            withCrew: withCrew,
            withCompanies: withCompanies,
            withKeywords: withKeywords,
            primaryReleaseYear: primaryReleaseYear,
            primaryReleaseDateGte: primaryReleaseDateGte,
            primaryReleaseDateLte: primaryReleaseDateLte,
            voteAverageGte: voteAverageGte,
            voteAverageLte: voteAverageLte,
            voteCountGte: voteCountGte,
            withRuntimeGte: withRuntimeGte,
            withRuntimeLte: withRuntimeLte,
            withOriginalLanguage: withOriginalLanguage,
            withOriginCountry: withOriginCountry,
            language: language,
            region: region,
            includeAdult: includeAdult,
            includeVideo: includeVideo
        )
        return .numbered(first, item: "page", from: 1, hasNext: { $0.page < $0.totalPages })
    }
}
