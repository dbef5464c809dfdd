import ArgumentParser
import Foundation
import Freshet
import HackerNews
import ReaderModels

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show new stories as they arrive, until it is stopped.",
        discussion: """
            A terminal shows the latest stories in a table, newest first, which is updated in place. Otherwise, it \
            prints one line per story as it arrives: title, points, comments, user, date, number and address, \
            separated by tabs; with --json, one object per line.
            """
    )

    enum List: String, ExpressibleByArgument, CaseIterable {
        case new, top, best, ask, show, jobs
    }

    @Option(help: "The list to watch: new, top, best, ask, show or jobs.")
    var list = List.new

    @Option(help: "The pause between checks, such as 30s, if the service offers no stream.")
    var interval = Latency(duration: .seconds(30))

    @Option(help: "Stop after this many stories (default: never).")
    var limit: Int?

    @Flag(help: "Print the current stories first.")
    var existing = false

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if interval.duration < .milliseconds(100) {
            throw ValidationError("The value of --interval must be at least 100ms.")
        }
        if interval.duration > .seconds(86_400) {
            throw ValidationError("The value of --interval must be at most 1d.")
        }
        if let limit, limit < 1 { throw ValidationError("The value of --limit must be at least 1.") }
    }

    func run() async throws {
        try await Connection.with(service, for: [.hackerNews]) { connection in
            if output.isForReading { connection.noteSamples(of: [.hackerNews], output) }
            let text = "Watching for new stories…"
            try await Output.withProgress(text) { line in
                try await watch(connection.hackerNews) { print in
                    line.hide()
                    try print()
                    line.show(text)
                }
            }
        }
    }

    /// Prints new stories until enough have come or the task is cancelled.
    ///
    /// - Parameter pausing: Runs a function that prints, while the progress line is hidden.
    private func watch(_ client: Client<HackerNews>, pausing: (() throws -> Void) throws -> Void) async throws {
        let storyList = HackerNews.StoryList(rawValue: list.rawValue) ?? .new
        var known = HackerNews.NewStories()
        var left = limit ?? .max
        var isFirst = true
        var display = StoryDisplay(output)
        for await result in client.watching(storyList, every: interval.duration) {
            switch result {
            case .failure(let error):
                // A failure of the first call ends the command; later ones are only reported.
                if isFirst { throw error }
                try pausing { Output.note(Failure(error).text) }
                display.leave()
            case .success(let ids):
                var new = known.take(ids, of: storyList)
                if isFirst, existing { new = Array(ids.prefix(display.capacity)) }
                isFirst = false
                // The oldest first, in the order of publication.
                let stories = await client.items(Array(new.reversed().suffix(left))).items.filter(\.isPresent)
                try pausing { try display.show(stories) }
                left -= stories.count
                if left <= 0 || Console.current.isBroken { return }
            }
        }
        try Task.checkCancellation()
    }
}
