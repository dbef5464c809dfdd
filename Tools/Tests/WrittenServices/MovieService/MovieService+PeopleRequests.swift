// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension Request where API == MovieService, Value == MovieService.Person {
    /// Requests a person with details, with `GET /person/{id}`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func person(id: Int, language: String? = nil) -> Self {
        Request("person/\(id, as: "id")", query: ["language": language])
    }
}

extension Request where API == MovieService, Value == MovieService.MovieCredits {
    /// Requests the movies of a person, with `GET /person/{id}/movie_credits`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    public static func movieCredits(id: Int, language: String? = nil) -> Self {
        Request("person/\(id, as: "id")/movie_credits", query: ["language": language])
    }
}

extension Request where API == MovieService, Value == MovieService.PersonPage {
    /// Requests the most popular people, with `GET /person/popular`.
    ///
    /// - Parameters:
    ///   - language: An ISO 639-1 code with an optional region, such as de-DE.
    ///   - page: The number of the page, from 1 to 500.
    public static func popularPeople(language: String? = nil, page: Int? = nil) -> Self {
        Request("person/popular", query: ["language": language, "page": page])
    }
}
