import Foundation
public import FreshetCore
import HTTPTypes

struct MultipartForm: Sendable {
    let parts: [FormPart]
    let boundary: String

    /// Returns a boundary with 192 random bits, so unlikely to occur in any content that the parts
    /// need not be searched for it.
    static func randomBoundary() -> String {
        (0..<3).reduce(into: "freshet-") { text, _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
    }

    /// - Throws: ``FetchError`` if a part can't be sent.
    func source(encoder: any BodyEncoder) throws(FetchError) -> BodySource {
        var sources: [BodySource] = []
        for part in parts {
            sources.append(BodySource(Data(try head(of: part, isFirst: sources.isEmpty).utf8)))
            sources.append(try part.body.source(encoder: encoder))
        }
        sources.append(BodySource(Data("\(parts.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)))
        return BodySource(sources)
    }

    private func head(of part: FormPart, isFirst: Bool) throws(FetchError) -> String {
        var head = isFirst ? "" : "\r\n"
        let name = Self.escaped(Self.withNetworkLines(part.name))
        head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\""
        if let fileName = part.fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        if let type = part.body.contentType {
            guard HTTPField.isValidValue(type) else {
                throw FetchError(
                    .invalidRequest("the content type of its part \"\(part.name)\" isn't a valid field value"))
            }
            head += "\r\nContent-Type: \(type)"
        }
        return head + "\r\n\r\n"
    }

    /// Returns a name as browsers encode it (WHATWG HTML, “multipart/form-data encoding
    /// algorithm”).
    static func escaped(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "%0A"
            case "\r": text += "%0D"
            case "\"": text += "%22"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns a text with all kinds of line breaks replaced by CR LF, which the same algorithm
    /// requires for field names.
    static func withNetworkLines(_ text: String) -> String {
        text.reduce(into: "") { lines, character in
            lines += ["\n", "\r", "\r\n"].contains(character) ? "\r\n" : String(character)
        }
    }
}

extension RequestBody {
    /// Returns a body with a form's fields and files, as `multipart/form-data`.
    ///
    /// Files and streams are read while they are sent, so memory use stays constant.
    /// `Content-Length` is sent if every part's length is known. The body can be sent again, for a
    /// retry or after a redirect, unless one of its parts is a stream.
    ///
    /// The format is defined in RFC 7578. Names are encoded as browsers do it: in UTF-8, with
    /// quotation marks and line breaks percent-encoded.
    public static func multipart(_ parts: [FormPart]) -> RequestBody {
        multipart(parts, boundary: MultipartForm.randomBoundary())
    }

    static func multipart(_ parts: [FormPart], boundary: String) -> RequestBody {
        let form = MultipartForm(parts: parts, boundary: boundary)
        return RequestBody(
            content: .source { encoder throws(FetchError) in try form.source(encoder: encoder) },
            contentType: "multipart/form-data; boundary=\(boundary)")
    }

    fileprivate func source(encoder: any BodyEncoder) throws(FetchError) -> BodySource {
        switch content {
        case .file(let url): try BodySource(url)
        case .stream(let length, let stream): BodySource(length: length, isRepeatable: false) { stream }
        case .source(let make): try make(encoder)
        case .bytes(let make): BodySource(try Self.encoded(make, encoder))
        }
    }
}
