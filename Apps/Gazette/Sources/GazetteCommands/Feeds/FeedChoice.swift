import Foundation
import ReaderModels

/// Finds the feed or the folder that a reader has named.
enum FeedChoice {
    /// Returns the feed with an address, a number of the last list of feeds, or the beginning of a title.
    ///
    /// - Parameters:
    ///   - feeds: All feeds, in the order of their list.
    ///   - list: The list that was printed last. If it is none of feeds, a number is that of the complete list.
    /// - Throws: ``Failure`` if there is none, or if the beginning fits several titles.
    static func feed(
        _ name: String, in feeds: [FeedSubscription], _ list: LastList?
    ) throws(Failure) -> FeedSubscription {
        let shown = TerminalText.field(name)
        if let feed = feeds.first(where: { plain($0.address) == plain(name) }) { return feed }
        if let number = Int(name), let feed = try feed(number: number, in: feeds, list) { return feed }
        let exact = feeds.filter { compare($0.title, name, []) }
        if exact.count == 1 { return exact[0] }
        let found = exact.isEmpty ? feeds.filter { compare($0.title, name, .anchored) } : exact
        switch found.count {
        case 0: throw Failure(.usage, "There is no feed “\(shown)”. List them with: gazette feeds")
        case 1: return found[0]
        default:
            let lines = found.map { feed in
                "  \(TerminalText.field(feed.title))  \(TerminalText.field(feed.address))"
            }
            throw Failure(
                .usage,
                "Several feeds begin with “\(shown)”. Type more of the title, or an address:\n"
                    + lines.joined(separator: "\n"))
        }
    }

    private static func feed(
        number: Int, in feeds: [FeedSubscription], _ list: LastList?
    ) throws(Failure) -> FeedSubscription? {
        guard let entries = list?.entries, entries.first?.feed != nil else {
            return feeds.indices.contains(number - 1) ? feeds[number - 1] : nil
        }
        guard entries.indices.contains(number - 1), let id = entries[number - 1].feed else { return nil }
        guard let feed = feeds.first(where: { $0.id == id }) else {
            throw Failure(.usage, "Number \(number) in the last list was removed. List the feeds with: gazette feeds")
        }
        return feed
    }

    /// Returns the folder with a name, or with the beginning of one.
    ///
    /// - Throws: ``Failure`` if there is none, or if the beginning fits several names.
    static func folder(_ name: String, in feeds: [FeedSubscription]) throws(Failure) -> String {
        let folders = Set(feeds.map(\.folder)).subtracting([""]).sorted()
        let exact = folders.filter { compare($0, name, []) }
        let found = exact.isEmpty ? folders.filter { compare($0, name, .anchored) } : exact
        guard found.count != 1 else { return found[0] }
        let names = (found.isEmpty ? folders : found).map(TerminalText.field).joined(separator: ", ")
        let shown = TerminalText.field(name)
        throw Failure(
            .usage,
            found.isEmpty
                ? "There is no folder “\(shown)”. \(folders.isEmpty ? "None of your feeds are in a folder." : "The folders are: \(names).")"
                : "Several folders begin with “\(shown)”: \(names).")
    }

    /// Whether a text is another, or begins with it, in any case and with any accents.
    private static func compare(_ text: String, _ other: String, _ option: String.CompareOptions) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        if option.isEmpty { return text.compare(other, options: options) == .orderedSame }
        return !other.isEmpty && text.range(of: other, options: options.union(option)) != nil
    }

    /// An address without its scheme and its last slash.
    private static func plain(_ address: String) -> String {
        let text = address.split(separator: "://", maxSplits: 1).last ?? ""
        return String(text.hasSuffix("/") ? text.dropLast() : text)
    }
}
