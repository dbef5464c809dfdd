import ArgumentParser
import Foundation
import Freshet
import HackerNews
import ReaderModels

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Print a user and their latest items.",
        discussion:
            "If the output isn't a terminal, it prints one fact per line: its name and its value, separated by a tab."
    )

    @Argument(help: "The user's name, which is case-sensitive.")
    var name: String

    @Option(help: "Print at most this many of their items.")
    var limit = 10

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("The value of --limit must be at least 0.") }
    }

    private struct Record: Encodable {
        let id: String
        let title: String
        let url: String?
        let karma: Int
        let created: Date?
        let about: String?
        let submissions: [StoryRecord]
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.hackerNews]) { connection in
            let (user, written) = try await Output.withProgress("Fetching the user…") {
                let client = connection.hackerNews
                guard let user = try await client.value(for: .user(name)) else {
                    throw AbsentError(
                        "Hacker News has no user \(name) with public activity. Names are case-sensitive.")
                }
                let written = await client.items(Array(user.submitted.prefix(limit))).items.filter(\.isPresent)
                try Task.checkCancellation()
                return (user, written)
            }
            let about = user.paragraphs.map(\.text).joined(separator: "\n")
            let details = Details(
                title: user.id,
                parts: [
                    .fact("Karma", String(user.karma)), .fact("Since", user.created.map { DateText.day($0) }),
                    .fact("Link", user.page?.absoluteString), .text("About", about.isEmpty ? nil : about),
                    .list("Written", written.map(Self.line)),
                ])
            let record = Record(
                id: user.id, title: user.id, url: user.page?.absoluteString, karma: user.karma, created: user.created,
                about: about.isEmpty ? nil : about, submissions: written.map(StoryRecord.init))
            try Output.write(details, record: record, output)
        }
    }

    private static func line(_ item: HackerNews.Item) -> String {
        item.title == nil
            ? "\(item.id): \(item.paragraphs.first?.text ?? "")" : "\(item.id): \(item.headline)"
    }
}
