#if NIO
package import Foundation

extension Misbehaviour {
    func endlessSteps(_ body: String) -> [Step]? {
        let onward = "HTTP/1.1 302 Found\r\nLocation: onward/\r\nConnection: close\r\n\r\n"
        return switch self {
        case .endlessBody: [Wire.head("Connection: close\r\n"), Wire.flood("[]")]
        case .endlessChunks: [Wire.text(Wire.chunked), .forever([.chunk(Data(repeating: 0x20, count: 64 << 10))])]
        case .endlessErrorPage:
            [Wire.text("HTTP/1.1 500 Oh\r\nContent-Type: text/html\r\n\r\n"), Wire.flood("<p>")]
        case .endlessRedirectPages: [Wire.text(onward), Wire.flood("<p>")]
        case .gzipBomb: Self.bomb("gzip", Compressed.gzipHeader)
        case .deflateBomb: Self.bomb("deflate", Compressed.zlibHeader)
        case .gzipBombBeforeTheClose:
            [
                Wire.head("Content-Encoding: gzip\r\nConnection: close\r\n"), .bytes(Compressed.gzipHeader),
                .bytes((0..<4096).reduce(into: Data()) { data, _ in data += Compressed.mebibyteOfZeros }), .close,
            ]
        case .gzipInName: Wire.good(body, fields: "Content-Encoding: gzip\r\n")
        default: codedSteps(body)
        }
    }

    private func codedSteps(_ body: String) -> [Step]? {
        let data = Data(body.utf8)
        let gzip = Compressed.gzip(data)
        return switch self {
        case .gzipCutOff: Self.coded("gzip", gzip.prefix(gzip.count / 2))
        case .gzipChecksumWrong: Self.coded("gzip", gzip + [1, 2, 3, 4] + Compressed.length(data))
        case .gzipWithSurplus: Self.coded("gzip", gzip + Compressed.trailer(data) + data)
        case .deflateCutOff: Self.coded("deflate", Compressed.zlib(data).prefix(data.count / 2))
        default: nil
        }
    }

    private static func coded(_ coding: String, _ data: Data) -> [Step] {
        [Wire.head("Content-Encoding: \(coding)\r\nContent-Length: \(data.count)\r\n"), .bytes(data)]
    }

    private static func bomb(_ coding: String, _ header: Data) -> [Step] {
        [
            Wire.head("Content-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n"), .chunk(header),
            .forever([.chunk(Compressed.mebibyteOfZeros)]),
        ]
    }

    func slowSteps(_ body: String) -> [Step]? {
        switch self {
        case .silence: [.waitForClose]
        case .silenceInTheHead: [Wire.text(Wire.status + "Content-Ty"), .waitForClose]
        case .silenceInTheBody: [Wire.head(Wire.length(body)), Wire.half(body), .waitForClose]
        case .drippingHead: [Wire.text(Wire.status + "X-Slow: "), Wire.drip("x")]
        case .drippingBody: [Wire.head("Connection: close\r\n"), Wire.drip(" ")]
        default: nil
        }
    }

    var redirectSteps: [Step]? {
        switch self {
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
        default: nil
        }
    }

    func contentSteps(_ body: String) -> [Step] {
        let page = "<!doctype html><title>Sign in</title><p>Welcome to this hotel's network!"
        return switch self {
        case .brokenUTF8: Self.json(TwistedJSON(body).data { .text($0 + [0xFF, 0xFE]) })
        case .numbersOutOfRange: Self.json(TwistedJSON(body).data(number: "1e999"))
        case .wrongTypes: Self.json(TwistedJSON(body).data(number: "\"seven\"") { _ in .other("7") })
        case .duplicateKeys: Self.json(TwistedJSON(body, repeatsKeys: true).data())
        case .deeplyNestedJSON:
            Self.json(
                Data(repeating: UInt8(ascii: "["), count: 100_000) + Data(repeating: UInt8(ascii: "]"), count: 100_000))
        case .truncatedJSON: Self.json(Data(body.utf8.prefix(body.utf8.count / 2)))
        case .htmlPage: LoopbackResponse.data(Data(page.utf8), type: "text/html; charset=utf-8").steps
        case .htmlCalledJSON: Self.json(Data(page.utf8))
        case .emptyBody: Self.json(Data())
        default: Wire.good(body)
        }
    }

    private static func json(_ body: Data) -> [Step] { LoopbackResponse.data(body, type: "application/json").steps }
}

/// Bytes in the codings of RFC 1951 and RFC 1952, made without zlib.
package enum Compressed {
    package static let gzipHeader = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    static let zlibHeader = Data([0x78, 0xDA])

    /// A piece of a deflate stream that ends at a byte boundary and can be repeated any number of times.
    package static let mebibyteOfZeros =
        Data([0xEC, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 8, 0x5F, 0xA0]) + Data(count: 1016)
        + Data([0x3E, 3, 0, 0, 0xFF, 0xFF])

    /// Returns a text as a gzip member with one stored block, up to 64 KB, without the checksum at its end.
    package static func gzip(_ data: Data) -> Data { gzipHeader + storedBlock(data) }

    /// Returns a text as one stored block in the format of zlib, without the checksum at its end.
    static func zlib(_ data: Data) -> Data { zlibHeader + storedBlock(data) }

    private static func storedBlock(_ data: Data) -> Data {
        let length = UInt16(truncatingIfNeeded: data.count)
        return [1] + bytes(UInt32(length) | UInt32(~length) << 16) + data.prefix(Int(length))
    }

    /// Returns the end of a gzip member: the checksum of a text and its length.
    package static func trailer(_ data: Data) -> Data {
        var checksum = ~UInt32(0)
        for byte in data {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return bytes(~checksum) + length(data)
    }

    static func length(_ data: Data) -> Data { bytes(UInt32(data.count)) }

    private static func bytes(_ number: UInt32) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    /// Returns a text as one complete gzip member.
    package static func member(_ text: String) -> Data { gzip(Data(text.utf8)) + trailer(Data(text.utf8)) }
}
#endif
