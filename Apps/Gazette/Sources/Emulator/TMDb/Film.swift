import Foundation

/// A film with all data of the service.
struct Film: Sendable {
    struct Part: Sendable {
        let creditID: String
        let person: TMDbCorpus.Person
        let character: String
    }

    struct Job: Sendable {
        let creditID: String
        let person: TMDbCorpus.Person
        let department: String
        let job: String
    }

    let id: Int
    let script: TMDbCorpus.Script
    /// The release in days from today; `nil` for older films and for those without a known release date.
    let releaseDay: Int?
    /// `YYYY-MM-DD`, or an empty text.
    let releaseDate: String
    let poster: String?
    let backdrop: String?
    let voteAverage: Double
    let voteCount: Int
    let popularity: Double
    let isAdult: Bool
    let parts: [Part]
    let jobs: [Job]
    let companies: [TMDbCorpus.Company]
    let collection: TMDbCorpus.Collection?

    init(
        _ script: TMDbCorpus.Script, index: Int, releaseDay: Int?, startOfDay: Date, people: [TMDbCorpus.Person],
        companies: [TMDbCorpus.Company], collection: TMDbCorpus.Collection?
    ) {
        var generator = SeededGenerator("film \(index) \(script.title)")
        id = TMDbCorpus.id(ofFilm: index)
        self.script = script
        self.collection = collection
        // A few have no known release date.
        let isUndated = releaseDay == nil && generator.unit() < 0.02
        self.releaseDay = releaseDay
        if let releaseDay {
            releaseDate = Self.day(startOfDay.addingTimeInterval(Double(releaseDay) * 86_400))
        } else if isUndated {
            releaseDate = ""
        } else {
            releaseDate =
                "\(script.year)-\(Self.pad(Int.random(in: 1...12, using: &generator)))-"
                + Self.pad(Int.random(in: 1...28, using: &generator))
        }
        poster = generator.unit() < 0.06 ? nil : "/\(MoviePicture.poster.name(&generator))"
        backdrop = generator.unit() < 0.1 ? nil : "/\(MoviePicture.backdrop.name(&generator))"
        isAdult = index % 97 == 41
        let isComing = (releaseDay ?? 0) > 0
        let votes =
            // Upcoming films have few votes or none.
            isComing
            ? max(0, Int(generator.unit() * 8) - 2) : Int(pow(script.fame / 100, 2) * 24_000 + generator.unit() * 90)
        voteCount = votes
        // Some averages are whole numbers, as on the real service.
        voteAverage =
            votes == 0
            ? 0
            : (script.quality * (index.isMultiple(of: 9) ? 1 : 1000)).rounded() / (index.isMultiple(of: 9) ? 1 : 1000)
        let boost = releaseDay.map { abs($0) < 60 ? 4.0 : 1.5 } ?? 1
        popularity = (script.fame * boost * (1 + generator.unit() / 4) * 1000).rounded() / 1000

        let actors = people.filter { $0.department == "Acting" }
        let cast = actors.shuffled(using: &generator).prefix(Int.random(in: 5...14, using: &generator))
        let others = Self.smallParts.shuffled(using: &generator)
        parts = cast.enumerated().map { place, person in
            Part(
                creditID: Self.hex(&generator), person: person,
                character: place < script.roles.count ? script.roles[place] : others[place % others.count])
        }
        jobs = Self.jobs(people, &generator)
        self.companies = Array(companies.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
    }

    /// Whether its release is in the future.
    var isComing: Bool { (releaseDay ?? 0) > 0 }

    /// Its revenue; 0 before its release.
    var revenue: Int { isComing ? 0 : script.revenue }

    private static let smallParts = [
        "Neighbour", "Ticket Inspector", "Night Clerk", "Bus Driver", "Second Guard", "Woman at the Bar",
        "The Landlord",
        "Young Waiter", "Radio Voice", "Judge", "Librarian", "Ferryman", "Aunt", "Schoolteacher", "Man with Umbrella",
        "Nurse", "Cook", "Postman", "Stranger", "The Twin",
    ]

    private static func jobs(_ people: [TMDbCorpus.Person], _ generator: inout SeededGenerator) -> [Job] {
        func someone(_ department: String, _ generator: inout SeededGenerator) -> TMDbCorpus.Person {
            let of = people.filter { $0.department == department }
            return of[Int.random(in: of.indices, using: &generator)]
        }
        let director = someone("Directing", &generator)
        var jobs = [(director, "Directing", "Director")]
        // Many directors also write: one person, two credits.
        jobs.append(
            (generator.unit() < 0.4 ? director : someone("Writing", &generator), "Writing", "Screenplay"))
        jobs.append((someone("Sound", &generator), "Sound", "Original Music Composer"))
        jobs.append((someone("Camera", &generator), "Camera", "Director of Photography"))
        jobs.append((someone("Editing", &generator), "Editing", "Editor"))
        return jobs.map { Job(creditID: hex(&generator), person: $0.0, department: $0.1, job: $0.2) }
    }

    static func hex(_ generator: inout SeededGenerator) -> String {
        let digits = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
        return String((digits + "0000000000000000").prefix(24))
    }

    static func day(_ date: Date) -> String { String(ISODate.text(of: date).prefix(10)) }

    private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
