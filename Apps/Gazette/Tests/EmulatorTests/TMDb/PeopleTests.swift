import Testing

@testable import Emulator

@Suite struct PeopleTests {
    @Test func everyPersonHasDetails() async throws {
        for person in Movies.corpus.people.prefix(40) {
            let details = try await Movies.json("/person/\(person.id)")
            #expect(
                details.names == [
                    "adult", "also_known_as", "biography", "birthday", "deathday", "gender", "homepage", "id",
                    "imdb_id", "known_for_department", "name", "place_of_birth", "popularity", "profile_path",
                ])
            #expect(details["name"].text == person.name)
            #expect((0...3).contains(details["gender"].number ?? -1))
        }
    }

    @Test func somePeopleHaveNoPictureAndSomeNoBirthday() {
        #expect(Movies.corpus.people.contains { $0.picture == nil })
        #expect(Movies.corpus.people.contains { $0.picture?.hasPrefix("/f") == true })
        #expect(Movies.corpus.people.contains { $0.birthday == nil })
    }

    @Test func creditsOfPeopleAndFilmsAgree() async throws {
        let film = Movies.corpus.films[3]
        for part in film.parts {
            let credits = try await Movies.json("/person/\(part.person.id)/movie_credits")
            #expect(credits.names == ["cast", "crew", "id"])
            #expect(credits["id"].number == part.person.id)
            let own = try #require(credits["cast"].list.first { $0["credit_id"].text == part.creditID })
            #expect(own["id"].number == film.id)
            #expect(own["character"].text == part.character)
            #expect(own["title"].text == film.script.title)
        }
        for job in film.jobs {
            let credits = try await Movies.json("/person/\(job.person.id)/movie_credits")
            let own = try #require(credits["crew"].list.first { $0["credit_id"].text == job.creditID })
            #expect(own["id"].number == film.id)
            #expect(own["job"].text == job.job)
            #expect(own["department"].text == job.department)
        }
    }

    @Test func popularPeopleAreKnownForSomething() async throws {
        let page = try await Movies.json("/person/popular")
        #expect(page["results"].list.count == 20)
        #expect(page["total_results"].number == Movies.corpus.people.count)
        let popularities = page["results"].list.compactMap { $0["popularity"].decimal }
        #expect(popularities == popularities.sorted(by: >))
        for person in page["results"].list {
            #expect((1...3).contains(person["known_for"].list.count))
            #expect(person["known_for"].list.allSatisfy { $0["media_type"].text == "movie" })
        }
    }

    @Test("People who do not exist", arguments: ["1", "502", "abc", "-501", "99999999999999999999", "%FF"])
    func unknownPeople(_ id: String) async throws {
        for path in ["/person/\(id)", "/person/\(id)/movie_credits"] {
            let response = try await Movies.get(path)
            #expect(response.status == 404)
            #expect(try response.json()["status_code"].number == 34)
        }
    }

    // MARK: - Collections and the rest

    @Test func collectionsHoldTheirFilms() async throws {
        for collection in Movies.corpus.collections {
            let response = try await Movies.json("/collection/\(collection.id)")
            #expect(response.names == ["backdrop_path", "id", "name", "overview", "parts", "poster_path"])
            #expect(response["name"].text == collection.name)
            #expect(response["parts"].ids == collection.films)
            #expect(collection.films.count >= 2)
            for id in collection.films {
                let series = try await Movies.json("/movie/\(id)")["belongs_to_collection"]
                #expect(series.names == ["backdrop_path", "id", "name", "poster_path"])
                #expect(series["id"].number == collection.id)
            }
        }
        #expect(Movies.corpus.collections.count >= 10)
    }

    @Test func mostFilmsBelongToNoCollection() async throws {
        let film = try Movies.film { $0.collection == nil }
        #expect(try await Movies.json("/movie/\(film.id)")["belongs_to_collection"].isNull)
    }

    @Test("Collections that are not there", arguments: ["1", "7000", "abc", "99999999999999999999"])
    func unknownCollections(_ id: String) async throws {
        #expect(try await Movies.get("/collection/\(id)").status == 404)
    }

    @Test func genresAreThoseOfTheService() async throws {
        let genres = try await Movies.json("/genre/movie/list")["genres"].list
        #expect(genres.count == 19)
        #expect(genres.first?["name"].text == "Action")
        let known = Set(genres.compactMap { $0["id"].number })
        #expect(Movies.corpus.films.allSatisfy { known.isSuperset(of: $0.script.genres) && !$0.script.genres.isEmpty })
    }

    @Test func theConfigurationNamesHostsAndSizes() async throws {
        let images = try await Movies.json("/configuration")["images"]
        #expect(images["base_url"].text == "http://image.tmdb.org/t/p/")
        #expect(images["secure_base_url"].text == "https://image.tmdb.org/t/p/")
        #expect(images["poster_sizes"].texts == ["w92", "w154", "w185", "w342", "w500", "w780", "original"])
        #expect(images["backdrop_sizes"].texts == ["w300", "w780", "w1280", "original"])
        #expect(images["profile_sizes"].texts == ["w45", "w185", "h632", "original"])
        #expect(images["logo_sizes"].texts == ["w45", "w92", "w154", "w185", "w300", "w500", "original"])
        #expect(images["still_sizes"].texts == ["w92", "w185", "w300", "original"])
    }
}
