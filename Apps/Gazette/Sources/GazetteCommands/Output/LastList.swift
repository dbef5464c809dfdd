/// The list that was printed last, so that `gazette open 3` opens the third element of it.
struct LastList: Codable, Equatable {
    /// An element, numbered by its place from 1.
    struct Entry: Codable, Equatable {
        let title: String
        /// The address; `nil` for an element without a page.
        let url: String?
    }

    /// The maximum number of elements stored.
    private static let limit = 1000

    private static let file = StateFile(name: "last-list.json")

    let entries: [Entry]

    init(_ entries: [Entry]) {
        self.entries = Array(entries.prefix(Self.limit))
    }

    /// Reads the stored list; `nil` if there is none.
    static func load() -> LastList? { file.load(LastList.self) }

    /// Stores the list for later commands.
    func save() { Self.file.save(self) }
}
