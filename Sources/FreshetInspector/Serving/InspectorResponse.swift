import Foundation

/// A request to the inspector's server.
struct InspectorRequest: Sendable {
    var method = "GET"
    /// The path with the query.
    var target: String
    var host: String? = "127.0.0.1"
    var body = Data()

    /// The fields of a posted form.
    var form: [String: String] { Self.items(of: String(decoding: body, as: UTF8.self)) }

    var path: String { String(target.prefix { $0 != "?" }) }
    var query: [String: String] { Self.items(of: String(target.drop { $0 != "?" }.dropFirst())) }

    private static func items(of text: String) -> [String: String] {
        var items: [String: String] = [:]
        for item in text.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            items[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        return items
    }
}

/// A response of the inspector's server.
struct InspectorResponse: Sendable {
    var status = 200
    var fields: [(name: String, value: String)] = []
    var body = Data()

    init(_ text: String, type: String = "text/html; charset=utf-8", status: Int = 200) {
        self.init(Data(text.utf8), type: type, status: status)
    }

    /// The content security policy of the pages, which allows only the inspector's own scripts,
    /// styles and images, and nothing inline.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    init(_ data: Data, type: String, status: Int = 200, policy: String = Self.policy) {
        self.status = status
        body = data
        fields = [
            ("Content-Type", type), ("Content-Length", "\(data.count)"), ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", policy),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }

    static func json(_ value: some Encodable) -> InspectorResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return InspectorResponse((try? encoder.encode(value)) ?? Data("{}".utf8), type: "application/json")
    }

    /// Returns an image with fields that prevent browsers from treating it as anything else.
    static func picture(_ data: Data, _ type: PictureType) -> InspectorResponse {
        InspectorResponse(data, type: type.rawValue, policy: "default-src 'none'; sandbox; frame-ancestors 'none'")
    }

    static let icon = InspectorResponse(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 3h9v3H1zm4 4h10v3H5zm2 4h5v3H7z" \
        fill="#3d7fd9"/></svg>
        """, type: "image/svg+xml")

    static func redirect(to location: String) -> InspectorResponse {
        var response = InspectorResponse("", status: 303)
        response.fields.append(("Location", location))
        return response
    }
}
