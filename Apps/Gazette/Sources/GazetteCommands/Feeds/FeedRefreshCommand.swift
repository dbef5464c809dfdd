import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels

struct FeedRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Refresh the feeds that are due, certain feeds, or all feeds.",
        discussion: """
            A feed is due an hour after it was refreshed; later after a failure, or if its site asks for that. \
            Failures are printed to standard error. The exit code is 69 if every refreshed feed failed, and 75 if \
            another process is refreshing them. The JSON is an array of the refreshed feeds.
            """)

    @Argument(help: ArgumentHelp("Titles, numbers from the list, or addresses.", valueName: "feed"))
    var names: [String] = []

    @Flag(help: "All feeds, including those that are not due.")
    var all = false

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if all, !names.isEmpty { throw ValidationError("Name feeds, or use --all.") }
    }

    func run() async throws {
        try options.needRequests()
        try await options.with(sendsRequests: true) { feeds in
            let before = try await feeds.subscriptions()
            let list = LastList.load()
            let chosen = all ? before : try names.map { try FeedChoice.feed($0, in: before, list) }
            let refresh = try await FeedRefresh.run(
                feeds, only: all || !names.isEmpty ? chosen.map(\.id) : nil, before: before)
            if output.json { Output.print(try JSONText.of(refresh.read.map(FeedRecord.init))) }
            for text in refresh.read.compactMap({ $0.failureText(now: Date()) }) { Output.note(text) }
            for feed in refresh.skipped {
                Output.note(
                    "\(TerminalText.field(feed.title)): Another process is refreshing it. Try again in a few minutes.")
            }
            Output.note(before.isEmpty ? FeedsCommand.noFeeds : refresh.summary)
            if refresh.hasFailed { throw ExitCode(ExitStatus.unavailable.rawValue) }
            if refresh.read.isEmpty, !refresh.skipped.isEmpty { throw ExitCode(ExitStatus.rateLimited.rawValue) }
        }
    }
}

/// What a reading of feeds has led to.
struct FeedRefresh {
    /// The feeds that were read, as they are now.
    let read: [FeedSubscription]
    /// The feeds that were to be read, and that another process has claimed.
    let skipped: [FeedSubscription]
    /// The number of items that are unread now and were not before.
    let newCount: Int

    /// Reads feeds, with their number as progress.
    ///
    /// - Parameters:
    ///   - ids: The feeds to read although they are not due; `nil` for those that are due.
    ///   - before: The feeds as they are before.
    static func run(_ feeds: StoredFeeds, only ids: [Int]?, before: [FeedSubscription]) async throws -> FeedRefresh {
        let total = ids?.count ?? before.count(where: { !$0.isEnded && $0.next <= Date() })
        try await Output.withProgress("Refreshing \(CountText.feeds(total))…") { line in
            _ = try await feeds.refresh(only: ids) { line.show("Refreshing feeds… \($0) of \(max($0, total))") }
        }
        try Task.checkCancellation()
        return FeedRefresh(ids, before: before, after: try await feeds.subscriptions())
    }

    init(_ ids: [Int]?, before: [FeedSubscription], after: [FeedSubscription]) {
        let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let chosen = ids.map { ids in after.filter { ids.contains($0.id) } }
        func hasChanged(_ feed: FeedSubscription) -> Bool {
            guard let old = old[feed.id] else { return true }
            return feed.next != old.next || feed.checked != old.checked || feed.isEnded != old.isEnded
        }
        // Reading a feed that has ended changes nothing.
        read = chosen?.filter { hasChanged($0) || $0.isEnded } ?? after.filter(hasChanged)
        skipped = chosen?.filter { !hasChanged($0) && !$0.isEnded } ?? []
        newCount = read.reduce(0) { $0 + max(0, $1.unread - (old[$1.id]?.unread ?? 0)) }
    }

    /// Whether all feeds that were read have failed.
    var hasFailed: Bool { !read.isEmpty && read.allSatisfy { $0.problem != nil } }

    var summary: String {
        guard !read.isEmpty else {
            return skipped.isEmpty
                ? "No feed is due. Refresh all of them with: gazette feeds refresh --all" : "No feed was refreshed."
        }
        let failed = read.count(where: { $0.problem != nil })
        let failures = failed > 0 ? ", \(failed) failed" : ""
        return "\(CountText.feeds(read.count)) refreshed\(failures): \(CountText.new(newCount))."
    }
}
