import Foundation
import FreshetHTTP
import FreshetJSON
import HTTPTypes

/// A request body in HAR's format: a text or form items, with a content type.
struct PostData {
    private static let form = "application/x-www-form-urlencoded"

    let body: Tape.Body

    /// Reads a body. Returns `nil` if there is none.
    ///
    /// - Parameters:
    ///   - fields: The request's header fields. If `Content-Type` is missing, the body's type is
    ///     added.
    ///   - ours: The tape's own information about the body.
    init?(_ json: JSONTree?, _ fields: inout HTTPFields, _ ours: JSONTree?) throws(TapeError) {
        guard let json, json != .null else { return nil }
        let items = json["params"]?.elements ?? []
        if fields[.contentType] == nil { fields.addContentType(har: json["mimeType"]) }
        let data: Data
        if let text = json["text"]?.text, !text.isEmpty || items.isEmpty {
            let isCoded = ours?["encoding"]?.text == "base64" || json["encoding"]?.text == "base64"
            data = isCoded ? try Data(har: text, of: "request") : Data(text.utf8)
        } else if let type = fields[.contentType].flatMap({ MediaType($0) }), type.type == "multipart" {
            data = Self.parts(of: items, &fields)
        } else {
            if fields[.contentType] == nil, !items.isEmpty { fields[.contentType] = Self.form }
            data = Data(
                items.compactMap { item in
                    item["name"]?.text.map { "\(FormItem.encoded($0))=\(FormItem.encoded(item["value"]?.text ?? ""))" }
                }.joined(separator: "&").utf8)
        }
        if data.isEmpty, ours == nil, fields[.contentLength] ?? "0" == "0", fields[.contentType] == nil { return nil }
        body = Tape.Body(data, size: ours?["size"]?.int)
    }

    /// Returns the body of a multipart form (RFC 7578 §4).
    ///
    /// - Parameter fields: The request's header fields. If the content type has no boundary, one is
    ///   added.
    private static func parts(of items: [JSONTree], _ fields: inout HTTPFields) -> Data {
        let type = fields[.contentType] ?? ""
        let boundary = Multipart.parameter("boundary", of: type) ?? "part"
        if Multipart.parameter("boundary", of: type) == nil { fields[.contentType] = "\(type); boundary=\(boundary)" }
        var text = ""
        for item in items {
            text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(item["name"]?.text ?? "")\""
            if let file = item["fileName"]?.text, !file.isEmpty { text += "; filename=\"\(file)\"" }
            text += "\r\n"
            if let type = item["contentType"]?.text, !type.isEmpty { text += "Content-Type: \(type)\r\n" }
            text += "\r\n\(item["value"]?.text ?? "")\r\n"
        }
        return Data("\(text)--\(boundary)--\r\n".utf8)
    }
}
