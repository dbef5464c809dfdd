import Foundation
import FreshetHTTP
import FreshetJSON
import HTTPTypes

/// A request that was parsed once for comparisons.
struct ComparableRequest: Sendable {
    enum Body: Sendable {
        case none
        case json(JSONTree)
        case form([FormItem])
        case parts([Part])
        case text(String)
        case bytes(Data)

        var name: String {
            switch self {
            case .none: "no body"
            case .json: "JSON"
            case .form: "a form"
            case .parts: "a multipart form"
            case .text: "text"
            case .bytes: "bytes"
            }
        }
    }

    struct Part: Sendable {
        /// The relevant fields of the part, in order.
        let head: [String]
        let name: String?
        let data: Data
    }

    let method: String
    let origin: String
    let path: String
    let items: [FormItem]
    let fields: HTTPFields
    let body: Body
    let isPart: Bool

    init(_ request: Tape.Request, _ rules: TapeRules) {
        var request = request
        rules.normalize(&request)
        method = request.method.rawValue
        let url = request.url.utf8.prefix { $0 != UInt8(ascii: "#") }
        let authority = Self.startOfAuthority(in: url)
        let target = url[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? url.endIndex
        var host = url[authority..<target]
        if let sign = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: sign)...] }
        var origin = (String(Substring(url[..<authority])) + String(Substring(host))).lowercased()
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) { origin.removeLast(port.count) }
        self.origin = origin
        let mark = url[target...].firstIndex(of: UInt8(ascii: "?")) ?? url.endIndex
        let path = FormItem.decodedPath(Substring(url[target..<mark]))
        self.path = path.isEmpty ? "/" : path
        items = FormItem.all(in: Substring(url[mark...].dropFirst()))
        fields = request.fields
        isPart = request.fields.contains(.range)
        body = Self.body(request)
    }

    /// Returns the position of the user or host, or the start of an address that has neither.
    private static func startOfAuthority(in url: Substring.UTF8View) -> String.Index {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")), url[colon...].starts(with: "://".utf8) else {
            return url.startIndex
        }
        return url.index(colon, offsetBy: 3)
    }

    private static func body(_ request: Tape.Request) -> Body {
        guard let data = request.body?.data, !data.isEmpty else { return .none }
        let contentType = request.fields[.contentType]
        let type = contentType.flatMap { MediaType($0) }
        if type?.type == "multipart", let contentType, let multipart = Multipart(data, contentType: contentType) {
            return .parts(
                multipart.parts.map { part in
                    Part(
                        head: Multipart.comparableHead(of: part, isForm: type?.subtype == "form-data"),
                        name: part.name,
                        data: Data(
                            data[data.startIndex + part.range.lowerBound..<data.startIndex + part.range.upperBound]))
                })
        }
        guard let text = String(validating: data, as: UTF8.self) else { return .bytes(data) }
        if type?.description == "application/x-www-form-urlencoded" { return .form(FormItem.all(in: text)) }
        if type?.subtype.hasSuffix("json") ?? true, let json = try? JSONTree(data) { return .json(json) }
        return .text(text)
    }
}

extension Multipart {
    /// Returns a part's fields in lower case, without quotes and in a fixed order. In a form, only
    /// the disposition and the type count: others are ignored (RFC 7578 §4.8), and the type
    /// defaults to `text/plain` (§4.4).
    fileprivate static func comparableHead(of part: Part, isForm: Bool) -> [String] {
        let lines = part.head.lowercased().split(whereSeparator: \.isNewline).map { line in
            line.split(separator: ";").map { String($0.filter { !" \t\"".contains($0) }) }.sorted().joined(
                separator: "; ")
        }.sorted()
        guard isForm else { return lines }
        return lines.filter { line in
            line.contains("content-disposition:") || line.contains("content-type:") && line != "content-type:text/plain"
        }
    }
}

extension FormItem {
    /// Returns a path without percent-encoding, except for encoded slashes.
    static func decodedPath(_ path: some StringProtocol) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return String(path) }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { ($0.removingPercentEncoding ?? String($0)).replacing("/", with: "%2F") }.joined(separator: "/")
    }
}
