package import Foundation
import FreshetDigests
import FreshetLenientJSON
package import ReaderModels

/// Something that can be read, saved and put in a feed: an article, a story, a movie or a meal.
package struct Entry: Hashable, Sendable {
    package let key: Key
    package let title: String
    /// The path of its view in Gazette.
    package let path: String
    /// The address at which it was published.
    package var original: URL?
    /// The publisher or author.
    package var source: String?
    package var summary: String?
    package var published: Date?

    package init(
        key: Key, title: String, path: String, original: URL? = nil, source: String? = nil, summary: String? = nil,
        published: Date? = nil
    ) {
        self.key = key
        self.title = title
        self.path = path
        self.original = original
        self.source = source
        self.summary = summary
        self.published = published
    }

    /// The permanent name of an entry: its section, and its id at the service.
    package struct Key: Hashable, Sendable, LosslessStringConvertible {
        /// The sections whose entries can be marked.
        package static let sections: [ReaderSection] = [.news, .hn, .feeds, .movies, .meals]
        private static let idLimit = 40

        package let section: ReaderSection
        package let id: String

        /// Makes a key. An id that is long or not plain, such as an article's address, is replaced by its digest.
        package init(_ section: ReaderSection, _ id: String) {
            self.section = section
            self.id =
                Self.isPlain(id) ? id : Data(SHA256.digest(of: id.utf8).prefix(16)).base64URL
        }

        /// Parses `section:id`; `nil` if entries of the section can't be marked or the id is long or not plain.
        package init?(_ description: String) {
            let parts = description.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let section = ReaderSection(rawValue: String(parts[0])),
                Self.sections.contains(section),
                Self.isPlain(String(parts[1]))
            else { return nil }
            self.section = section
            id = String(parts[1])
        }

        package var description: String { "\(section.rawValue):\(id)" }

        private static func isPlain(_ id: String) -> Bool {
            !id.isEmpty && id.utf8.count <= idLimit
                && id.utf8.allSatisfy { byte in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
        }
    }
}

extension Entry: Encodable {
    /// Encodes nothing: templates show the parts of an entry that their contexts name.
    package func encode(to encoder: any Encoder) {}
}

extension Entry.Key {
    /// The number of the item, if it is one of a feed.
    package var feedItem: Int? { section == .feeds ? Int(id) : nil }

    /// Parses keys separated by blanks, without invalid ones; `nil` if there are none or more than 500.
    package static func list(_ text: String) -> [Entry.Key]? {
        let keys = text.split(separator: " ").compactMap { Entry.Key(String($0)) }
        return keys.isEmpty || keys.count > 500 ? nil : keys
    }
}

extension Entry {
    /// The greatest lengths of stored texts, in characters.
    private static let titleLimit = 300, sourceLimit = 100

    /// The value of the button that saves the entry: key, title, path, original and source, separated by tabs.
    package var line: String {
        [
            key.description, Self.plain(title, Self.titleLimit), path, original?.absoluteString ?? "",
            Self.plain(source ?? "", Self.sourceLimit),
        ].joined(separator: "\t")
    }

    /// Parses the value of a save button; `nil` if its key or path is invalid. An invalid original is left out.
    package init?(line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let key = Key(parts[0]), let path = OwnPath(parts[2]) else { return nil }
        let title = Self.plain(parts[1], Self.titleLimit)
        let source = Self.plain(parts[4], Self.sourceLimit)
        self.init(
            key: key, title: title.isEmpty ? "Untitled" : title, path: path.text,
            original: Self.outside(parts[3]), source: source.isEmpty ? nil : source)
    }

    /// Parses an absolute http or https address; `nil` for other or longer texts.
    package static func outside(_ text: String) -> URL? {
        text.utf8.count <= PageAddress.lengthLimit ? WebLink.url(from: text) : nil
    }

    /// A text on one line, without control characters.
    private static func plain(_ text: String, _ limit: Int) -> String {
        // Most are so already, and to look at each character takes a tenth of the time of a list: `wrk` on `/feeds`.
        var isAfterSpace = true
        let isPlain = text.utf8.allSatisfy { byte in
            defer { isAfterSpace = byte == UInt8(ascii: " ") }
            return byte > UInt8(ascii: " ") && byte < 0x7F || byte == UInt8(ascii: " ") && !isAfterSpace
        }
        if isPlain, !isAfterSpace, text.utf8.count <= limit { return text }
        let words = text.split { $0.isWhitespace || $0.unicodeScalars.first?.properties.generalCategory == .control }
        return String(words.joined(separator: " ").prefix(limit))
    }
}

/// A path and query of this site that is a safe target of links and redirects: it names no other site.
package struct OwnPath: Hashable, Sendable {
    package let text: String

    /// Refuses text that a browser may read as another site, or a server as another header field.
    package init?(_ text: String) {
        guard text.utf8.count <= PageAddress.lengthLimit, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
