import Foundation
import FreshetLenientJSON

/// The attributes of an image, including addresses that a script would have filled in.
struct PictureAttributes {
    private(set) var attributes: [(String, String)] = []

    /// Reads an image, or returns `nil` if it is left out. An image without an address takes the
    /// addresses of its `picture` element.
    init?(of node: HTMLNode, rules: SafeHTML) {
        var given = node.attributes
        let own = Self(given, rules: rules)
        if own == nil { given["srcset"] = node.sourceSet }
        guard let picture = own ?? Self(given, rules: rules) else { return nil }
        self = picture
    }

    /// Reads the attributes of an `img` element, or returns `nil` if the image is left out.
    init?(_ given: [String: String], rules: SafeHTML) {
        guard !Self.isPixel(given) else { return nil }
        func url(_ text: String?) -> URL? {
            guard let url = WebLink.url(from: text, relativeTo: rules.base), !Self.counts(url) else { return nil }
            return url
        }
        func address(_ url: URL) -> String? {
            guard let pictureAddress = rules.pictureAddress else { return url.absoluteString }
            return pictureAddress(url)
        }
        let set = Self.candidates(given["data-srcset"] ?? given["data-lazy-srcset"] ?? given["srcset"] ?? "")
            .compactMap { candidate in
                url(candidate.address).map { (url: $0, descriptor: candidate.descriptor) }
            }
        // Some of these attributes are only flags, such as `data-lazy="true"`.
        let lazy = Self.lazyNames.lazy.compactMap { given[$0] }.filter { $0.contains { $0 == "." || $0 == "/" } }
            .compactMap(url).first
        let largest = set.max { Self.size($0.descriptor) < Self.size($1.descriptor) }?.url
        guard let source = lazy ?? url(given["src"]) ?? largest, let sourceAddress = address(source) else { return nil }
        attributes.append(("src", sourceAddress))
        let written = set.compactMap { candidate in
            address(candidate.url).map { Self.escapingCommas($0) + candidate.descriptor }
        }
        if written.count > 1 { attributes.append(("srcset", written.joined(separator: ", "))) }
        attributes.append(("loading", "lazy"))
        attributes.append(("referrerpolicy", "no-referrer"))
    }

    /// The attributes in which scripts look for the address of a lazily loaded image.
    private static let lazyNames = [
        "data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-hi-res-src",
        "data-img-src",
        "data-actualsrc",
    ]

    // MARK: - Sets of pictures

    /// Reads `a.jpg 1x, b.jpg 2x` (WHATWG HTML §4.8.4.2.1). The descriptor has a space before it.
    private static func candidates(_ text: String) -> [(address: String, descriptor: String)] {
        var candidates: [(address: String, descriptor: String)] = []
        var rest = Substring(text)
        while candidates.count < 32 {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { break }
            var address = rest.prefix { !$0.isWhitespace }
            rest = rest.dropFirst(address.count)
            var descriptor = ""
            if address.last == "," {
                while address.last == "," { address.removeLast() }
            } else {
                descriptor = String(rest.prefix { $0 != "," }).trimmingWhitespace
                rest = rest.drop { $0 != "," }
            }
            let isValid = descriptor.utf8.allSatisfy { $0.isDigit || $0 == 0x2E || $0 == 0x77 || $0 == 0x78 }
            if isValid { candidates.append((String(address), descriptor.isEmpty ? "" : " " + descriptor)) }
        }
        return candidates
    }

    private static func size(_ descriptor: String) -> Double { Double(descriptor.dropFirst().dropLast()) ?? 1 }

    /// Escapes commas, since a comma at the end of an address would end the candidate.
    private static func escapingCommas(_ address: String) -> String { address.replacing(",", with: "%2C") }

    // MARK: - Pictures that count readers

    /// Returns whether an image is too small to be seen.
    static func isPixel(_ attributes: [String: String]) -> Bool {
        for name in ["width", "height"] {
            let number = attributes[name]?.trimmingWhitespace.prefix { $0.isNumber } ?? ""
            if let size = Int(number), size <= 2, attributes[name]?.contains("%") == false { return true }
        }
        let style = (attributes["style"] ?? "").lowercased().filter { !$0.isWhitespace }
        return ["width:1px", "height:1px", "width:0", "height:0"].contains { part in
            style == part || style.hasPrefix(part + ";") || style.contains(";" + part + ";")
                || style.hasSuffix(";" + part)
        }
    }

    /// Returns whether an address is known to count readers.
    static func counts(_ url: URL) -> Bool {
        // Host names can't be longer (RFC 1035 §2.3.4).
        guard let host = url.host()?.lowercased(), host.utf8.count <= 255 else { return false }
        var domain = host[...]
        while !domain.isEmpty {
            if hosts.contains(String(domain)) { return true }
            domain = domain.drop { $0 != "." }.dropFirst()
        }
        let path = url.path().lowercased()
        return paths.contains { path.hasSuffix($0) } || host.hasPrefix("feeds.") && path.contains("/~r/")
            || host.hasPrefix("feeds.") && path.contains("/~4/")
    }

    private static let hosts: Set<String> = [
        "doubleclick.net", "google-analytics.com", "scorecardresearch.com", "quantserve.com", "feedsportal.com",
        "pixel.wp.com", "stats.wordpress.com", "feeds.wordpress.com", "pheedo.com", "feedads.g.doubleclick.net",
        "pixel.quantserve.com", "b.scorecardresearch.com", "chartbeat.net", "statcounter.com", "vgwort.de",
        "list-manage.com", "googlesyndication.com", "googletagmanager.com", "amazon-adsystem.com",
        "da.feedsportal.com", "res.feedsportal.com", "tracking.feedpress.it", "tracking.feedpress.com",
        "simplefeed.com",
        "analytics.yahoo.com", "facebook.com", "hits.sinajs.cn",
    ]
    private static let paths = [
        "/b.gif", "/pixel.gif", "/pixel.png", "/1x1.gif", "/blank.gif", "/spacer.gif", "/clear.gif", "/tracking.gif",
        "/transparent.gif", "/count.gif", "/beacon.gif", "/pixel", "/p.gif",
    ]
}

extension HTMLNode {
    /// The first source set of the `picture` element around an image; `nil` if there is none, or if
    /// the image isn't the first one in it.
    fileprivate var sourceSet: String? {
        guard let parent, parent.name == "picture", let first = parent.firstChild else { return nil }
        let siblings = sequence(first: first, next: \.next).prefix(50)
        guard siblings.first(where: { $0.name == "img" })?.pointer == pointer else { return nil }
        return siblings.lazy.filter { $0.name == "source" }.map(\.attributes)
            .compactMap { $0["srcset"] ?? $0["data-srcset"] }.first
    }
}
