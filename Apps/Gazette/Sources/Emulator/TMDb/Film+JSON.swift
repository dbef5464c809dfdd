import Foundation

// The JSON of a film in the responses of the service.

extension Film {
    /// The title in a language; the original title in the film's own language.
    private func title(in language: String) -> String {
        language == script.originalLanguage ? script.originalTitle ?? script.title : script.title
    }

    private func common(_ language: String) -> [(String, JSONText)] {
        [
            ("adult", .bool(isAdult)), ("backdrop_path", .optional(backdrop)), ("id", .number(id)),
            ("original_language", .string(script.originalLanguage)),
            ("original_title", .string(script.originalTitle ?? script.title)),
            // Overviews exist in English only.
            ("overview", .string(language == "en" || id % 3 == 0 ? script.overview : "")),
            ("popularity", .decimal(popularity)), ("poster_path", .optional(poster)),
        ]
    }

    /// Returns the film as an entry of a list.
    func json(language: String = "en", mediaType: Bool = false) -> JSONText {
        var members = common(language)
        members.insert(("genre_ids", .numbers(script.genres)), at: 2)
        if mediaType { members.append(("media_type", .string("movie"))) }
        // For an unknown date, the service sometimes leaves out the key.
        if !releaseDate.isEmpty || id.isMultiple(of: 2) { members.append(("release_date", .string(releaseDate))) }
        members += [
            ("title", .string(title(in: language))), ("video", .bool(false)), ("vote_average", .decimal(voteAverage)),
            ("vote_count", .number(voteCount)),
        ]
        return .object(members)
    }

    /// Returns the film with its details.
    func details(language: String = "en") -> JSONText {
        var members = common(language)
        members += [
            ("belongs_to_collection", series), ("budget", .number(script.budget)), ("genres", genres),
            ("homepage", id % 4 == 0 ? .string("https://films.example/\(id)") : id % 4 == 1 ? .null : .string("")),
            ("imdb_id", id % 11 == 0 ? .null : .string("tt\(9_000_000 + id)")),
            ("origin_country", .strings(companies.prefix(1).map(\.country).filter { !$0.isEmpty })),
            ("production_companies", producers), ("production_countries", countries),
            ("release_date", .string(releaseDate)), ("revenue", .number(revenue)),
            ("runtime", id % 29 == 0 ? .null : id % 31 == 0 ? .number(0) : .number(script.runtime)),
            ("spoken_languages", languages),
            ("status", .string(isComing ? "Post Production" : "Released")),
            ("tagline", .string(script.tagline)), ("title", .string(title(in: language))), ("video", .bool(false)),
            ("vote_average", .decimal(voteAverage)), ("vote_count", .number(voteCount)),
        ]
        return .object(members)
    }

    private var series: JSONText {
        guard let collection else { return .null }
        return .object([
            ("id", .number(collection.id)), ("name", .string(collection.name)), ("poster_path", .optional(poster)),
            ("backdrop_path", .optional(backdrop)),
        ])
    }

    private var genres: JSONText {
        .array(
            script.genres.compactMap { id in
                TMDbCorpus.genres.first { $0.0 == id }.map {
                    .object([("id", .number($0.0)), ("name", .string($0.1))])
                }
            })
    }

    private var producers: JSONText {
        .array(
            companies.map { company in
                .object([
                    ("id", .number(company.id)), ("logo_path", .null), ("name", .string(company.name)),
                    ("origin_country", .string(company.country)),
                ])
            })
    }

    private var countries: JSONText {
        .array(
            Set(companies.map(\.country)).sorted().filter { !$0.isEmpty }.map { country in
                .object([
                    ("iso_3166_1", .string(country)), ("name", .string(Self.countryNames[country] ?? country)),
                ])
            })
    }

    private var languages: JSONText {
        let code = script.originalLanguage
        let names = Self.languageNames[code]
        return .array([
            .object([
                ("english_name", .string(names?.0 ?? "")), ("iso_639_1", .string(code)),
                ("name", .string(names?.1 ?? "")),
            ])
        ])
    }

    /// Returns the film as an entry of the credits of one of its people.
    func json(for person: Int) -> (cast: [JSONText], crew: [JSONText]) {
        let film = json()
        return (
            parts.filter { $0.person.id == person }.map { part in
                film.setting("character", .string(part.character)).setting("credit_id", .string(part.creditID))
            },
            jobs.filter { $0.person.id == person }.map { job in
                film.setting("credit_id", .string(job.creditID)).setting("department", .string(job.department))
                    .setting("job", .string(job.job))
            }
        )
    }

    // MARK: - Appended parts

    var credits: [(String, JSONText)] {
        func base(_ person: TMDbCorpus.Person) -> [(String, JSONText)] {
            [
                ("adult", .bool(false)), ("gender", .number(person.gender)), ("id", .number(person.id)),
                ("known_for_department", .string(person.department)), ("name", .string(person.name)),
                ("original_name", .string(person.name)), ("popularity", .decimal(person.popularity)),
                ("profile_path", .optional(person.picture)),
            ]
        }
        let cast = parts.enumerated().map { place, part in
            JSONText.object(
                base(part.person) + [
                    ("cast_id", .number(place + 3)), ("character", .string(part.character)),
                    ("credit_id", .string(part.creditID)), ("order", .number(place)),
                ])
        }
        let crew = jobs.map { job in
            JSONText.object(
                base(job.person) + [
                    ("credit_id", .string(job.creditID)), ("department", .string(job.department)),
                    ("job", .string(job.job)),
                ])
        }
        return [("cast", .array(cast)), ("crew", .array(crew))]
    }

    var videos: [(String, JSONText)] {
        var generator = SeededGenerator("videos of \(id)")
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
        let names = TMDbCorpus.videoNames.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator))
        let videos = names.map { name in
            let key = String((0..<11).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
            let isVimeo = generator.unit() < 0.1
            let type =
                ["Trailer", "Teaser", "Clip", "Featurette", "Behind the Scenes", "Bloopers"].first {
                    name.contains($0)
                } ?? "Clip"
            return JSONText.object([
                ("iso_639_1", .string("en")), ("iso_3166_1", .string("US")), ("name", .string(name)),
                ("key", .string(isVimeo ? String(Int.random(in: 100_000_000...999_999_999, using: &generator)) : key)),
                ("site", .string(isVimeo ? "Vimeo" : "YouTube")), ("size", .number(1080)), ("type", .string(type)),
                ("official", .bool(generator.unit() < 0.8)), ("published_at", .string("2026-03-05T02:03:14.000Z")),
                ("id", .string(Self.hex(&generator))),
            ])
        }
        return [("results", .array(videos))]
    }

    var reviews: [JSONText] {
        var generator = SeededGenerator("reviews of \(id)")
        // Better known films have more reviews.
        let count = Int(generator.unit() * (1 + script.fame / 12))
        let fitting = TMDbCorpus.reviewTexts.filter { review in
            review.rating.map { abs(Double($0) - script.quality) <= 2.5 } ?? true
        }
        let authors = TMDbCorpus.authors.shuffled(using: &generator)
        return fitting.shuffled(using: &generator).prefix(min(count, authors.count)).enumerated().map { place, review in
            let author = authors[place]
            let reviewID = Self.hex(&generator)
            return .object([
                ("author", .string(author.username)),
                (
                    "author_details",
                    .object([
                        ("name", .string(author.name)), ("username", .string(author.username)), ("avatar_path", .null),
                        ("rating", review.rating.map(JSONText.number) ?? .null),
                    ])
                ),
                ("content", .string(review.content)), ("created_at", .string("2026-05-1\(place % 10)T18:22:07.315Z")),
                ("id", .string(reviewID)), ("updated_at", .string("2026-05-1\(place % 10)T18:22:07.315Z")),
                ("url", .string("https://www.themoviedb.org/review/\(reviewID)")),
            ])
        }
    }

    private static let countryNames = [
        "US": "United States of America", "GB": "United Kingdom", "FR": "France", "DE": "Germany", "JP": "Japan",
        "KR": "South Korea", "IT": "Italy", "ES": "Spain", "SE": "Sweden", "DK": "Denmark", "CA": "Canada",
        "IE": "Ireland", "AU": "Australia", "IN": "India", "PT": "Portugal", "NO": "Norway", "NL": "Netherlands",
        "BR": "Brazil", "MX": "Mexico", "NZ": "New Zealand",
    ]

    private static let languageNames = [
        "en": ("English", "English"), "fr": ("French", "Français"), "de": ("German", "Deutsch"),
        "ja": ("Japanese", "日本語"), "ko": ("Korean", "한국어/조선말"), "it": ("Italian", "Italiano"),
        "es": ("Spanish", "Español"), "sv": ("Swedish", "svenska"), "da": ("Danish", "Dansk"),
        "pt": ("Portuguese", "Português"), "hi": ("Hindi", "हिन्दी"),
    ]
}
