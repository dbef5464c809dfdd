public import Foundation
import FreshetCore
import FreshetHTTP
import FreshetJSON
import HTTPTypes

extension Tape {
    /// The contents of a HAR file (HTTP Archive 1.2) with this tape.
    ///
    /// Equal tapes give equal bytes, since members are sorted by name.
    public var har: Data {
        let log: [String: JSONTree] = [
            "version": .text("1.2"),
            "creator": .object(["name": .text("Freshet"), "version": .text("0.2")]),
            "entries": .array(entries.map(\.json)),
            "_freshet": .object(["format": .number(1)]),
        ]
        return JSONTree.object(["log": .object(log)]).document
    }
}

extension Tape.Entry {
    fileprivate var json: JSONTree {
        var json: [String: JSONTree] = [
            "startedDateTime": .text(Self.text(of: start)), "time": .milliseconds(duration),
            "request": request.json(version: response?.version), "response": responseJSON, "cache": .object([:]),
            "timings": .object([
                "blocked": .milliseconds(blockedTime), "dns": .number(-1), "connect": .milliseconds(connectTime),
                "ssl": .number(-1), "send": .number(-1),
                "wait": response == nil ? .number(-1) : .milliseconds(timeToHead),
                "receive": response == nil ? .number(-1) : .milliseconds(duration - timeToHead),
            ]),
        ]
        let extensions = self.extensions
        if !extensions.isEmpty { json["_freshet"] = .object(extensions) }
        return .object(json)
    }

    /// Returns a date with milliseconds, always with three digits.
    private static func text(of date: Date) -> String {
        let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
        let text = InternetDate.text(of: rounded) ?? "1970-01-01T00:00:00Z"
        let fraction = text.dropFirst(20).prefix(3).filter { $0 != "Z" }
        return text.prefix(19) + "." + fraction + String(repeating: "0", count: 3 - fraction.count) + "Z"
    }

    private var responseJSON: JSONTree {
        guard let response else {
            return .object([
                "status": .number(0), "statusText": .text(""), "httpVersion": .text("unknown"),
                "cookies": .array([]), "headers": .array([]), "redirectURL": .text(""),
                "content": .object(["size": .number(0), "mimeType": .text("")]), "headersSize": .number(-1),
                "bodySize": .number(-1),
            ])
        }
        let fields = response.head.headerFields
        return .object([
            "status": .number(response.head.status.code), "statusText": .text(response.head.status.reasonPhrase),
            "httpVersion": .text(Self.version(response.version)), "headers": fields.json,
            "cookies": .array(
                fields[values: .setCookie].compactMap { JSONTree.cookie($0.prefix { $0 != ";" }) }),
            "content": response.content, "redirectURL": .text(fields[.location] ?? ""), "headersSize": .number(-1),
            "bodySize": .number(-1),
        ])
    }

    static func version(_ version: String?) -> String {
        switch version {
        case nil: "unknown"
        case "2", "2.0": "HTTP/2"
        case "3", "3.0": "HTTP/3"
        case let version?: "HTTP/\(version)"
        }
    }

    /// The information that HAR has no place for.
    private var extensions: [String: JSONTree] {
        var json: [String: JSONTree] = [:]
        if let attempt {
            json["call"] = .number(attempt.call)
            json["attempt"] = .number(attempt.number)
            if let cause = attempt.cause { json["cause"] = .text(cause) }
        }
        if let failure {
            var error: [String: JSONTree] = ["code": .text(failure.code)]
            if let reason = failure.reason { error["reason"] = .text(reason) }
            if let repetition = failure.repetition { error["repetition"] = .text(repetition) }
            json["error"] = .object(error)
        }
        if let body = request.body {
            var about: [String: JSONTree] = [:]
            if body.isCut { about["size"] = .number(body.size) }
            if body.text(of: request.fields) == nil { about["encoding"] = .text("base64") }
            if !about.isEmpty { json["requestBody"] = .object(about) }
        }
        if let response {
            if response.body?.isCut == true { json["isCut"] = .bool(true) }
            if response.body == nil { json["isWithoutBody"] = .bool(true) }
            if !response.originalFields.isEmpty { json["originalFields"] = response.originalFields.json }
            if !response.chunks.isEmpty {
                json["chunks"] = .array(
                    response.chunks.map { chunk in
                        .object(["size": .number(chunk.count), "time": .milliseconds(chunk.offset)])
                    })
            }
        }
        return json
    }
}

extension Tape.Request {
    fileprivate func json(version: String?) -> JSONTree {
        let items = url.firstIndex(of: "?").map { FormItem.all(in: url[url.index(after: $0)...].prefix { $0 != "#" }) }
        var json: [String: JSONTree] = [
            "method": .text(method.rawValue), "url": .text(url), "headers": fields.json,
            "httpVersion": .text(Tape.Entry.version(version)), "headersSize": .number(-1),
            "bodySize": .number(body?.size ?? 0),
            "cookies": .array((fields[.cookie] ?? "").split(separator: ";").compactMap { JSONTree.cookie($0) }),
            "queryString": .array(
                (items ?? []).map { .object(["name": .text($0.name), "value": .text($0.value ?? "")]) }),
        ]
        if let body {
            json["postData"] = .object([
                "mimeType": .text(fields[.contentType] ?? ""),
                "text": .text(body.text(of: fields) ?? body.data.base64EncodedString()),
            ])
        }
        return .object(json)
    }
}

extension Tape.Response {
    fileprivate var content: JSONTree {
        let fields = head.headerFields
        var json: [String: JSONTree] = [
            "size": .number(body?.size ?? 0), "mimeType": .text(fields[.contentType] ?? ""),
        ]
        guard let body else { return .object(json) }
        if let text = body.text(of: fields) {
            json["text"] = .text(text)
        } else {
            json["text"] = .text(body.data.base64EncodedString())
            json["encoding"] = .text("base64")
        }
        return .object(json)
    }
}

extension Tape.Body {
    /// Returns the bytes as text if they are UTF-8 and declared as text, otherwise `nil`.
    func text(of fields: HTTPFields) -> String? {
        guard fields[.contentEncoding] == nil || fields[.contentEncoding] == "identity",
            let text = String(validating: data, as: UTF8.self)
        else { return nil }
        guard let type = fields[.contentType].flatMap({ MediaType($0) }) else {
            return text.utf8.allSatisfy { $0 >= 0x20 || 0x09...0x0D ~= $0 } ? text : nil
        }
        return type.isText ? text : nil
    }
}

extension MediaType {
    /// Whether content of this type is text.
    var isText: Bool {
        if type == "text" || type == "multipart" || subtype.hasSuffix("+json") || subtype.hasSuffix("+xml") {
            return true
        }
        let subtypes: Set<String> = [
            "ecmascript", "graphql", "javascript", "json", "json-lines", "json-seq", "jsonl", "ndjson", "toml",
            "x-javascript", "x-ndjson", "x-www-form-urlencoded", "x-yaml", "xml", "yaml",
        ]
        return type == "application" && subtypes.contains(subtype)
    }
}

extension HTTPFields {
    fileprivate var json: JSONTree {
        .array(map { .object(["name": .text($0.name.rawName), "value": .text($0.value)]) })
    }
}

extension JSONTree {
    /// Returns milliseconds with at most three decimal places, or -1 for an unknown time, as HAR
    /// requires.
    fileprivate static func milliseconds(_ time: Duration?) -> JSONTree {
        guard let time else { return .number(-1) }
        let microseconds = Int64((max(.zero, time) / .microseconds(1)).rounded())
        let (whole, part) = microseconds.quotientAndRemainder(dividingBy: 1000)
        guard part != 0 else { return .number("\(whole)") }
        let digits = String(part)
        return .number("\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits)
    }

    fileprivate static func cookie(_ pair: Substring) -> JSONTree? {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let name = parts.first, !pair.allSatisfy(\.isWhitespace) else { return nil }
        return .object(["name": .text(name), "value": .text(parts.count > 1 ? parts[1] : "")])
    }
}
