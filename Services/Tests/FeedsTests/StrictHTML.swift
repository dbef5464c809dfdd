/// Scans clean HTML without knowing how it was made: it may contain nothing but what is listed here.
enum StrictHTML {
    private static let elements = Set(
        """
        a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd \
        del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li main mark ol p pre q rp rt \
        ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u \
        ul var wbr
        """.split(separator: " ").map(String.init))
    private static let void: Set<String> = ["br", "col", "hr", "img", "wbr"]
    private static let attributes = Set(
        """
        href rel src srcset alt width height loading referrerpolicy title lang dir colspan rowspan scope start reversed \
        type value datetime span open
        """.split(separator: " ").map(String.init))

    /// Returns what is not allowed; `nil` if there is nothing.
    static func problem(in html: String) -> String? {
        // A mark after `>` would make one character of both.
        let plain = html.unicodeScalars.map { $0.isASCII ? $0 : "x" }
        var open: [String] = []
        var rest = Substring(String(String.UnicodeScalarView(plain)))
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == ">" || $0 == "\0" }) {
            guard rest[start] == "<" else { return "a bare \(rest[start])" }
            rest = rest[start...].dropFirst()
            guard let end = rest.firstIndex(of: ">") else { return "an open tag" }
            let tag = rest[..<end]
            rest = rest[end...].dropFirst()
            if tag.first == "/" {
                guard open.popLast() == String(tag.dropFirst()) else { return "a wrong end: \(tag)" }
                continue
            }
            let name = String(tag.prefix { $0 != " " })
            guard elements.contains(name) else { return "the element \(name)" }
            if let problem = problem(inAttributes: tag.dropFirst(name.count), of: name) { return problem }
            if !void.contains(name) { open.append(name) }
        }
        return open.isEmpty ? nil : "no end of \(open)"
    }

    private static func problem(inAttributes text: Substring, of element: String) -> String? {
        var rest = text
        var seen = Set<String>()
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: #/ ([a-z]+)="([^"<>]*)"/#) else { return "malformed: \(rest)" }
            rest = rest[match.range.upperBound...]
            let name = String(match.1)
            guard attributes.contains(name), seen.insert(name).inserted else { return "the attribute \(name)" }
            let value = match.2.lowercased()
            switch name {
            case "href":
                guard ["https://", "http://", "mailto:"].contains(where: value.hasPrefix) else {
                    return "href \(value)"
                }
                guard element == "a" else { return "href of \(element)" }
            case "src":
                guard ["https://", "http://"].contains(where: value.hasPrefix) else { return "\(name) \(value)" }
            case "srcset":
                for part in value.split(separator: ",") {
                    guard part.drop(while: { $0 == " " }).hasPrefix("http") else { return "srcset \(value)" }
                }
            default: break
            }
        }
        return element == "a" && (!seen.contains("href") || !seen.contains("rel")) ? "a link without rel" : nil
    }
}
