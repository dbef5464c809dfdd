/// The kind of a document, according to its first bytes, and the position at which it begins.
enum DocumentStart: Equatable {
    case blank, json, html
    /// XML that begins at an index. Everything before it, such as a warning from the server's
    /// software, is dropped.
    case xml(Int)
    /// Another document, with the name of its first element.
    case other(root: String?)

    /// The number of bytes that are searched for the beginning.
    private static let searchedCount = 1 << 16

    init(_ text: [UInt8]) {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else {
            self = .blank
            return
        }
        if text[first] == UInt8(ascii: "{") {
            self = .json
            return
        }
        var root: String?
        var index = first
        while let tag = text[index..<min(text.count, first + Self.searchedCount)].firstIndex(of: UInt8(ascii: "<")) {
            let rest = text[(tag + 1)...]
            let name = String(
                decoding: rest.prefix { !$0.isSpace && $0 != UInt8(ascii: ">") }.prefix(40), as: UTF8.self
            )
            .lowercased()
            if name == "!doctype", Self.isHTML(rest.dropFirst(8)) {
                self = .html
                return
            }
            let local = name.split(separator: ":").last.map(String.init) ?? name
            if name.hasPrefix("?xml") || name == "!doctype" || Self.roots.contains(local) {
                self = .xml(tag)
                return
            }
            if name == "html" || name == "head" || name == "body" {
                self = .html
                return
            }
            if root == nil, name.utf8.first?.isLetter == true {
                root = name.split(separator: "/").first.map(String.init)
            }
            index = tag + 1
        }
        self = .other(root: root)
    }

    private static func isHTML(_ rest: ArraySlice<UInt8>) -> Bool {
        let word = rest.drop { $0.isSpace }.prefix(4).map(\.lowercased)
        return word.elementsEqual("html".utf8)
    }

    private static let roots: Set<String> = ["rss", "feed", "rdf", "channel", "opml"]
}
