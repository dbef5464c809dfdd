import Foundation

/// The movies, people and companies of the emulated movie service, the same on every machine for the same day.
struct TMDbCorpus: Sendable {
    /// The stored data of a film.
    struct Script: Decodable, Sendable {
        let title: String
        let originalTitle: String?
        let originalLanguage: String
        let genres: [Int]
        let year: Int
        let runtime: Int
        let overview: String
        let tagline: String
        let quality: Double
        let fame: Double
        let budget: Int
        let revenue: Int
        let roles: [String]
    }

    struct Person: Sendable {
        let id: Int
        let name: String
        let gender: Int
        let department: String
        let biography: String
        let birthday: String?
        let place: String?
        let popularity: Double
        let picture: String?
    }

    struct Company: Sendable {
        let id: Int
        let name: String
        let country: String
    }

    struct Collection: Sendable {
        let id: Int
        let name: String
        let films: [Int]
    }

    static let genres: [(Int, String)] = [
        (28, "Action"), (12, "Adventure"), (16, "Animation"), (35, "Comedy"), (80, "Crime"), (99, "Documentary"),
        (18, "Drama"), (10751, "Family"), (14, "Fantasy"), (36, "History"), (27, "Horror"), (10402, "Music"),
        (9648, "Mystery"), (10749, "Romance"), (878, "Science Fiction"), (10770, "TV Movie"), (53, "Thriller"),
        (10752, "War"), (37, "Western"),
    ]

    let films: [Film]
    let people: [Person]
    let companies: [Company]
    let collections: [Collection]
    /// The release dates of the films now playing and of the upcoming ones, in days from today.
    static let nowPlaying = -42...0
    static let upcoming = 1...28

    let startOfDay: Date

    /// Makes the corpus of a day.
    ///
    /// - Parameter startOfDay: The start of today; new films are dated around it.
    init(startOfDay: Date) {
        self.startOfDay = startOfDay
        let people = Self.people
        let companies = Self.companies
        self.people = people
        self.companies = companies
        let scripts = Self.scripts
        let collections = Self.collections(scripts)
        self.collections = collections
        var recent = 0
        films = scripts.enumerated().map { index, script in
            let isRecent = script.year >= 2025
            if isRecent { recent += 1 }
            return Film(
                script, index: index, releaseDay: isRecent ? Self.releaseDay(ofRecent: recent) : nil,
                startOfDay: startOfDay, people: people, companies: companies,
                collection: collections.first { $0.films.contains(Self.id(ofFilm: index)) })
        }
    }

    static func id(ofFilm index: Int) -> Int { 10_007 + index * 13 }

    /// Returns the release day of a recent film, so that films are now playing, upcoming or just past.
    private static func releaseDay(ofRecent number: Int) -> Int {
        switch number % 5 {
        case 0, 1: -((number * 17) % 43)
        case 2, 3: 1 + (number * 11) % 28
        default: -50 - (number * 29) % 500
        }
    }

    func film(_ id: Int) -> Film? { films.first { $0.id == id } }
    func film(ofPicture file: String) -> Film? { films.first { [$0.poster, $0.backdrop].contains("/\(file)") } }
    func person(_ id: Int) -> Person? { people.first { $0.id == id } }

    // MARK: - The data

    private static let scripts = Corpus.read([Script].self, "TMDb", "movies")

    private static let people: [Person] = {
        struct Entry: Decodable {
            let name: String
            let gender: Int
            let department: String
            let biography: String
            let birthday: String?
            let place: String?
        }
        return Corpus.read([Entry].self, "TMDb", "people").enumerated().map { index, entry in
            var generator = SeededGenerator("person \(entry.name)")
            let popularity = pow(generator.unit(), 3) * 90 + 0.6
            return Person(
                id: 501 + index * 7, name: entry.name, gender: entry.gender, department: entry.department,
                biography: entry.biography, birthday: entry.birthday, place: entry.place,
                popularity: (popularity * 1000).rounded() / 1000,
                picture: generator.unit() < 0.2 ? nil : "/\(MoviePicture.profile.name(&generator))")
        }
    }()

    private static let companies: [Company] = {
        struct Entry: Decodable {
            let name: String
            let country: String
        }
        return Corpus.read([Entry].self, "TMDb", "companies").enumerated().map { index, entry in
            Company(id: 901 + index, name: entry.name, country: entry.country)
        }
    }()

    private static func collections(_ scripts: [Script]) -> [Collection] {
        struct Entry: Decodable {
            let name: String
            let titles: [String]
        }
        return Corpus.read([Entry].self, "TMDb", "collections").enumerated().map { index, entry in
            Collection(
                id: 7001 + index, name: entry.name,
                films: entry.titles.compactMap { title in
                    scripts.firstIndex { $0.title == title }.map(id(ofFilm:))
                })
        }
    }

    static let videoNames = Corpus.read([String].self, "TMDb", "videos")

    struct ReviewText: Decodable, Sendable {
        let rating: Int?
        let content: String
    }

    struct Author: Decodable, Sendable {
        let username: String
        let name: String
    }

    static let reviewTexts = Corpus.read([ReviewText].self, "TMDb", "reviews")
    static let authors = Corpus.read([Author].self, "TMDb", "authors")
}
