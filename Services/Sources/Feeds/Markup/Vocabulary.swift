/// A set of elements, identified by its namespace's address or usual prefix.
enum Vocabulary: Sendable {
    /// The elements of RSS and Atom, whatever their namespace.
    case core
    case rdf, content, dublinCore, media, itunes, syndication, slash, feedburner, wellFormedWeb, xml, xhtml
    /// Elements that aren't read.
    case other

    /// Caches the vocabularies of a document's names by pointer, since libxml2 stores each
    /// namespace and prefix only once.
    struct Cache {
        private struct Key: Hashable {
            var namespace: UnsafePointer<UInt8>?
            var prefix: UnsafePointer<UInt8>?
        }

        private var known: [Key: Vocabulary] = [:]

        mutating func vocabulary(
            _ namespace: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?
        ) -> Vocabulary {
            if namespace == nil, prefix == nil { return .core }
            let key = Key(namespace: namespace, prefix: prefix)
            if let vocabulary = known[key] { return vocabulary }
            let vocabulary = Vocabulary.of(
                namespace: namespace.map { String(cString: $0) }, prefix: prefix.map { String(cString: $0) })
            known[key] = vocabulary
            return vocabulary
        }
    }

    /// Returns the vocabulary of a name. If the namespace's address is unknown, the prefix decides,
    /// because many addresses are wrong.
    static func of(namespace: String?, prefix: String?) -> Vocabulary {
        guard let namespace, !namespace.isEmpty else {
            guard let prefix, !prefix.isEmpty else { return .core }
            return prefixes[prefix.lowercased()] ?? .other
        }
        let text = namespace.lowercased()
        for (part, vocabulary) in addresses where text.contains(part) { return vocabulary }
        guard let prefix, !prefix.isEmpty else { return .core }
        return prefixes[prefix.lowercased()] ?? .other
    }

    private static let addresses: [(String, Vocabulary)] = [
        ("w3.org/2005/atom", .core), ("purl.org/atom/ns", .core), ("purl.org/rss/1.0/modules/content", .content),
        ("purl.org/rss/1.0/modules/syndication", .syndication), ("purl.org/rss/1.0/modules/slash", .slash),
        ("purl.org/rss/1.0/modules/", .other), ("purl.org/rss/1.0", .core), ("my.netscape.com/rdf/simple/0.9", .core),
        ("channel.netscape.com/rdf/simple/0.9", .core), ("backend.userland.com/rss", .core),
        ("blogs.law.harvard.edu/tech/rss", .core), ("purl.org/net/rss1.1", .core), ("1999/02/22-rdf-syntax", .rdf),
        ("purl.org/dc/", .dublinCore), ("search.yahoo.com/mrss", .media), ("rssboard.org/media-rss", .media),
        ("itunes.com/dtds/podcast", .itunes), ("itunes.apple.com/dtds", .itunes), ("feedburner.org", .feedburner),
        ("feedburner.com", .feedburner), ("wellformedweb.org", .wellFormedWeb),
        ("w3.org/xml/1998/namespace", .xml), ("w3.org/1999/xhtml", .xhtml),
    ]

    private static let prefixes: [String: Vocabulary] = [
        "atom": .core, "atom10": .core, "a10": .core, "rss": .core, "rdf": .rdf, "content": .content, "dc": .dublinCore,
        "dcterms": .dublinCore, "media": .media, "itunes": .itunes, "sy": .syndication, "slash": .slash,
        "feedburner": .feedburner, "wfw": .wellFormedWeb, "xml": .xml, "xhtml": .xhtml,
    ]
}
