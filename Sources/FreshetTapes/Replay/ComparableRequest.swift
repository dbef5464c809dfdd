import Foundation
import FreshetHTTP
import FreshetJSON
import HTTPTypes

/// A request in the form in which it is compared: parsed once.
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
        /// The head of the part in lower case, its lines in their order.
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
        let withoutUser = Self.withoutUser(request.url)
        let url = withoutUser.prefix { $0 != "#" }
        let pathStart =
            url.firstRange(of: "://")
            .map { url[$0.upperBound...].firstIndex { "/?".contains($0) } ?? url.endIndex } ?? url.startIndex
        var origin = url[..<pathStart].lowercased()
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) { origin.removeLast(port.count) }
        self.origin = origin
        let target = url[pathStart...]
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        let path = FormItem.decodedPath(target[..<mark])
        self.path = path.isEmpty ? "/" : path
        items = FormItem.all(in: target[mark...].dropFirst())
        fields = request.fields
        isPart = request.fields.contains(.range)
        body = Self.body(request)
    }

    private static func withoutUser(_ url: String) -> String {
        guard let start = url.firstRange(of: "://")?.upperBound,
            let sign = url[start...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@")
        else { return url }
        return String(url[..<start] + url[url.index(after: sign)...])
    }

    private static func body(_ request: Tape.Request) -> Body {
        guard let data = request.body?.data, !data.isEmpty else { return .none }
        let contentType = request.fields[.contentType]
        let type = contentType.flatMap { MediaType($0) }
        if type?.type == "multipart", let contentType, let multipart = Multipart(data, contentType: contentType) {
            return .parts(
                multipart.parts.map { part in
                    Part(
                        head: part.head.lowercased().split(whereSeparator: \.isNewline).map(String.init),
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

extension FormItem {
    /// A path without percent-encoding, but for an encoded slash.
    static func decodedPath(_ path: some StringProtocol) -> String {
        guard path.contains("%") else { return String(path) }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { ($0.removingPercentEncoding ?? String($0)).replacing("/", with: "%2F") }.joined(separator: "/")
    }
}
