#if NIO
import Foundation

extension Misbehaviour {
    func steps(body: String) -> [LoopbackResponse.Step] {
        let data = Data(body.utf8)
        let length = "Content-Length: "
        let head = Wire.head(Wire.length(body))
        let chunkedHead = Wire.text(Wire.chunked)
        let chunk = LoopbackResponse.Step.chunk(data)
        let text = Wire.text(body)
        let rest = Wire.json + Wire.length(body) + "\r\n" + body
        let page = Data("<!doctype html><title>Sign in</title><p>Welcome to this hotel's network!".utf8)
        return switch self {
        // MARK: Connections that end
        case .closedBeforeTheHead: [.close]
        case .resetBeforeTheHead: [.reset]
        case .closedInTheHead: [Wire.text(Wire.status + "Content-Ty"), .close]
        case .resetInTheHead: [Wire.text(Wire.status + "Content-Ty"), .reset]
        case .resetAfterTheHead: [head, .reset]
        case .closedInTheBody: [head, Wire.half(body), .close]
        case .resetInTheBody: [head, Wire.half(body), .reset]
        case .resetAfterTheBody: [head, text, .reset]
        case .closedBeforeReuse: [.closeWhenAskedAgain, head, text]

        // MARK: Lengths that lie
        case .lengthTooLong: [Wire.head(length + "\(data.count + 10)\r\n"), text, .close]
        case .lengthTooShort:
            // It is sent in one piece, so that the surplus arrives before the client can send another request.
            [Wire.text(Wire.status + rest + Wire.status + Wire.json + length + "4\r\n\r\nnull")]
        case .negativeLength: [Wire.head(length + "-1\r\n"), text, .close]
        case .lengthInWords: [Wire.head(length + "many\r\n"), text, .close]
        case .lengthOutOfRange: [Wire.head(length + "99999999999999999999999\r\n"), text, .close]
        case .enormousLength: [Wire.head(length + "\(Int64.max)\r\n"), text, .waitForClose]
        case .twoLengths: [Wire.head(Wire.length(body) + length + "1\r\n"), text, .close]
        case .lengthBesideChunks:
            [Wire.head(length + "3\r\nTransfer-Encoding: chunked\r\n"), chunk, .lastChunk, .close]

        // MARK: Chunks
        case .chunkCutOff:
            [chunkedHead, Wire.text("\(String(data.count, radix: 16))\r\n"), Wire.half(body), .close]
        case .lastChunkMissing: [chunkedHead, chunk, .close]
        case .chunkWithoutSize: [chunkedHead, Wire.text("size\r\n\(body)\r\n0\r\n\r\n"), .close]
        case .chunkSizeOutOfRange: [chunkedHead, Wire.text("FFFFFFFFFFFFFFFFF\r\n\(body)"), .close]
        case .chunkTooLong: [chunkedHead, Wire.text("1\r\n\(body)\r\n0\r\n\r\n"), .close]
        case .endlessChunkExtension: [chunkedHead, Wire.text("1;x="), Wire.flood("x")]
        case .endlessTrailers: [chunkedHead, chunk, Wire.text("0\r\n"), Wire.flood("X-Trailer: x\r\n")]

        // MARK: Heads
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

        // MARK: Status lines
        case .garbageStatusLine: [Wire.text("220 mail.example ESMTP ready\r\n"), .close]
        case .endlessStatusLine: [Wire.text("HTTP/1.1 200 "), Wire.flood("x")]
        case .statusInWords: [Wire.text("HTTP/1.1 fine OK\r\n" + rest), .close]
        case .statusOutOfRange: [Wire.text("HTTP/1.1 2000 OK\r\n" + rest), .close]
        case .statusZero: [Wire.text("HTTP/1.1 000 OK\r\n" + rest), .close]
        case .unknownVersion: [Wire.text("HTTP/7.3 200 OK\r\n" + rest), .close]
        case .http09: [text, .close]

        // MARK: Interim responses and bodies where none may be
        case .floodOfInterimResponses: [.forever([.interim(status: 103, count: 1)])]
        case .switchedProtocol:
            [
                Wire.text("HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n\(body)"),
                .waitForClose,
            ]
        case .bodyWithNoContent: [Wire.text("HTTP/1.1 204 No Content\r\n" + rest)]
        case .bodyWithNotModified: [Wire.text("HTTP/1.1 304 Not Modified\r\n" + rest)]

        // MARK: Without end
        case .endlessBody: [Wire.head("Connection: close\r\n"), Wire.flood("[]")]
        case .endlessChunks: [chunkedHead, .forever([.chunk(Data(repeating: 0x20, count: 64 << 10))])]
        case .endlessErrorPage:
            [Wire.text("HTTP/1.1 500 Oh\r\nContent-Type: text/html\r\n\r\n"), Wire.flood("<p>")]
        case .endlessRedirectPages:
            [Wire.text("HTTP/1.1 302 Found\r\nLocation: onward/\r\nConnection: close\r\n\r\n"), Wire.flood("<p>")]
        case .gzipBomb: Wire.bomb("gzip", Compressed.gzipHeader)
        case .deflateBomb: Wire.bomb("deflate", Compressed.zlibHeader)
        case .gzipBombBeforeTheClose:
            [
                Wire.head("Content-Encoding: gzip\r\nConnection: close\r\n"), .bytes(Compressed.gzipHeader),
                .bytes((0..<4096).reduce(into: Data()) { data, _ in data += Compressed.mebibyteOfZeros }), .close,
            ]

        // MARK: Compression
        case .gzipInName: Wire.good(body, fields: "Content-Encoding: gzip\r\n")
        case .gzipCutOff: Wire.coded("gzip", Wire.half(Compressed.gzip(data)))
        case .gzipChecksumWrong: Wire.coded("gzip", Compressed.gzip(data) + [1, 2, 3, 4] + Compressed.length(data))
        case .gzipWithSurplus: Wire.coded("gzip", Compressed.gzip(data) + Compressed.trailer(data) + data)
        case .deflateCutOff: Wire.coded("deflate", Compressed.zlib(data).prefix(data.count / 2))

        // MARK: Slowness
        case .silence: [.waitForClose]
        case .silenceInTheHead: [Wire.text(Wire.status + "Content-Ty"), .waitForClose]
        case .silenceInTheBody: [head, Wire.half(body), .waitForClose]
        case .drippingHead: [Wire.text(Wire.status + "X-Slow: "), Wire.drip("x")]
        case .drippingBody: [Wire.head("Connection: close\r\n"), Wire.drip(" ")]

        // MARK: Redirects
        case .redirectLoop: Wire.redirect("Location: ?\r\n")
        case .redirectChain: Wire.redirect("Location: onward/\r\n")
        case .redirectToFTP: Wire.redirect("Location: ftp://127.0.0.1/x\r\n")
        case .redirectToFile: Wire.redirect("Location: file:///etc/passwd\r\n")
        case .redirectToScript: Wire.redirect("Location: javascript:alert(1)\r\n")
        case .redirectToData: Wire.redirect("Location: data:application/json,null\r\n")
        case .redirectWithPassword: Wire.redirect("Location: http://user:password@127.0.0.1/\r\n")
        case .redirectToNonsense: Wire.redirect("Location: http://[::1\r\n")
        case .redirectToTwoAddresses: Wire.redirect("Location: http://127.0.0.1/a\r\nLocation: http://127.0.0.1/b\r\n")
        case .redirectWithoutTarget: Wire.redirect("")

        // MARK: Content
        case .brokenUTF8: Wire.json(TwistedJSON { TwistedJSON.quoted($0 + [0xFF, 0xFE]) }.data(body))
        case .deeplyNestedJSON: Wire.json(Data(repeating: 0x5B, count: 100_000) + Data(repeating: 0x5D, count: 100_000))
        case .duplicateKeys: Wire.json(TwistedJSON(repeatsKeys: true).data(body))
        case .numbersOutOfRange: Wire.json(TwistedJSON(number: "1e999").data(body))
        case .wrongTypes: Wire.json(TwistedJSON(number: "\"seven\"") { _ in Array("7".utf8) }.data(body))
        case .truncatedJSON: Wire.json(Wire.half(data))
        case .htmlPage: LoopbackResponse.data(page, type: "text/html; charset=utf-8").steps
        case .htmlCalledJSON: Wire.json(page)
        case .emptyBody: Wire.json(Data())
        }
    }
}

/// The parts from which responses are built.
private enum Wire {
    typealias Step = LoopbackResponse.Step

    static let status = "HTTP/1.1 200 OK\r\n"
    static let json = "Content-Type: application/json\r\n"
    static let chunked = status + json + "Transfer-Encoding: chunked\r\n\r\n"

    static func text(_ text: String) -> Step { .bytes(Data(text.utf8)) }

    /// Returns a head: the status line, the fields, and the blank line after them.
    static func head(_ fields: String) -> Step { text(status + json + fields + "\r\n") }

    static func length(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n" }

    static func good(_ body: String, fields: String) -> [Step] { [head(fields + length(body)), text(body)] }

    static func half(_ body: String) -> Step { .bytes(half(Data(body.utf8))) }

    static func half(_ data: Data) -> Data { data.prefix(data.count / 2) }

    /// Returns a step that sends 64 KB of repeated text at once, so that a flood doesn't take too
    /// long.
    static func flood(_ text: String) -> Step {
        .forever([.bytes(Data(String(repeating: text, count: max(1, (64 << 10) / text.utf8.count)).utf8))])
    }

    static func drip(_ text: String) -> Step {
        .forever([.bytes(Data(text.utf8)), .pause(.milliseconds(100))])
    }

    static func redirect(_ fields: String) -> [Step] {
        [text("HTTP/1.1 302 Found\r\n\(fields)Content-Length: 0\r\n\r\n")]
    }

    static func coded(_ coding: String, _ data: Data) -> [Step] {
        [head("Content-Encoding: \(coding)\r\nContent-Length: \(data.count)\r\n"), .bytes(data)]
    }

    static func bomb(_ coding: String, _ header: Data) -> [Step] {
        [
            head("Content-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n"), .chunk(header),
            .forever([.chunk(Compressed.mebibyteOfZeros)]),
        ]
    }

    static func json(_ body: Data) -> [Step] { LoopbackResponse.data(body, type: "application/json").steps }
}
#endif
