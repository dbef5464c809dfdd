import Foundation
import FreshetLenientJSON
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Whether the request comes from a page of this site.
    ///
    /// Fetch Metadata decides; where a browser does not send it, `Origin` does. A request without both must be a `GET`.
    var isOwn: Bool {
        // swift-format-ignore: NeverForceUnwrap
        if let site = headers[HTTPField.Name("Sec-Fetch-Site")!] { return site == "same-origin" }
        guard let origin = headers[.origin] else { return method == .get }
        guard let page = WebLink.url(from: origin), let own = WebLink.url(from: self.origin) else { return false }
        // Of the usual port, browsers send none, and some proxies do.
        let usual = page.scheme == "https" ? 443 : 80
        return page.host()?.lowercased() == own.host()?.lowercased() && (page.port ?? usual) == (own.port ?? usual)
    }

    /// The response to a request of a page of another site.
    static var isForeign: Response {
        let text = """
            This was sent from a page at another address, so nothing was changed. If the page is Gazette's own, the \
            proxy in front of it must pass on the host and port: in nginx, proxy_set_header Host $http_host.

            """
        return Response(
            status: .forbidden, headers: [.contentType: "text/plain; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// The items of the query, in which a browser writes a blank of a form as `+`.
    var queryItems: [(name: String, value: String)] { Self.items(of: uri.query ?? "") }

    /// Returns the fields of a posted form; `nil` if the body is too long or not a form.
    func form(upTo limit: Int = 32_768) async -> [(name: String, value: String)]? {
        guard headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true,
            let buffer = try? await body.collect(upTo: limit)
        else { return nil }
        return Self.items(of: String(buffer: buffer))
    }

    /// The items of a form as a browser encodes it (URL Standard, "application/x-www-form-urlencoded parsing").
    private static func items(of text: String) -> [(name: String, value: String)] {
        text.replacing("+", with: "%20").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func decoded(_ part: Substring) -> String { part.removingPercentEncoding ?? String(part) }
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }
}
