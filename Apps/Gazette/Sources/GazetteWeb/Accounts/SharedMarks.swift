import ReaderModels

/// What an account has read, saved and set, as the interface for terminals sends it.
public struct SharedMarks: Codable, Sendable, Hashable {
    /// A saved item.
    public struct Item: Codable, Sendable, Hashable {
        /// The section and the id.
        public let key: String
        /// The title.
        public let title: String
        /// The path of its page in the web app.
        public let path: String
        /// The page on which it was published.
        public var url: String?
        /// The publisher or author.
        public var source: String?
        /// When it was saved, in seconds since 1970.
        public var date: Double?

        /// Makes an item.
        public init(
            key: String, title: String, path: String, url: String? = nil, source: String? = nil, date: Double? = nil
        ) {
            self.key = key
            self.title = title
            self.path = path
            self.url = url
            self.source = source
            self.date = date
        }
    }

    /// A change; its parts are made in this order.
    public struct Change: Codable, Sendable, Hashable {
        /// The keys of items that were read.
        public var read: [String] = []
        /// The keys of items that are to be unread again.
        public var unread: [String] = []
        /// Items to save.
        public var save: [Item] = []
        /// The keys of items that are no longer saved.
        public var remove: [String] = []
        /// Settings to set, by name.
        public var settings: [String: String] = [:]

        /// Makes a change that changes nothing.
        public init() {}

        /// Reads a change; a part that is missing is empty.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            read = try fields.decodeIfPresent([String].self, forKey: .read) ?? []
            unread = try fields.decodeIfPresent([String].self, forKey: .unread) ?? []
            save = try fields.decodeIfPresent([Item].self, forKey: .save) ?? []
            remove = try fields.decodeIfPresent([String].self, forKey: .remove) ?? []
            settings = try fields.decodeIfPresent([String: String].self, forKey: .settings) ?? [:]
        }

        /// Whether it changes nothing.
        public var isEmpty: Bool { self == Change() }
    }

    /// The name of the account.
    public let name: String
    /// The keys of the items that were read, oldest first.
    public let read: [String]
    /// The saved items, newest first.
    public let saved: [Item]
    /// The settings of the web app that were chosen, by name.
    public let settings: [String: String]

    /// Returns the key by which an item is marked; `nil` if items of the section can't be.
    ///
    /// An id that is long, such as the address of an article, is replaced by its digest.
    public static func key(_ section: String, _ id: String) -> String? {
        guard let section = Section(rawValue: section), Entry.Key.sections.contains(section) else { return nil }
        return Entry.Key(section, id).description
    }
}
