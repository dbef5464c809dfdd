import Foundation
import FreshetDigests
import HTTPTypes
import Hummingbird
import LivePages
import NIOCore
import ReaderStorage

extension RSSDocument {
    /// Returns the path of the view that a feed follows; `nil` if the path is not that of a feed.
    static func followed(_ path: [String]) -> [String]? {
        let ending = PageAddress.feedEnding
        guard let last = path.last, last.hasSuffix(ending), last.count > ending.count else { return nil }
        return path.dropLast() + [String(last.dropLast(ending.count))]
    }

    /// Returns the response to a request for the feed; 304 if the client's entity tag matches.
    func response(to request: Request) -> Response {
        let body = Data(xml.utf8)
        let tag = "\"\(Data(SHA256.digest(of: body).prefix(12)).base64URL)\""
        let fields: HTTPFields = [
            .contentType: "application/rss+xml; charset=utf-8", .eTag: tag, .cacheControl: "max-age=300",
        ]
        let known = request.headers[.ifNoneMatch]?.split(separator: ",").map { field in
            // Tags are compared weakly (RFC 9110 §13.1.2).
            let text = field.trimmingCharacters(in: .whitespaces)
            return text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
        }
        if known?.contains(tag) == true || known == ["*"] { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
