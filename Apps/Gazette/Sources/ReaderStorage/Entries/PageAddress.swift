import Foundation
import FreshetDigests

/// The address of a view: a path and a query that can be shared, reloaded and kept in the browser's history.
package struct PageAddress: Hashable, Sendable {
    /// The pieces of the path, decoded.
    package let path: [String]
    private var query: [String: String]
    /// The fields of a posted form, which no link contains.
    package let form: [String: String]

    /// The greatest number of pages of a list that an address can request.
    package static let pageLimit = 50
    /// The ending of the path of a feed: `/hn/top.rss` follows `/hn/top`.
    package static let feedEnding = ".rss"
    /// The greatest length of addresses that Gazette takes from elsewhere, in octets: what RFC 9110 §4.1 recommends at
    /// least.
    package static let lengthLimit = 8000
    /// The greatest length of an id that stands in an address as it is, in octets.
    private static let idLimit = 200

    package init(path: [String], query: [(name: String, value: String)], form: [String: String] = [:]) {
        self.path = path
        self.query = Self.values(query)
        self.form = form
    }

    /// Returns the values by name; of several with the same name, the first.
    private static func values(_ items: [(name: String, value: String)]) -> [String: String] {
        Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The query value of a name; `nil` if it is missing or blank.
    package subscript(name: String) -> String? {
        get { query[name].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
        set { query[name] = newValue }
    }

    /// How many pages of a list to show.
    package var pageCount: Int { min(max(1, self["pages"].flatMap { Int($0) } ?? 1), Self.pageLimit) }

    /// Returns the address with changed query values; `nil` removes a value. Other values stay.
    package func link(_ changes: [String: String?] = [:]) -> String {
        let query = changes.reduce(into: query) { $0[$1.key] = $1.value }
        return Self.link(path, query)
    }

    /// Returns the value by which an address names a thing: its id, or the digest of an id that is long.
    ///
    /// The id of an article contains its address, which may be as long as an address of Gazette itself.
    package static func name(of id: String) -> String {
        id.utf8.count <= idLimit ? id : "sha256-\(Data(SHA256.digest(of: id.utf8)).base64URL)"
    }

    /// The feed that follows the list at the address, from its beginning.
    package var feed: String? {
        path.last.map { Self.link(path.dropLast() + [$0 + Self.feedEnding], query.filter { $0.key != "pages" }) }
    }

    /// The address of a path with some values.
    package static func link(_ path: [String], _ query: [String: String] = [:]) -> String {
        let items = query.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\(encoded(value))"
        }
        return "/" + path.map(encoded).joined(separator: "/")
            + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Returns a text in percent-encoding.
    private static func encoded(_ text: String) -> String {
        // Few need it, and Foundation takes a tenth of the time of a list to see that: `wrk` on `/feeds`.
        guard !text.utf8.allSatisfy(isUnreserved) else { return text }
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The unreserved characters of RFC 3986 §2.3.
    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
