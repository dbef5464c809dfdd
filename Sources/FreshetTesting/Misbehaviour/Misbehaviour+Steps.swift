#if NIO
import Foundation

/// The parts of responses.
enum Wire {
    typealias Step = LoopbackResponse.Step

    static let status = "HTTP/1.1 200 OK\r\n"
    static let json = "Content-Type: application/json\r\n"
    static let chunked = status + json + "Transfer-Encoding: chunked\r\n\r\n"

    static func text(_ text: String) -> Step { .bytes(Data(text.utf8)) }

    /// Returns a head: status line, fields, and the blank line after them.
    static func head(_ fields: String) -> Step { text(status + json + fields + "\r\n") }

    static func length(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n" }

    /// Returns a response that is valid except for the added fields.
    static func good(_ body: String, fields: String = "") -> [Step] {
        [head(fields + length(body)), text(body)]
    }

    static func half(_ body: String) -> Step {
        .bytes(Data(body.utf8.prefix(body.utf8.count / 2)))
    }

    /// Returns a step that sends 64 KB of repeated text, so that a flood does not take too long.
    static func flood(_ text: String) -> Step {
        .forever([.bytes(Data(String(repeating: text, count: max(1, (64 << 10) / text.utf8.count)).utf8))])
    }

    static func drip(_ text: String) -> Step {
        .forever([.bytes(Data(text.utf8)), .pause(.milliseconds(100))])
    }

    static func redirect(_ fields: String) -> [Step] {
        [text("HTTP/1.1 302 Found\r\n\(fields)Content-Length: 0\r\n\r\n")]
    }
}

extension Misbehaviour {
    typealias Step = LoopbackResponse.Step

    /// The steps of the misbehaviour.
    func steps(body: String) -> [Step] {
        connectionSteps(body) ?? lengthSteps(body) ?? chunkSteps(body) ?? headSteps(body) ?? statusSteps(body)
            ?? endlessSteps(body) ?? slowSteps(body) ?? redirectSteps ?? contentSteps(body)
    }

    private func connectionSteps(_ body: String) -> [Step]? {
        let head = Wire.head(Wire.length(body))
        return switch self {
        case .closedBeforeTheHead: [.close]
        case .resetBeforeTheHead: [.reset]
        case .closedInTheHead: [Wire.text(Wire.status + "Content-Ty"), .close]
        case .resetInTheHead: [Wire.text(Wire.status + "Content-Ty"), .reset]
        case .resetAfterTheHead: [head, .reset]
        case .closedInTheBody: [head, Wire.half(body), .close]
        case .resetInTheBody: [head, Wire.half(body), .reset]
        case .resetAfterTheBody: [head, Wire.text(body), .reset]
        case .closedBeforeReuse: [.closeWhenAskedAgain, head, Wire.text(body)]
        default: nil
        }
    }

    private func lengthSteps(_ body: String) -> [Step]? {
        let length = "Content-Length: "
        let lie = Wire.text(body)
        return switch self {
        case .lengthTooLong: [Wire.head(length + "\(body.utf8.count + 10)\r\n"), lie, .close]
        case .lengthTooShort:
            // Sent in one piece, so that the surplus arrives before the client can send another request.
            [Wire.text(Wire.status + Wire.json + Wire.length(body) + "\r\n" + body + Self.forgery)]
        case .negativeLength: [Wire.head(length + "-1\r\n"), lie, .close]
        case .lengthInWords: [Wire.head(length + "many\r\n"), lie, .close]
        case .lengthOutOfRange: [Wire.head(length + "99999999999999999999999\r\n"), lie, .close]
        case .enormousLength: [Wire.head(length + "\(Int64.max)\r\n"), lie, .waitForClose]
        case .twoLengths: [Wire.head(Wire.length(body) + length + "1\r\n"), lie, .close]
        case .lengthBesideChunks:
            [
                Wire.head(length + "3\r\nTransfer-Encoding: chunked\r\n"), .chunk(Data(body.utf8)), .lastChunk,
                .close,
            ]
        default: nil
        }
    }

    private static let forgery = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nnull"

    private func chunkSteps(_ body: String) -> [Step]? {
        let head = Wire.text(Wire.chunked)
        let chunk = LoopbackResponse.Step.chunk(Data(body.utf8))
        return switch self {
        case .chunkCutOff: [head, Wire.text("\(String(body.utf8.count, radix: 16))\r\n"), Wire.half(body), .close]
        case .lastChunkMissing: [head, chunk, .close]
        case .chunkWithoutSize: [head, Wire.text("size\r\n\(body)\r\n0\r\n\r\n"), .close]
        case .chunkSizeOutOfRange: [head, Wire.text("FFFFFFFFFFFFFFFFF\r\n\(body)"), .close]
        case .chunkTooLong: [head, Wire.text("1\r\n\(body)\r\n0\r\n\r\n"), .close]
        case .endlessChunkExtension: [head, Wire.text("1;x="), Wire.flood("x")]
        case .endlessTrailers: [head, chunk, Wire.text("0\r\n"), Wire.flood("X-Trailer: x\r\n")]
        default: nil
        }
    }

    private func headSteps(_ body: String) -> [Step]? {
        switch self {
        case .hugeHeader: Wire.good(body, fields: "X-Huge: \(String(repeating: "x", count: 100_000))\r\n")
        case .endlessHeader: [Wire.text(Wire.status + "X-Endless: "), Wire.flood("x")]
        case .endlessHeaders: [Wire.text(Wire.status), Wire.flood("X-More: x\r\n")]
        case .endlessBlankLines: [Wire.flood("\r\n")]
        case .duplicateHeaders:
            Wire.good(
                body, fields: "Content-Type: text/plain\r\nETag: \"1\"\r\nETag: \"2\"\r\nDate: now\r\nDate: then\r\n")
        case .headerWithoutColon: Wire.good(body, fields: "No colon in here\r\n")
        case .headerWithoutName: Wire.good(body, fields: ": nameless\r\n")
        case .blankInHeaderName: Wire.good(body, fields: "X Y: z\r\n")
        case .zeroByteInHeader: Wire.good(body, fields: "X-Zero: a\0b\r\n")
        case .foldedHeader: Wire.good(body, fields: "X-Folded: a\r\n  b\r\n")
        default: nil
        }
    }

    private func statusSteps(_ body: String) -> [Step]? {
        let rest = Wire.json + Wire.length(body) + "\r\n" + body
        return switch self {
        case .garbageStatusLine: [Wire.text("220 mail.example ESMTP ready\r\n"), .close]
        case .endlessStatusLine: [Wire.text("HTTP/1.1 200 "), Wire.flood("x")]
        case .statusInWords: [Wire.text("HTTP/1.1 fine OK\r\n" + rest), .close]
        case .statusOutOfRange: [Wire.text("HTTP/1.1 2000 OK\r\n" + rest), .close]
        case .statusZero: [Wire.text("HTTP/1.1 000 OK\r\n" + rest), .close]
        case .unknownVersion: [Wire.text("HTTP/7.3 200 OK\r\n" + rest), .close]
        case .http09: [Wire.text(body), .close]
        case .floodOfInterimResponses: [.forever([.interim(status: 103, count: 1)])]
        case .switchedProtocol:
            [
                Wire.text("HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n\(body)"),
                .waitForClose,
            ]
        case .bodyWithNoContent: [Wire.text("HTTP/1.1 204 No Content\r\n" + rest)]
        case .bodyWithNotModified: [Wire.text("HTTP/1.1 304 Not Modified\r\n" + rest)]
        default: nil
        }
    }
}
#endif
