import Foundation
import FreshetCore
import FreshetResources
import FreshetTapes
import HTTPTypes

/// A call with its steps and exchanges, as JSON has it.
struct CallDetails: Sendable, Codable {
    struct Field: Sendable, Codable {
        let name: String
        let value: String
    }

    struct Message: Sendable, Codable {
        var fields: [Field] = []
        /// The text of the body; `nil` if it has none, or is no text.
        var text: String?
        /// The body of a picture, as Base64.
        var picture: String?
        var type: String?
        var size = 0
        var isCut = false
    }

    struct Exchange: Sendable, Codable {
        let number: Int?
        let cause: String?
        let method: String
        let url: String
        /// The seconds since the start of the call.
        let offset: Double
        let blocked: Double?
        let connect: Double?
        let wait: Double
        let duration: Double
        let request: Message
        let status: Int?
        let response: Message?
        let failure: String?
        let curl: String
    }

    let call: LoggedCall
    let steps: [LoggedStep]
    let exchanges: [Exchange]

    init(_ call: LoggedCall, _ tape: Tape) {
        self.call = call
        steps = call.steps
        exchanges = tape.entries.map { Exchange($0, since: call.start) }
    }
}

/// The resources of one client.
struct ClientResources: Sendable, Codable {
    let client: String
    let resources: [ResourceSummary]
}

extension CallDetails.Exchange {
    fileprivate init(_ entry: Tape.Entry, since start: Date) {
        number = entry.attempt?.number
        cause = entry.attempt?.cause
        method = entry.request.method.rawValue
        url = entry.request.url
        offset = max(0, entry.start.timeIntervalSince(start))
        blocked = entry.blockedTime.map { $0 / .seconds(1) }
        connect = entry.connectTime.map { $0 / .seconds(1) }
        wait = entry.timeToHead / .seconds(1)
        duration = entry.duration / .seconds(1)
        request = CallDetails.Message(entry.request.fields, entry.request.body)
        status = entry.response?.head.status.code
        response = entry.response.map { CallDetails.Message($0.head.headerFields, $0.body) }
        failure = entry.failure.map { [$0.code, $0.reason].compactMap(\.self).joined(separator: ": ") }
        curl = Self.curl(entry.request)
    }

    /// The request as a command for a POSIX shell.
    private static func curl(_ request: Tape.Request) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        var parts = ["curl", "-X", request.method.rawValue, quoted(request.url)]
        for field in request.fields { parts += ["-H", quoted("\(field.name.rawName): \(field.value)")] }
        if let body = request.body, !body.data.isEmpty {
            parts += ["--data-binary", quoted(String(decoding: body.data, as: UTF8.self))]
        }
        return parts.joined(separator: " ")
    }
}

extension CallDetails.Message {
    fileprivate init(_ fields: HTTPFields, _ body: Tape.Body?) {
        self.fields = fields.map { CallDetails.Field(name: $0.name.rawName, value: $0.value) }
        type = fields[.contentType]
        guard let body else { return }
        (size, isCut) = (body.size, body.isCut)
        let kind = type?.lowercased() ?? ""
        if ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(where: kind.hasPrefix), !isCut {
            picture = body.data.base64EncodedString()
        } else {
            text = String(validating: body.data, as: UTF8.self).map { Self.indented($0) }
        }
    }

    /// JSON in lines, and any other text as it is.
    private static func indented(_ text: String) -> String {
        guard let first = text.first, first == "{" || first == "[",
            let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
            let data = try? JSONSerialization.data(
                withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return text }
        return String(decoding: data, as: UTF8.self)
    }
}
