import ArgumentParser
import Foundation
import Freshet
import JSONPlaceholder
import ReaderModels

struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "List people, or print one with albums and pictures.",
        usage: """
            gazette people --filter ant
            gazette people 3
            gazette people 3 --json
            """,
        discussion: """
            If the output isn't a terminal, it prints one person per line: user name, name, e-mail, city and number, \
            separated by tabs. For a single person, it prints one fact per line.
            """
    )

    @Argument(help: ArgumentHelp("A person's number, as the list prints it.", valueName: "id"))
    var id: Int?

    @Option(help: "Print only people with this text in their name, e-mail, city or company.")
    var filter: String?

    @Option(help: "Print at most this many pictures of each album.")
    var pictures = 3

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if pictures < 0 { throw ValidationError("The value of --pictures must be at least 0.") }
        if id != nil, filter != nil { throw ValidationError("--filter can't be combined with a person's number.") }
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.people]) { connection in
            let client = connection.people
            guard let id else {
                let users = try await Output.withProgress("Fetching people…") {
                    try await client.value(for: .all(JSONPlaceholder.User.self))
                }
                let shown = users.map { JSONPlaceholder.Person(user: $0, albums: []) }.filtered(by: filter ?? "")
                let note = NoResults.note(
                    "No person", matching: filter, page: shown.isEmpty ? 1 : list.page, advice: "Try fewer letters")
                try Results(list.part(of: shown.map(\.user)), emptyNote: note).write(output)
                return
            }
            let result = try await Output.withProgress("Fetching people…") {
                try await client.people(partialFailure: .keepsTheRest)
            }
            guard let person = result.people.first(where: { $0.id == id }) else {
                throw AbsentError("JSONPlaceholder has no person \(id). List them with: gazette people")
            }
            try Output.write(
                Details(person, pictures: pictures), record: PersonRecord(person, pictures: pictures), output)
            for (part, error) in result.failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                Output.note("The \(part.rawValue) are missing: \(TerminalText.clean(error.localizedDescription))")
            }
        }
    }
}

/// A person as `--json` prints it; `title` is the user name, since every record of every command has a title.
struct PersonRecord: Encodable {
    let id: Int
    let title: String
    let url: String?
    let name: String
    let email: String?
    let city: String?
    let company: String?
    let albums: [Album]?

    struct Album: Encodable {
        let id: Int
        let title: String
        let photoCount: Int
        let photos: [Photo]
    }

    struct Photo: Encodable {
        let title: String
        let url: String
    }

    init(_ user: JSONPlaceholder.User) {
        self.init(user, albums: nil)
    }

    init(_ person: JSONPlaceholder.Person, pictures: Int) {
        self.init(
            person.user,
            albums: person.albums.map { album in
                Album(
                    id: album.id, title: album.album.title, photoCount: album.photos.count,
                    photos: album.photos.prefix(pictures).map { Photo(title: $0.title, url: $0.url) })
            })
    }

    private init(_ user: JSONPlaceholder.User, albums: [Album]?) {
        id = user.id
        title = user.username
        url = user.websiteLink?.absoluteString
        name = user.name
        email = user.email
        city = user.address?.city
        company = user.company?.name
        self.albums = albums
    }
}

extension Details {
    init(_ person: JSONPlaceholder.Person, pictures: Int) {
        let user = person.user
        self.init(
            title: user.username,
            parts: [
                .fact("Name", user.name), .fact("E-mail", user.email), .fact("Phone", user.phone),
                .fact("City", user.address?.city), .fact("Company", user.company?.name),
                .fact("Website", user.websiteLink?.absoluteString),
            ]
                + person.albums.map { album in
                    .list(
                        "Album \(album.id): \(album.album.title) (\(CountText.pictures(album.photos.count)))",
                        album.photos.prefix(pictures).map { "\($0.title): \($0.url)" })
                })
    }
}

extension Results where Record == PersonRecord {
    init(_ users: [JSONPlaceholder.User], emptyNote: String) {
        records = users.map(PersonRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "USER", width: .upTo(18)), .init(title: "NAME", width: .rest(weight: 2)),
                .init(title: "E-MAIL", width: .rest(weight: 3), isDim: true),
                .init(title: "CITY", width: .rest(weight: 2)),
                .init(title: "ID", width: .upTo(4), isDim: true, isEssential: true),
            ],
            rows: users.map { user in
                [
                    .init(user.username, link: user.websiteLink?.absoluteString), .init(user.name),
                    .init(user.email), .init(user.address?.city), .init(String(user.id)),
                ]
            })
    }
}
