import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels
import ReaderStorage

struct FeedImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the feeds in a list from another feed reader (OPML).",
        discussion: "Each feed gets the folder that it has in the list. Refresh the feeds with: gazette feeds refresh")

    @Argument(
        help: ArgumentHelp("The file, - for standard input, or an address that begins with https://."),
        completion: .file())
    var file: String

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let isAddress = ["https://", "http://"].contains { file.lowercased().hasPrefix($0) }
        if isAddress { try options.needRequests() }
        try await options.with(sendsRequests: isAddress) { feeds in
            let list = isAddress ? try await download(feeds) : try read()
            let known = Set(try await feeds.subscriptions().map(\.id))
            guard let result = try await feeds.add(list: list) else {
                throw Failure(.unreadable, "\(TerminalText.field(file)) isn't a list of feeds (OPML).")
            }
            let added = try await feeds.subscriptions().filter { !known.contains($0.id) }
            try FeedChange(note: Self.note(added.count, result), feeds: added).write(output)
        }
    }

    private func read() throws(Failure) -> Data {
        if file == "-" { return Console.current.readAll() }
        do { return try Data(contentsOf: URL(filePath: file)) } catch {
            throw Failure(
                .usage, "The file \(TerminalText.field(file)) can't be read. \(FileProblem.text(error))")
        }
    }

    private func download(_ feeds: StoredFeeds) async throws -> Data {
        let download = await Output.withProgress("Reading \(TerminalText.field(file))…") {
            await feeds.download(file)
        }
        try Task.checkCancellation()
        switch download {
        case .read(let list): return list
        case .failed(let reason): throw Failure(.unavailable, TerminalText.clean(reason))
        }
    }

    private static func note(_ new: Int, _ result: FeedLibrary.Import) -> String {
        var sentences = ["\(CountText.feeds(new)) added."]
        if result.added > new { sentences.append("You already had \(result.added - new).") }
        if result.count > result.added { sentences.append("\(result.count - result.added) could not be added.") }
        FeedTexts.withoutAddress(result.withoutAddress).map { sentences.append(TerminalText.clean($0)) }
        if new > 0 { sentences.append("Refresh them with: gazette feeds refresh") }
        return sentences.joined(separator: " ")
    }
}

struct FeedExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the feeds as a list for other feed readers (OPML), or write it to a file.",
        discussion: "To print them as JSON, use: gazette feeds list --json")

    @Argument(help: "The file (default: standard output).", completion: .file())
    var file: String?

    @OptionGroup var options: FeedOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let list = try await feeds.list()
            guard let file, file != "-" else {
                return Output.print(String(decoding: list, as: UTF8.self).trimmingCharacters(in: .newlines))
            }
            do { try list.write(to: URL(filePath: file), options: .atomic) } catch {
                throw Failure(
                    .unwritable, "The file \(TerminalText.field(file)) can't be written. \(FileProblem.text(error))")
            }
            let count = try await feeds.subscriptions().count
            Output.note("\(TerminalText.field(file)) has \(CountText.feeds(count)).")
        }
    }
}
