/// The path of a request below its service's base URL, or an absolute address.
///
/// Write it as a string literal; what is interpolated becomes one encoded piece that can't break out of
/// its place:
///
/// ```swift
/// let path: RequestPath = "users/\(name)/albums"      // name "a/b?" gives users/a%2Fb%3F/albums
/// ```
///
/// A query in the literal is kept before the request's own items. An interpolated piece that is empty or
/// a dot segment would change which resource is meant (RFC 3986 §5.2.4), so it makes the request invalid:
/// the call fails with ``FetchError/Kind-swift.enum/invalidRequest(_:)`` and nothing is sent.
public struct RequestPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The encoded path, without a query.
    package private(set) var path = ""
    /// The encoded query of the literal, without `?`.
    package private(set) var query: String?
    /// The absolute address that stands in place of a path.
    package private(set) var address: String?
    /// Why no request can be made of it.
    package private(set) var problem: String?

    /// Makes a path from a text that is laid out like a literal: slashes separate, escapes stay.
    public init(_ text: some StringProtocol) {
        appendLiteral(text)
    }

    /// Makes an absolute address, as links to further pages are.
    ///
    /// ```swift
    /// let more = Request<Library, Page>(.absolute(page.next))
    /// ```
    ///
    /// Credentials travel only when it has the origin of the service's base URL. A text that is no address makes the call
    /// fail with ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    public static func absolute(_ address: String) -> RequestPath {
        var path = RequestPath("")
        path.address = address
        return path
    }

    public init(stringLiteral value: String) {
        appendLiteral(value)
    }

    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.result
    }

    private mutating func appendLiteral(_ text: some StringProtocol) {
        if text.utf8.contains(UInt8(ascii: "#")) {
            problem = "a path can't hold a fragment"
        }
        if query != nil {
            PercentEncoding.appendTemplate(text, allowed: PercentEncoding.isQueryCharacter, to: &query!)
            return
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if let first = parts.first {
            PercentEncoding.appendTemplate(first, allowed: PercentEncoding.isPathCharacter, to: &path)
        }
        if parts.count > 1 {
            query = ""
            appendLiteral(parts[1])
        }
    }

    private mutating func appendPiece(_ text: String) {
        guard query == nil else {
            PercentEncoding.append(text, to: &query!)
            return
        }
        if text.isEmpty || text == "." || text == ".." {
            problem = "a piece of the path is \"\(text)\""
        }
        PercentEncoding.append(text, to: &path)
    }

    /// Collects the literals and pieces of an interpolated path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var result = RequestPath("")

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            result.appendLiteral(literal)
        }

        /// Appends a value as one encoded piece; an array gives its elements with commas between them.
        public mutating func appendInterpolation(_ value: some QueryValue) {
            result.appendPiece(value.queryTexts.joined(separator: ","))
        }
    }
}
