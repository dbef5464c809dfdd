public import Foundation
import FreshetHTTP
import FreshetJSON
import HTTPTypes

extension Tape {
    /// Reads a HAR file, including files from browsers and proxies that aren't quite valid.
    ///
    /// A request needs only an address and a method. HTTP/2 pseudo-header fields such as
    /// `:authority` are left out. Times that are missing or `null` count as zero. If a response has
    /// no text but its size or status indicates a body, the body counts as not recorded.
    /// `Content-Encoding` is removed because the text is decoded, and the `charset` of a text is
    /// UTF-8. A body without `Content-Type` gets the type that the file states.
    ///
    /// Entries that can't be read are left out and listed in ``unreadableEntries``.
    ///
    /// - Throws: ``TapeError`` if the bytes aren't a HAR file, or if none of its entries can be
    ///   read.
    public init(har: Data) throws {
        var bytes = har.starts(with: [0xEF, 0xBB, 0xBF]) ? har.dropFirst(3) : har
        // A full disk or a system crash may leave zeros at the end.
        while bytes.last == 0 { bytes.removeLast() }
        guard let json = try? JSONTree(Data(bytes)) else { throw TapeError(reason: "The file is not JSON.") }
        guard let log = json["log"], case .array(let list)? = log["entries"] else {
            throw TapeError(reason: "The file isn't a HAR: it has no log.entries.")
        }
        let isOurs = log["_freshet"] != nil
        if let format = log["_freshet"]?["format"]?.int, format > 1 {
            throw TapeError(reason: "The tape has the format \(format), which is newer than this version of Freshet.")
        }
        entries = []
        for (index, json) in list.enumerated() {
            do throws(TapeError) { entries.append(try Entry(json, isOurs: isOurs)) } catch {
                unreadableEntries.append("entry \(index + 1): \(error.reason)")
            }
        }
        if entries.isEmpty, let first = unreadableEntries.first {
            throw TapeError(reason: "None of the entries can be read. The first reason is: \(first)")
        }
        if !isOurs { entries.sort { $0.start < $1.start } }
    }
}

extension Tape.Entry {
    fileprivate init(_ json: JSONTree, isOurs: Bool) throws(TapeError) {
        guard let request = json["request"], let url = request["url"]?.text, let method = request["method"]?.text,
            let method = HTTPRequest.Method(method)
        else { throw TapeError(reason: "the request has no method or no address.") }
        let ours = json["_freshet"]
        var fields = HTTPFields(har: request["headers"])
        let body = try PostData(request["postData"], &fields, ours?["requestBody"])?.body
        self.init(
            request: Tape.Request(method: method, url: url, fields: fields, body: body),
            response: try json["response"].flatMap { json throws(TapeError) in
                try Tape.Response(json, ours, isOurs: isOurs, of: method)
            },
            failure: ours?["error"].flatMap { Tape.Failure($0) },
            start: json["startedDateTime"]?.text.flatMap { InternetDate.date(from: $0) }
                ?? Date(timeIntervalSince1970: 0),
            duration: .milliseconds(har: json["time"]) ?? .zero)
        let timings = json["timings"]
        timeToHead = .milliseconds(har: timings?["wait"]) ?? .zero
        connectTime = .milliseconds(har: timings?["connect"])
        blockedTime = .milliseconds(har: timings?["blocked"])
        if !isOurs { timeToHead += (blockedTime ?? .zero) + (connectTime ?? .zero) }
        if response == nil, failure == nil { failure = Tape.Failure(code: "connection_lost") }
        if let call = ours?["call"]?.int, let number = ours?["attempt"]?.int {
            attempt = Tape.Attempt(call: call, number: number, cause: ours?["cause"]?.text)
        }
    }
}

extension Tape.Response {
    /// - Returns: `nil` if there is no valid status: browsers write 0 or -1 for failed exchanges.
    fileprivate init?(
        _ json: JSONTree, _ ours: JSONTree?, isOurs: Bool, of method: HTTPRequest.Method
    ) throws(TapeError) {
        guard let status = json["status"]?.int, (100...999).contains(status) else { return nil }
        var fields = HTTPFields(har: json["headers"])
        let content = json["content"]
        let isBase64 = content?["encoding"]?.text?.lowercased() == "base64"
        let text = content?["text"]?.text
        let data = try text.map { text throws(TapeError) in
            isBase64 ? try Data(har: text, of: "response") : Data(text.utf8)
        }
        var size = content?["size"]?.int ?? 0
        // Some proxies omit the size or write the encoded size although they include the text.
        if !isOurs || ours?["isCut"]?.bool != true { size = max(0, data == nil ? size : data?.count ?? 0) }
        let hasNoBody = method == .head || status < 200 || status == 204 || status == 304
        let isWithoutBody =
            isOurs ? ours?["isWithoutBody"]?.bool == true : data == nil && !hasNoBody && Self.hadBody(json, fields)
        var original = HTTPFields(har: ours?["originalFields"])
        if !isOurs {
            for name in [HTTPField.Name.contentEncoding, .transferEncoding] where fields.contains(name) {
                for field in fields[fields: name] { original.append(field) }
                fields[name] = nil
            }
        }
        if !isOurs, let text, !text.isEmpty {
            if fields[.contentType] == nil { fields.addContentType(har: content?["mimeType"]) }
            if !isBase64, let type = fields[.contentType], let restated = Self.inUTF8(type) {
                if original[.contentType] == nil { original[.contentType] = type }
                fields[.contentType] = restated
            }
        }
        if !hasNoBody, !isWithoutBody, let length = fields[.contentLength], length != "\(data?.count ?? 0)" {
            if original[.contentLength] == nil { original[.contentLength] = length }
            fields[.contentLength] = "\(data?.count ?? 0)"
        }
        self.init(
            head: HTTPResponse(
                status: .init(code: status, reasonPhrase: json["statusText"]?.text ?? ""), headerFields: fields),
            body: isWithoutBody ? nil : Tape.Body(data ?? Data(), size: size))
        originalFields = original
        version = Self.version(json["httpVersion"]?.text)
        chunks = (ours?["chunks"]?.elements ?? []).compactMap { chunk in
            guard let count = chunk["size"]?.int else { return nil }
            return Tape.Chunk(count: count, offset: .milliseconds(har: chunk["time"]) ?? .zero)
        }
    }

    /// Returns whether a response without a recorded text had a body.
    private static func hadBody(_ json: JSONTree, _ fields: HTTPFields) -> Bool {
        if let size = json["content"]?["size"]?.int, size != 0 { return size > 0 }
        if let size = json["bodySize"]?.int, size > 0 { return true }
        return fields[.contentLength].flatMap { Int($0) } ?? 0 > 0
    }

    /// Returns a content type with the charset changed to UTF-8, or `nil` if it doesn't declare
    /// another one.
    private static func inUTF8(_ type: String) -> String? {
        guard let charset = Multipart.parameter("charset", of: type), !["utf-8", "utf8"].contains(charset.lowercased())
        else {
            return nil
        }
        return type.split(separator: ";").map { part in
            part.drop { $0 == " " }.lowercased().hasPrefix("charset=") ? " charset=utf-8" : String(part)
        }.joined(separator: ";")
    }

    private static func version(_ text: String?) -> String? {
        guard let text = text?.lowercased(), text != "unknown", !text.isEmpty else { return nil }
        let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        return digits.isEmpty
            ? nil : digits.hasSuffix(".0") && digits != "1.0" ? String(digits.dropLast(2)) : String(digits)
    }
}

extension Tape.Failure {
    fileprivate init?(_ json: JSONTree) {
        guard let code = json["code"]?.text else { return nil }
        self.init(code: code, reason: json["reason"]?.text, repetition: json["repetition"]?.text)
    }
}

extension HTTPFields {
    /// Reads a list of names and values. Names that aren't header fields, such as `:path`, are left
    /// out.
    fileprivate init(har json: JSONTree?) {
        self.init()
        for field in json?.elements ?? [] {
            guard let text = field["name"]?.text, !text.hasPrefix(":"), let name = HTTPField.Name(text),
                let value = field["value"]?.text
            else { continue }
            // Browsers join several Set-Cookie fields with line breaks.
            for line in value.split(separator: "\n", omittingEmptySubsequences: false) {
                append(HTTPField(name: name, value: String(line)))
            }
        }
    }

    /// Adds a body's content type if the field is missing. Chrome writes `x-unknown` for an unknown
    /// type.
    mutating func addContentType(har json: JSONTree?) {
        guard let type = json?.text, type.contains("/") else { return }
        self[.contentType] = type
    }
}

extension Data {
    /// Reads Base64, which may contain line breaks and lack padding.
    ///
    /// - Parameter message: Describes the message that the body belongs to, for the error.
    init(har text: String, of message: String) throws(TapeError) {
        let digits = text.filter { !$0.isWhitespace && $0 != "=" }
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: digits + padding) else {
            throw TapeError(reason: "the body of its \(message) is not Base64.")
        }
        self = data
    }
}

extension Duration {
    /// Reads milliseconds. Returns `nil` for a time that is missing, `null` or negative.
    fileprivate static func milliseconds(har json: JSONTree?) -> Duration? {
        guard let number = json?.double, number >= 0, number.isFinite, number < 1e12 else { return nil }
        return .microseconds(Int64((number * 1000).rounded()))
    }
}
