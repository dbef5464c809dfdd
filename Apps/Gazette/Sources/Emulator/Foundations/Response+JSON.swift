import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Makes a response with a JSON body.
    static func json(
        _ body: JSONText, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        .text(body.text, type: "application/json; charset=utf-8", status: status, fields: fields)
    }

    /// Makes a response with a text body of a content type.
    static func text(
        _ text: String, type: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        var headers: HTTPFields = [.contentType: type]
        headers.append(contentsOf: fields)
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// Makes a text response with a weak validator, or a 304 response if the client's validator matches.
    ///
    /// See RFC 9110 §13.1.2.
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

/// Compares entity tags with the conditions of requests.
enum EntityTag {
    /// Returns whether a condition contains a tag, by weak comparison (RFC 9110 §8.8.3.2).
    static func matches(_ tag: String, _ condition: String?) -> Bool {
        guard let condition else { return false }
        func opaque(_ text: some StringProtocol) -> String {
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            return trimmed.hasPrefix("W/") ? String(trimmed.dropFirst(2)) : trimmed
        }
        return condition.split(separator: ",").contains { opaque($0) == opaque(tag) || opaque($0) == "*" }
    }
}
