/// The list that was printed last, so that `gazette open 3` and `gazette read 3` open the third element of it.
struct LastList: Codable, Equatable {
    /// An element, numbered by its place from 1.
    struct Entry: Codable, Equatable {
        let title: String
        /// The address; `nil` for an element without a page.
        let url: String?
        /// The number of a feed, for a list of feeds.
        var feed: Int?
        /// The number of an item, for a list of items of feeds.
        var item: Int?
    }

    /// The maximum number of elements stored.
    static let limit = 1000

    private static var file: StateFile { StateFile(name: "last-list.json") }

    let entries: [Entry]

    init(_ entries: [Entry]) {
        self.entries = Array(entries.prefix(Self.limit))
    }

    /// Reads the stored list; `nil` if there is none.
    static func load() -> LastList? { file.load(LastList.self) }

    /// Stores the list for later commands.
    func save() { Self.file.save(self) }
}
