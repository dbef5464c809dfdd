import Foundation
import FreshetCore
import FreshetJSON
import FreshetResources
import FreshetTapes
import HTTPTypes

/// A call with its steps and exchanges, for JSON.
struct CallDetails: Sendable, Codable {
    struct Field: Sendable, Codable {
        let name: String
        let value: String
    }

    struct Message: Sendable, Codable {
        var fields: [Field] = []
        /// The text of the body; `nil` if there is no body, or if it isn't text.
        var text: String?
        /// The path of the body, relative to the path of the calls, if it is an image.
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

    struct Redirect: Sendable, Codable {
        let name: String
        /// The address to which it leads.
        let url: String
    }

    let call: LoggedCall
    let steps: [LoggedStep]
    let redirects: [Redirect]
    let waterfall: Waterfall
    let exchanges: [Exchange]

    init(_ call: LoggedCall, _ tape: Tape) {
        self.call = call
        steps = call.steps
        redirects = call.steps.filter { $0.kind == .redirect }.map { Redirect(name: $0.name, url: $0.detail ?? "") }
        waterfall = call.waterfall
        exchanges = tape.entries.enumerated().map { index, entry in
            Exchange(entry, since: call.start, pictures: "\(call.id)/", index)
        }
    }

    /// Returns the body of an image that a call received, with its type.
    ///
    /// - Parameter name: The last part of ``Message/picture``.
    static func picture(_ name: Substring, in tape: Tape) -> (type: PictureType, data: Data)? {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let index = Int(parts[1]), tape.entries.indices.contains(index) else { return nil }
        let entry = tape.entries[index]
        let body = parts[0] == "sent" ? entry.request.body : parts[0] == "received" ? entry.response?.body : nil
        guard let body, !body.isCut, let type = PictureType(of: body.data) else { return nil }
        return (type, body.data)
    }
}

/// The self-describing parts of a client, or a separate part.
struct InspectedState: Sendable, Codable {
    let name: String
    let parts: [InspectedPart]
}

/// The resources of one client.
struct ClientResources: Sendable, Codable {
    let client: String
    let resources: [ResourceSummary]
}

extension CallDetails.Exchange {
    fileprivate init(_ entry: Tape.Entry, since start: Date, pictures: String, _ index: Int) {
        number = entry.attempt?.number
        cause = entry.attempt?.cause
        method = entry.request.method.rawValue
        url = entry.request.url
        offset = max(0, entry.start.timeIntervalSince(start))
        blocked = entry.blockedTime.map { $0 / .seconds(1) }
        connect = entry.connectTime.map { $0 / .seconds(1) }
        wait = entry.timeToHead / .seconds(1)
        duration = entry.duration / .seconds(1)
        request = CallDetails.Message(
            entry.request.fields, entry.request.body, picture: "\(pictures)sent-\(index)")
        status = entry.response?.head.status.code
        response = entry.response.map {
            CallDetails.Message($0.head.headerFields, $0.body, picture: "\(pictures)received-\(index)")
        }
        failure = entry.failure.map { [$0.code, $0.reason].compactMap(\.self).joined(separator: ": ") }
        curl = Self.curl(entry.request)
    }

    /// Returns the request as a curl command for a POSIX shell.
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
    fileprivate init(_ fields: HTTPFields, _ body: Tape.Body?, picture path: String) {
        self.fields = fields.map { CallDetails.Field(name: $0.name.rawName, value: $0.value) }
        type = fields[.contentType]
        guard let body else { return }
        (size, isCut) = (body.size, body.isCut)
        if !isCut, PictureType(of: body.data) != nil {
            picture = path
        } else {
            text = String(validating: body.data, as: UTF8.self).map { Self.indented($0) }
        }
    }

    /// Returns JSON in indented lines, with numbers and strings exactly as written. Any other text
    /// is returned unchanged.
    private static func indented(_ text: String) -> String {
        guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            (try? JSONTree(Data(text.utf8))) != nil
        else { return text }
        var lines: [UInt8] = []
        var (level, isText, isEscaped) = (0, false, false)
        func breakLine() {
            lines.append(UInt8(ascii: "\n"))
            lines += Array(repeating: UInt8(ascii: " "), count: min(level, 64) * 2)
        }
        for byte in text.utf8 {
            if isText {
                lines.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                lines.append(byte)
                level += 1
                breakLine()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                breakLine()
                lines.append(byte)
            case UInt8(ascii: ","):
                lines.append(byte)
                breakLine()
            case UInt8(ascii: ":"): lines += Array(": ".utf8)
            default:
                isText = byte == UInt8(ascii: "\"")
                lines.append(byte)
            }
        }
        return String(decoding: lines, as: UTF8.self)
    }
}
