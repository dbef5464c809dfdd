public import Freshet

// `language` is an ISO 639-1 code with an optional region (`de-DE`; by default en-US), and `region` is an uppercase ISO
// 3166-1 code. Pages are numbered from 1 to 500. A request for any other page fails before anything is sent.

extension Request where API == TMDb, Value == TMDb.MoviePage {
    /// Requests a list of movies, with an endpoint such as `GET /movie/now_playing`.
    public static func movies(
        _ list: TMDb.MovieList, page: Int? = nil, language: String? = nil, region: String? = nil
    ) -> Self {
        paged("movie/\(list.rawValue, as: "list")", ["language": language, "region": region], page: page)
    }

    /// Requests movies that match a title, with `GET /search/movie`.
    public static func search(
        _ text: String,
        year: Int? = nil,
        primaryReleaseYear: Int? = nil,
        page: Int? = nil,
        language: String? = nil,
        region: String? = nil,
        includesAdult: Bool = false
    ) -> Self {
        paged(
            "search/movie",
            [
                "query": text, "year": year, "primary_release_year": primaryReleaseYear, "language": language,
                "region": region, "include_adult": includesAdult,
            ], page: page
        )
        .requiringWords(in: text)
    }

    /// Requests movies that meet conditions, with `GET /discover/movie`.
    public static func discover(_ discovery: TMDb.Discovery, page: Int? = nil) -> Self {
        paged("discover/movie", discovery.query, page: page)
    }

    /// Requests the trending movies, with `GET /trending/movie/…`.
    public static func trending(_ window: TMDb.TrendWindow, page: Int? = nil, language: String? = nil) -> Self {
        paged("trending/movie/\(window.rawValue, as: "window")", ["language": language], page: page)
    }

    /// Requests recommendations for people who like a movie, with
    /// `GET /movie/{id}/recommendations`.
    public static func recommendations(for movie: Int, page: Int? = nil, language: String? = nil) -> Self {
        paged("movie/\(movie, as: "id")/recommendations", ["language": language], page: page)
    }

    /// Requests movies with the same genres and keywords, with `GET /movie/{id}/similar`.
    public static func similar(to movie: Int, page: Int? = nil, language: String? = nil) -> Self {
        paged("movie/\(movie, as: "id")/similar", ["language": language], page: page)
    }
}

extension Request where API == TMDb, Value == TMDb.Movie {
    /// Requests a movie with its details and appended parts, with `GET /movie/{id}`.
    public static func movie(
        _ id: Int, appending parts: [TMDb.MoviePart] = [], language: String? = nil
    ) -> Self {
        Request(
            "movie/\(id, as: "id")", query: ["append_to_response": parts.commaSeparated, "language": language])
    }

    /// Requests the newest movie, which usually has few fields, with `GET /movie/latest`.
    public static var latestMovie: Self { Request("movie/latest") }
}

extension Request where API == TMDb, Value == TMDb.Credits {
    /// Requests the cast and crew of a movie, with `GET /movie/{id}/credits`.
    public static func credits(of movie: Int, language: String? = nil) -> Self {
        Request("movie/\(movie, as: "id")/credits", query: ["language": language])
    }
}

extension Request where API == TMDb, Value == TMDb.VideoList {
    /// Requests the videos of a movie, with `GET /movie/{id}/videos`.
    public static func videos(of movie: Int, language: String? = nil) -> Self {
        Request("movie/\(movie, as: "id")/videos", query: ["language": language])
    }
}

extension Request where API == TMDb, Value == TMDb.ReviewPage {
    /// Requests the reviews of a movie, with `GET /movie/{id}/reviews`.
    public static func reviews(of movie: Int, page: Int? = nil, language: String? = nil) -> Self {
        paged("movie/\(movie, as: "id")/reviews", ["language": language], page: page)
    }
}

extension Request where API == TMDb, Value == TMDb.MediaPage {
    /// Requests movies, series and people that match a name, with `GET /search/multi`.
    public static func searchAll(
        _ text: String, page: Int? = nil, language: String? = nil, includesAdult: Bool = false
    ) -> Self {
        paged("search/multi", ["query": text, "language": language, "include_adult": includesAdult], page: page)
            .requiringWords(in: text)
    }

    /// Requests the trending movies, series and people, with `GET /trending/all/…`.
    public static func trendingAll(_ window: TMDb.TrendWindow, page: Int? = nil, language: String? = nil) -> Self {
        paged("trending/all/\(window.rawValue, as: "window")", ["language": language], page: page)
    }
}

extension Request where API == TMDb, Value == TMDb.PersonPage {
    /// Requests people who match a name, with `GET /search/person`.
    public static func searchPeople(_ text: String, page: Int? = nil, language: String? = nil) -> Self {
        paged("search/person", ["query": text, "language": language], page: page).requiringWords(in: text)
    }

    /// Requests the most popular people, with `GET /person/popular`.
    public static func popularPeople(page: Int? = nil, language: String? = nil) -> Self {
        paged("person/popular", ["language": language], page: page)
    }
}

extension Request where API == TMDb, Value == TMDb.Person {
    /// Requests a person with details, with `GET /person/{id}`.
    public static func person(_ id: Int, language: String? = nil) -> Self {
        Request("person/\(id, as: "id")", query: ["language": language])
    }
}

extension Request where API == TMDb, Value == TMDb.MovieCredits {
    /// Requests the movies of a person, with `GET /person/{id}/movie_credits`.
    public static func movieCredits(of person: Int, language: String? = nil) -> Self {
        Request("person/\(person, as: "id")/movie_credits", query: ["language": language])
    }
}

extension Request where API == TMDb, Value == TMDb.Collection {
    /// Requests a collection of movies, with `GET /collection/{id}`.
    public static func collection(_ id: Int, language: String? = nil) -> Self {
        Request("collection/\(id, as: "id")", query: ["language": language])
    }
}

extension Request where API == TMDb, Value == TMDb.GenreList {
    /// Requests the genres of movies, with `GET /genre/movie/list`.
    public static func genres(language: String? = nil) -> Self {
        Request("genre/movie/list", query: ["language": language])
    }
}

extension Request where API == TMDb, Value == TMDb.Configuration {
    /// Requests the address and sizes of images, with `GET /configuration`. The response can be
    /// cached for days.
    public static var configuration: Self { Request("configuration") }
}

extension Request where API == TMDb, Value == Void {
    /// Checks whether the credentials are valid, with `GET /authentication`.
    public static var authentication: Self { Request("authentication", reading: .nothing) }
}

extension Request where API == TMDb, Value: Decodable {
    static func paged(_ path: RequestPath, _ query: Query, page: Int?) -> Self {
        let number = page ?? 1
        return Request(path, query: query).query("page", page).requiring(
            (1...TMDb.lastPage).contains(number),
            otherwise: "there is no page \(number): the service has pages 1 to \(TMDb.lastPage)")
    }

    fileprivate func requiringWords(in text: String) -> Self {
        requiring(!text.allSatisfy(\.isWhitespace), otherwise: "there is nothing to search for")
    }
}
