import Foundation
import FreshetDigests
import ReaderModels

/// Something that can be read, saved and put in a feed: an article, a story, a movie or a meal.
struct Entry: Hashable, Sendable {
    let key: Key
    let title: String
    /// Its view in Gazette: a path of ours.
    let path: String
    /// Where it was published.
    var original: URL?
    /// The publisher or author.
    var source: String?
    var summary: String?
    var published: Date?

    /// The name of an entry for good: its section, and its id at the service.
    struct Key: Hashable, Sendable, LosslessStringConvertible {
        /// The sections whose entries can be marked.
        static let sections: [Section] = [.news, .hn, .movies, .meals]
        private static let idLimit = 40

        let section: Section
        let id: String

        /// Ids that are long, as addresses of articles are, are named by their digest.
        init(_ section: Section, _ id: String) {
            self.section = section
            self.id =
                Self.isPlain(id) ? id : Data(SHA256.digest(of: id.utf8).prefix(16)).base64URL
        }

        /// Reads `section:id`; `nil` for anything that no page of ours has written.
        init?(_ description: String) {
            let parts = description.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let section = Section(rawValue: String(parts[0])), Self.sections.contains(section),
                Self.isPlain(String(parts[1]))
            else { return nil }
            self.section = section
            id = String(parts[1])
        }

        var description: String { "\(section.rawValue):\(id)" }

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

extension Entry.Key {
    /// Reads names with blanks in between, as many as a list can have.
    static func list(_ text: String) -> [Entry.Key]? {
        let keys = text.split(separator: " ").compactMap { Entry.Key(String($0)) }
        return keys.isEmpty || keys.count > 500 ? nil : keys
    }
}

extension Entry {
    /// The greatest length of stored texts, in characters.
    private static let titleLimit = 300, addressLimit = 1000, sourceLimit = 100

    /// What a button carries to save the entry: key, title, path, original and source, with tabs in between.
    var line: String {
        [
            key.description, Self.plain(title, Self.titleLimit), path, original?.absoluteString ?? "",
            Self.plain(source ?? "", Self.sourceLimit),
        ].joined(separator: "\t")
    }

    /// Reads what a button carries; what leads to a place that no entry has is left out or refused.
    init?(line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let key = Key(parts[0]), let path = OwnPath(parts[2]) else { return nil }
        let title = Self.plain(parts[1], Self.titleLimit)
        let source = Self.plain(parts[4], Self.sourceLimit)
        self.init(
            key: key, title: title.isEmpty ? "Untitled" : title, path: path.text,
            original: Self.outside(parts[3]), source: source.isEmpty ? nil : source)
    }

    /// An address outside, by http or https.
    static func outside(_ text: String) -> URL? {
        guard text.utf8.count <= addressLimit, let url = URL(string: text), url.host()?.isEmpty == false,
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else { return nil }
        return url
    }

    /// A text on one line, without control characters.
    private static func plain(_ text: String, _ limit: Int) -> String {
        let words = text.split { $0.isWhitespace || $0.unicodeScalars.first?.properties.generalCategory == .control }
        return String(words.joined(separator: " ").prefix(limit))
    }
}

/// An address of this site that may be gone to: a path with a query, and nothing that leads elsewhere.
struct OwnPath: Hashable, Sendable {
    let text: String

    /// Refuses whatever a browser may take for another site, or a server for another header field.
    init?(_ text: String) {
        guard text.utf8.count <= 2000, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
