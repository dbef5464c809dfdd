/// The path of a request below its service's base URL, or an absolute URL.
///
/// Write it as a string literal. Each interpolated value is encoded as one segment, so that it
/// can't lead to another path:
///
/// ```swift
/// let path: RequestPath = "users/\(name)/albums"      // name "a/b?" gives users/a%2Fb%3F/albums
/// ```
///
/// The literal is also the ``template`` of the path, by which metrics and traces group requests:
///
/// ```swift
/// let movie: RequestPath = "movie/\(id, as: "id")"  // its template is movie/{id}
/// ```
///
/// A query in the literal precedes the request's own items. An interpolated value that is empty or
/// a dot segment would lead to another resource (RFC 3986 §5.2.4), so it makes the request invalid:
/// the call fails with ``FetchError/Kind-swift.enum/invalidRequest(_:)``, and nothing is sent.
public struct RequestPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The encoded path, without a query.
    package private(set) var path = ""
    /// The encoded query of the literal, without `?`.
    package private(set) var query: String?
    /// The absolute URL that replaces the path; `nil` for a path.
    package private(set) var address: String?
    /// The reason why the path is invalid; `nil` for a valid path.
    package private(set) var problem: String?
    /// The template, if it differs from the path.
    private var ownTemplate: String?
    private var isLiteral = false

    /// The path with the names of its values instead of the values, such as `movie/{id}`; `{}`
    /// stands for a value without a name.
    ///
    /// It has no query. It is `nil` for a path that wasn't written as a literal, since such a path
    /// may contain anything.
    public var template: String? { ownTemplate ?? (isLiteral ? path : nil) }

    /// Makes a path from a text with the syntax of a literal: slashes separate segments, and
    /// percent escapes are kept.
    ///
    /// - Parameter template: The ``template`` of the path, which must be the same for all paths of
    ///   this kind.
    public init(_ text: some StringProtocol, template: String? = nil) {
        appendLiteral(String(text))
        ownTemplate = template
    }

    /// Makes a path from an absolute URL, such as a link to the next page.
    ///
    /// ```swift
    /// let more = Request<Library, Page>(.absolute(page.next))
    /// ```
    ///
    /// Credentials are sent only if it has the same origin as the service's base URL. A call with
    /// an invalid URL fails with ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    public static func absolute(_ address: String) -> RequestPath {
        var path = RequestPath()
        path.address = address
        return path
    }

    /// Makes a path from a string literal.
    public init(stringLiteral value: String) {
        appendLiteral(value)
        isLiteral = true
    }

    /// Makes a path from an interpolated string literal.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.result
        isLiteral = true
    }

    private init() {}

    private mutating func appendLiteral(_ text: String) {
        // A fragment is never sent (RFC 9110 §7.1): what follows the sign would be lost without a
        // word.
        if text.utf8.contains(UInt8(ascii: "#")) {
            problem = "a path can't hold a fragment"
        }
        if query != nil {
            PercentEncoding.appendTemplate(text, allowed: PercentEncoding.isQueryCharacter, to: &query!)
            return
        }
        let end = text.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = end.map { String(text[..<$0]) } ?? text
        PercentEncoding.appendTemplate(path, allowed: PercentEncoding.isPathCharacter, to: &self.path)
        ownTemplate?.append(path)
        if let end {
            query = ""
            appendLiteral(String(text[text.utf8.index(after: end)...]))
        }
    }

    private mutating func appendPiece(_ text: String, _ name: StaticString) {
        guard query == nil else {
            PercentEncoding.append(text, to: &query!)
            return
        }
        // Checked before encoding, since percent-encoding leaves dots as they are: `users/..` would
        // be the parent of `users`.
        if text.isEmpty || text == "." || text == ".." {
            problem = "a piece of the path is \"\(text)\""
        }
        if ownTemplate == nil { ownTemplate = path }
        // An interpolation would take three times as long, for every request.
        ownTemplate?.append("{")
        ownTemplate?.append(name.description)
        ownTemplate?.append("}")
        PercentEncoding.append(text, to: &path)
    }

    /// The literals and values of an interpolated path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var result = RequestPath()

        /// Makes an empty collection of parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a literal part.
        public mutating func appendLiteral(_ literal: String) {
            result.appendLiteral(literal)
        }

        /// Appends a value, which is encoded as one segment. The elements of an array are separated
        /// by commas.
        ///
        /// - Parameter name: The name of the value in the ``RequestPath/template``.
        public mutating func appendInterpolation(_ value: some QueryValue, as name: StaticString = "") {
            result.appendPiece(value.queryTexts.joined(separator: ","), name)
        }
    }
}
