public import Foundation
import FreshetHTTP
import FreshetJSON
import HTTPTypes

extension Tape {
    /// Reads the bytes of a HAR file, also those of browsers and proxies, which are often not quite valid.
    ///
    /// Only an address and a method are needed of a request. Fields of HTTP/2 such as `:authority` are left out, times
    /// that are missing or `null` are zero, and a response without a text is one whose body was not recorded, if its
    /// size or status says that there was one. `Content-Encoding` is left out, since the text is decoded.
    ///
    /// - Throws: ``TapeError`` if it is none.
    public init(har: Data) throws {
        let bytes = har.starts(with: [0xEF, 0xBB, 0xBF]) ? har.dropFirst(3) : har
        guard let json = try? JSONTree(Data(bytes)) else { throw TapeError(reason: "The file is not JSON.") }
        guard let log = json["log"], case .array(let list)? = log["entries"] else {
            throw TapeError(reason: "The file is no HAR: it has no log.entries.")
        }
        let isOurs = log["_freshet"] != nil
        if let format = log["_freshet"]?["format"]?.int, format > 1 {
            throw TapeError(reason: "The tape has the format \(format), which is newer than this version of Freshet.")
        }
        entries = try list.enumerated().map { index, json in
            do throws(TapeError) { return try Entry(json, isOurs: isOurs) } catch {
                throw TapeError(reason: "Entry \(index + 1): \(error.reason)")
            }
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
        let fields = HTTPFields(har: request["headers"])
        let body = Tape.Body(postData: request["postData"], fields, ours?["requestBody"])
        self.init(
            request: Tape.Request(method: method, url: url, fields: fields, body: body),
            response: json["response"].flatMap { Tape.Response($0, ours, isOurs: isOurs, of: method) },
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
    /// - Returns: `nil` for a status that is none: browsers write 0 or -1 for an exchange that failed.
    fileprivate init?(_ json: JSONTree, _ ours: JSONTree?, isOurs: Bool, of method: HTTPRequest.Method) {
        guard let status = json["status"]?.int, (100...999).contains(status) else { return nil }
        var fields = HTTPFields(har: json["headers"])
        let content = json["content"]
        let data: Data? = content?["text"]?.text.flatMap { text in
            content?["encoding"]?.text?.lowercased() == "base64"
                ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
        }
        var size = content?["size"]?.int ?? 0
        // Some proxies leave the size out, or have the encoded one, and have a text.
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

    /// Whether a response without a text had a body all the same.
    private static func hadBody(_ json: JSONTree, _ fields: HTTPFields) -> Bool {
        if let size = json["content"]?["size"]?.int, size != 0 { return size > 0 }
        if let size = json["bodySize"]?.int, size > 0 { return true }
        return fields[.contentLength].flatMap { Int($0) } ?? 0 > 0
    }

    private static func version(_ text: String?) -> String? {
        guard let text = text?.lowercased(), text != "unknown", !text.isEmpty else { return nil }
        let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        return digits.isEmpty
            ? nil : digits.hasSuffix(".0") && digits != "1.0" ? String(digits.dropLast(2)) : String(digits)
    }
}

extension Tape.Body {
    fileprivate init?(postData: JSONTree?, _ fields: HTTPFields, _ ours: JSONTree?) {
        guard let postData, postData != .null else { return nil }
        var data: Data
        if let text = postData["text"]?.text, !text.isEmpty || postData["params"]?.elements.isEmpty ?? true {
            let isCoded = ours?["encoding"]?.text == "base64" || postData["encoding"]?.text == "base64"
            data = isCoded ? Data(base64Encoded: text) ?? Data(text.utf8) : Data(text.utf8)
        } else {
            // A form as a list of its items alone.
            let items = (postData["params"]?.elements ?? []).compactMap { item -> String? in
                guard let name = item["name"]?.text else { return nil }
                return FormItem.encoded(name) + "=" + FormItem.encoded(item["value"]?.text ?? "")
            }
            data = Data(items.joined(separator: "&").utf8)
        }
        if data.isEmpty, ours == nil, fields[.contentLength] ?? "0" == "0", fields[.contentType] == nil { return nil }
        self.init(data, size: ours?["size"]?.int)
    }
}

extension Tape.Failure {
    fileprivate init?(_ json: JSONTree) {
        guard let code = json["code"]?.text else { return nil }
        self.init(code: code, reason: json["reason"]?.text, repetition: json["repetition"]?.text)
    }
}

extension HTTPFields {
    /// Reads a list of names and values. Those that are no fields, such as `:path`, are left out.
    fileprivate init(har json: JSONTree?) {
        self.init()
        for field in json?.elements ?? [] {
            guard let text = field["name"]?.text, !text.hasPrefix(":"), let name = HTTPField.Name(text),
                let value = field["value"]?.text
            else { continue }
            // Browsers join the lines of Set-Cookie by line breaks.
            for line in value.split(separator: "\n", omittingEmptySubsequences: false) {
                append(HTTPField(name: name, value: String(line)))
            }
        }
    }
}

extension Duration {
    /// Reads milliseconds; `nil` for a time that is missing, `null` or negative.
    fileprivate static func milliseconds(har json: JSONTree?) -> Duration? {
        guard let number = json?.double, number >= 0, number.isFinite, number < 1e12 else { return nil }
        return .microseconds(Int64((number * 1000).rounded()))
    }
}
