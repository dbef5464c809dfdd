import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels

struct FiltersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters",
        abstract: "List, add and remove feed filters.",
        usage: """
            gazette feeds filters
            gazette feeds filters add hide --words sponsored
            gazette feeds filters add highlight --author "Ida Moreau"
            gazette feeds filters add read --site feeds.example
            gazette feeds filters remove 3f2a
            """,
        discussion: """
            A filter hides items, marks them as read, or highlights them. It applies to the latest items at once, and \
            to new ones.
            """,
        subcommands: [FilterListCommand.self, FilterAddCommand.self, FilterRemoveCommand.self],
        defaultSubcommand: FilterListCommand.self
    )
}

struct FilterListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the filters.")

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let filters = try await feeds.filters()
            try Results(
                filters.map(FilterRecord.init),
                emptyNote: "There are no filters. Add one with: gazette feeds filters add hide --words TEXT"
            ).write(output)
        }
    }
}

struct FilterAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a filter.")

    /// What a filter does, as it is typed.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case hide, read, highlight

        fileprivate var kind: FeedFilter.Action {
            switch self {
            case .hide: .hide
            case .read: .read
            case .highlight: .highlight
            }
        }
    }

    @Argument(help: "What to do with matching items: hide, read (mark as read) or highlight.")
    var action: Action

    @Option(help: "Words in the title or at the beginning of the text.")
    var words: String?

    @Option(help: "The author.")
    var author: String?

    @Option(help: "The link's host, or the feed's title.")
    var site: String?

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    private var parts: [(FeedFilter.Part, String)] {
        [(.words, words), (.author, author), (.site, site)].compactMap { part, text in text.map { (part, $0) } }
    }

    func validate() throws {
        guard parts.count == 1 else { throw ValidationError("Use exactly one of --words, --author and --site.") }
    }

    func run() async throws {
        guard let (part, text) = parts.first else { return }
        try await options.with(sendsRequests: false) { feeds in
            switch try await feeds.addFilter(action.kind, part, text) {
            case .failed(let reason): throw Failure(.usage, reason)
            case .added(let filter): try FilterRecord(filter).report("Added", output)
            }
        }
    }
}

struct FilterRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a filter. The items that it hid are shown again, as read.")

    @Argument(help: ArgumentHelp("The id or its beginning, as the list prints it.", valueName: "id"))
    var id: String

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let found = try await feeds.filters().filter { FilterRecord.id(of: $0).hasPrefix(id.lowercased()) }
            let shown = TerminalText.field(id)
            guard let filter = found.first, !id.isEmpty else {
                throw Failure(.usage, "There is no filter \(shown). List them with: gazette feeds filters")
            }
            guard found.count == 1 else {
                throw Failure(.usage, "Several filters begin with \(shown). Type more of the id.")
            }
            try await feeds.removeFilter(filter.id)
            try FilterRecord(filter).report("Removed", output)
        }
    }
}

/// A filter as `--json` prints it. The names are stable across versions.
struct FilterRecord: Encodable {
    let id: String
    /// What it does, as a sentence without a full stop.
    let title: String
    let action: String
    let part: String
    let words: String

    init(_ filter: FeedFilter) {
        id = Self.id(of: filter)
        action = filter.action.rawValue
        part = filter.part.rawValue
        words = filter.words
        let subject =
            switch filter.part {
            case .words: "items with “\(filter.words)”"
            case .author: "items by “\(filter.words)”"
            case .site: "items from “\(filter.words)”"
            }
        title =
            switch filter.action {
            case .hide: "Hide \(subject)"
            case .read: "Mark \(subject) as read"
            case .highlight: "Highlight \(subject)"
            }
    }

    /// The id of a filter in hexadecimal digits.
    static func id(of filter: FeedFilter) -> String { String(filter.id, radix: 16) }

    fileprivate func report(_ verb: String, _ output: OutputOptions) throws {
        if output.json {
            Output.print(try JSONText.of([self]))
        } else {
            Output.note("\(verb): \(TerminalText.field(title)).")
        }
    }
}

extension Results where Record == FilterRecord {
    init(_ records: [FilterRecord], emptyNote: String) {
        self.records = records
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "ID", width: .upTo(8), isDim: true),
                .init(title: "FILTER", width: .rest(weight: 1), isEssential: true),
            ],
            rows: records.map { [.init(String($0.id.prefix(8))), .init($0.title)] })
    }
}
