import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A response of JSON.
    static func json(
        _ body: JSONText, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        .text(body.text, type: "application/json; charset=utf-8", status: status, fields: fields)
    }

    /// A response of text of some type.
    static func text(
        _ text: String, type: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        var headers: HTTPFields = [.contentType: type]
        headers.append(contentsOf: fields)
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// A response of text with a weak validator, or 304 for a client that has it already (RFC 9110 §13.1.2).
    static func tagged(
        _ text: String, type: String, fields: HTTPFields = [:], for request: Request
    ) -> Response {
        let tag = "W/\"\(Self.hash(text))\""
        var fields = fields
        fields[.eTag] = tag
        if EntityTag.matches(tag, request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: fields)
        }
        return .text(text, type: type, fields: fields)
    }

    private static func hash(_ text: String) -> String {
        var generator = SeededGenerator(text)
        return String(generator.next(), radix: 16)
    }
}

/// The tag of a response, as a condition names it.
enum EntityTag {
    /// Whether a condition holds a tag, compared weakly (RFC 9110 §8.8.3.2).
    static func matches(_ tag: String, _ condition: String?) -> Bool {
        guard let condition else { return false }
        func opaque(_ text: some StringProtocol) -> String {
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            return trimmed.hasPrefix("W/") ? String(trimmed.dropFirst(2)) : trimmed
        }
        return condition.split(separator: ",").contains { opaque($0) == opaque(tag) || opaque($0) == "*" }
    }
}
