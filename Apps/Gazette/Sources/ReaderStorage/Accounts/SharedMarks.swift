import ReaderModels

/// What an account has read, saved and set, as the interface for terminals sends it.
package struct SharedMarks: Codable, Sendable, Hashable {
    /// A saved item.
    package struct Item: Codable, Sendable, Hashable {
        /// The section and the id.
        package let key: String
        /// The title.
        package let title: String
        /// The path of its page in the web app.
        package let path: String
        /// The page on which it was published.
        package var url: String?
        /// The publisher or author.
        package var source: String?
        /// When it was saved, in seconds since 1970.
        package var date: Double?

        /// Makes an item.
        package init(
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
    package struct Change: Codable, Sendable, Hashable {
        /// The keys of items that were read.
        package var read: [String] = []
        /// The keys of items that are to be unread again.
        package var unread: [String] = []
        /// Items to save.
        package var save: [Item] = []
        /// The keys of items that are no longer saved.
        package var remove: [String] = []
        /// Settings to set, by name.
        package var settings: [String: String] = [:]

        /// Makes a change that changes nothing.
        package init() {}

        /// Reads a change; a part that is missing is empty.
        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            read = try fields.decodeIfPresent([String].self, forKey: .read) ?? []
            unread = try fields.decodeIfPresent([String].self, forKey: .unread) ?? []
            save = try fields.decodeIfPresent([Item].self, forKey: .save) ?? []
            remove = try fields.decodeIfPresent([String].self, forKey: .remove) ?? []
            settings = try fields.decodeIfPresent([String: String].self, forKey: .settings) ?? [:]
        }

        /// Whether it changes nothing.
        package var isEmpty: Bool { self == Change() }
    }

    /// The name of the account.
    package let name: String
    /// The keys of the items that were read, oldest first.
    package let read: [String]
    /// The saved items, newest first.
    package let saved: [Item]
    /// The settings of the web app that were chosen, by name.
    package let settings: [String: String]

    /// Makes a value of its parts.
    package init(name: String, read: [String], saved: [Item], settings: [String: String]) {
        self.name = name
        self.read = read
        self.saved = saved
        self.settings = settings
    }

    /// Returns the key by which an item is marked; `nil` if items of the section can't be.
    ///
    /// An id that is long, such as the address of an article, is replaced by its digest.
    package static func key(_ section: String, _ id: String) -> String? {
        guard let section = ReaderSection(rawValue: section), Entry.Key.sections.contains(section) else { return nil }
        return Entry.Key(section, id).description
    }
}
