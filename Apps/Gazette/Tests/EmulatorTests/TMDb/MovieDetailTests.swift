import Testing

@testable import Emulator

@Suite struct MovieDetailTests {
    private static let members = [
        "adult", "backdrop_path", "belongs_to_collection", "budget", "genres", "homepage", "id", "imdb_id",
        "origin_country", "original_language", "original_title", "overview", "popularity", "poster_path",
        "production_companies", "production_countries", "release_date", "revenue", "runtime", "spoken_languages",
        "status", "tagline", "title", "video", "vote_average", "vote_count",
    ]

    @Test func everyFilmHasItsDetails() async throws {
        for film in Movies.corpus.films.prefix(60) {
            let details = try await Movies.json("/movie/\(film.id)")
            #expect(details.names == Self.members)
            #expect(details["id"].number == film.id)
            #expect(details["genres"].list.map { $0.names } == film.script.genres.map { _ in ["id", "name"] })
            #expect(details["genres"].ids == film.script.genres)
            #expect(details["production_companies"].list.allSatisfy { $0["logo_path"].isNull })
            #expect(
                details["spoken_languages"].list.map { $0.names } == [["english_name", "iso_639_1", "name"]])
            #expect(["Released", "Post Production"].contains(details["status"].text))
        }
    }

    @Test func detailsAndListsAgree() async throws {
        for listed in try await Movies.json("/movie/popular")["results"].list {
            let details = try await Movies.json("/movie/\(try #require(listed["id"].number))")
            for name in ["title", "original_title", "overview", "poster_path", "backdrop_path"] {
                #expect(details[name].text == listed[name].text)
            }
            #expect(details["genres"].ids == listed["genre_ids"].numbers)
            #expect(details["vote_average"].decimal == listed["vote_average"].decimal)
            #expect(details["release_date"].text == listed["release_date"].text ?? "")
        }
    }

    @Test func adultFilmsAreThereForWhoAsksForThem() async throws {
        let film = try Movies.film(where: \.isAdult)
        #expect(try await Movies.json("/movie/\(film.id)")["adult"].flag == true)
    }

    @Test(
        "Films that are not there",
        arguments: [
            "1", "0", "-1", "10008", "99999999999999999999", "abc", "10007abc", "1.5", "%20", "%00", "%FF", "%zz",
        ])
    func unknownFilms(_ id: String) async throws {
        for path in ["/movie/\(id)", "/movie/\(id)/credits", "/movie/\(id)?append_to_response=credits"] {
            let response = try await Movies.get(path)
            #expect(response.status == 404)
            #expect(try response.json()["status_code"].number == 34)
        }
    }

    // MARK: - What lies below a movie

    @Test func creditsNameCastAndCrew() async throws {
        let id = try Movies.knownFilm()
        let credits = try await Movies.json("/movie/\(id)/credits")
        #expect(credits.names == ["cast", "crew", "id"])
        #expect(credits["id"].number == id)
        let cast = credits["cast"].list
        #expect(cast.count >= 5)
        #expect(cast.map { $0["order"].number } == cast.indices.map { $0 })
        let person = [
            "adult", "credit_id", "gender", "id", "known_for_department", "name", "original_name", "popularity",
            "profile_path",
        ]
        #expect(cast.allSatisfy { $0.names == (person + ["cast_id", "character", "order"]).sorted() })
        #expect(credits["crew"].list.allSatisfy { $0.names == (person + ["department", "job"]).sorted() })
        #expect(credits["crew"].list.contains { $0["job"].text == "Director" })
    }

    @Test func onePersonCanHaveTwoCreditsInACrew() throws {
        let film = try Movies.film { film in
            Set(film.jobs.map(\.person.id)).count < film.jobs.count
        }
        #expect(Set(film.jobs.map(\.creditID)).count == film.jobs.count)
    }

    @Test func creditsAreTheirOwn() {
        let credits = Movies.corpus.films.flatMap { $0.parts.map(\.creditID) + $0.jobs.map(\.creditID) }
        #expect(Set(credits).count == credits.count)
        #expect(credits.allSatisfy { $0.count == 24 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test func videosSayWhereTheyAre() async throws {
        var sites: Set<String> = []
        for film in Movies.corpus.films.prefix(60) {
            let videos = try await Movies.json("/movie/\(film.id)/videos")
            #expect(videos.names == ["id", "results"])
            for video in videos["results"].list {
                #expect(
                    video.names == [
                        "id", "iso_3166_1", "iso_639_1", "key", "name", "official", "published_at", "site", "size",
                        "type",
                    ])
                sites.insert(try #require(video["site"].text))
            }
        }
        #expect(sites == ["YouTube", "Vimeo"])
    }

    @Test func reviewsAreSignedAndMayBeWithoutARating() async throws {
        var ratings: [Bool] = []
        for film in Movies.corpus.films.filter({ $0.script.fame > 40 }).prefix(40) {
            let reviews = try await Movies.json("/movie/\(film.id)/reviews")
            #expect(reviews.names == ["id", "page", "results", "total_pages", "total_results"])
            for review in reviews["results"].list {
                #expect(
                    review.names == ["author", "author_details", "content", "created_at", "id", "updated_at", "url"])
                #expect(review["author_details"].names == ["avatar_path", "name", "rating", "username"])
                ratings.append(review["author_details"]["rating"].isNull)
            }
        }
        #expect(ratings.contains(true) && ratings.contains(false))
    }

    @Test func recommendationsComeInPagesOf21() async throws {
        let film = try Movies.film { $0.script.genres.contains(18) }
        let id = film.id
        let page = try await Movies.json("/movie/\(id)/recommendations")
        #expect(page["results"].list.count == 21)
        #expect(page["results"].list.allSatisfy { $0["media_type"].text == "movie" })
        let similar = try await Movies.json("/movie/\(id)/similar")
        #expect(similar["results"].list.count == 20)
        #expect(similar["results"].list.allSatisfy { $0["media_type"].isMissing })
        for results in [page["results"], similar["results"]] {
            #expect(!results.ids.contains(id))
            #expect(results.list.allSatisfy { !Set($0["genre_ids"].numbers).isDisjoint(with: film.script.genres) })
            #expect(results.list.allSatisfy { $0["adult"].flag == false })
        }
    }

    @Test(
        "Parts that are not there", arguments: ["nothing", "Credits", "popular", "account_state", "%2e%2e", "%FF"])
    func unknownParts(_ part: String) async throws {
        let response = try await Movies.get("/movie/10007/\(part)")
        #expect(response.status == 404)
        #expect(try response.json()["status_code"].number == 34)
    }

    // MARK: - Appending

    private static let parts = ["credits", "videos", "reviews", "recommendations", "similar"]

    @Test("An appended part equals the response of its own path, without the id", arguments: parts)
    func appending(_ part: String) async throws {
        let id = try Movies.knownFilm()
        let own = try await Movies.get("/movie/\(id)/\(part)").text
        let plain = try await Movies.get("/movie/\(id)").text
        let appended = try await Movies.get("/movie/\(id)?append_to_response=\(part)").text
        #expect(appended == "\(plain.dropLast()),\"\(part)\":{\(own.dropFirst("{\"id\":\(id),".count))}")
    }

    @Test func severalAreAppendedAtOnce() async throws {
        let id = try Movies.knownFilm()
        let details = try await Movies.json("/movie/\(id)?append_to_response=\(Self.parts.joined(separator: ","))")
        #expect(details.names == (Self.members + Self.parts).sorted())
        #expect(Self.parts.allSatisfy { details[$0]["id"].isMissing })
    }

    @Test("Unknown parts are left out", arguments: ["nothing", "credit%73,nothing", ",,", "", "credits%20", "id"])
    func unknownAppended(_ parts: String) async throws {
        let details = try await Movies.json("/movie/10007?append_to_response=\(parts)")
        #expect(details.names.filter { $0 != "credits" } == Self.members)
        #expect(details["credits"].isMissing == !parts.contains("credit%73"))
        #expect(details["id"].number == 10007)
    }

    @Test func twentyPartsAreTheMost() async throws {
        let twenty = Array(repeating: "credits", count: 20).joined(separator: ",")
        #expect(try await Movies.json("/movie/10007?append_to_response=\(twenty)")["credits"].isMissing == false)
        let response = try await Movies.get("/movie/10007?append_to_response=\(twenty),videos")
        #expect(response.status == 400)
        #expect(
            response.text
                == #"{"success":false,"status_code":27,"status_message":"Too many append to response objects: The maximum number of remote calls is 20."}"#
        )
    }
}
