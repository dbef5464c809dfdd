#if NIO
import Foundation
import Freshet
import FreshetTesting
import NIOCore
import Testing

/// Bytes in the head of a response that are not UTF-8.
@Suite(.timeLimit(.minutes(5)))
struct HeadTextTests {
    private static let head = """
        HTTP/1.1 103 ~
        Link: <a~>; title="~"

        HTTP/1.1 200 D~plac~
        X-Name: caf~ ~~
        X-City: Zürich
        X-Folded: a
         ~
        Link: <b~ü>; rel=next; title="~"
        Location: /caf~/ü?q=~ü
        content-location: ~
        Content-Length: 7


        """
    private static let body = "ü~~\nx"

    /// What a server sends: each `~` is the byte E9, which is é in ISO 8859-1, and other characters are UTF-8.
    private static func sent(_ text: String) -> Data {
        Data(text.replacing("\n", with: "\r\n").utf8.map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 })
    }

    @Test("However the bytes come", arguments: [1, 2, 3, 7, 50, 10_000])
    func pieces(length: Int) {
        var (text, result) = (HeadText(), ByteBuffer())
        let all = Self.sent(Self.head + Self.body)
        let headLength = Self.sent(Self.head).count
        for start in stride(from: 0, to: all.count, by: length) {
            let piece = all[start..<min(start + length, all.count)]
            // As the guard of a connection does: the head is over when it has been decoded.
            var bytes = start < headLength ? text.convert(ByteBuffer(bytes: piece)) : ByteBuffer(bytes: piece)
            result.writeBuffer(&bytes)
            text.endReading(hasEnded: piece.endIndex >= headLength)
        }
        let expected = Self.head.replacing("~ü", with: "%E9%C3%BC").replacing("a~>", with: "a%E9>")
            .replacing("/caf~", with: "/caf%E9").replacing("location: ~", with: "location: %E9")
            .replacing("~", with: "é").replacing("\n", with: "\r\n")
        #expect(String(buffer: result).hasPrefix(expected))
        #expect(result.readableBytesView.suffix(Self.sent(Self.body).count).elementsEqual(Self.sent(Self.body)))
    }

    @Test("A body is not looked at, and a head after an interim one is")
    func wholeMessages() {
        let final = "HTTP/1.1 200 OK\nX-Name: caf~\n\n"
        var text = HeadText()
        #expect(
            String(buffer: text.convert(ByteBuffer(bytes: Self.sent("HTTP/1.1 103 Early\n\n" + final)))).contains(
                "café"))
        for head in ["HTTP/1.1 200 OK\nX-Name: cafe\n\n", "\nHTTP/1.1 200 OK\n\n", "HTTP/1.1 200 OK\n\n"] {
            var text = HeadText()
            let bytes = ByteBuffer(bytes: Self.sent(head + Self.body))
            #expect(text.convert(bytes) == bytes)
        }
        var blank = HeadText()
        #expect(String(buffer: blank.convert(ByteBuffer(bytes: Self.sent("\n" + final)))).contains("café"))
    }

    @Test("A redirect leads to the address of its bytes")
    func location() async throws {
        try await withServer { request in
            request.path == "/old"
                ? LoopbackResponse([.bytes(Self.sent("HTTP/1.1 302 ~\nLocation: /caf~/ü\nContent-Length: 0\n\n"))])
                : .text("there")
        } test: { (server) async throws in
            let response = try await Carrier.asyncHTTPClient.client(for: Loopback(server)).response(for: .text("/old"))
            #expect(response.url.text == server.baseURL + "/caf%E9/%C3%BC")
            #expect(server.requests.last?.target == "/caf%E9/%C3%BC")
            #expect(server.counts.connections == 1)
        }
    }

    @Test("Other fields are ISO 8859-1 where they are not UTF-8, and the body stays")
    func otherFields() async throws {
        try await withServer { _ in
            // The decoder refuses folded lines.
            LoopbackResponse([.bytes(Self.sent(Self.head.replacing("\n ", with: "") + Self.body))])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let response = try await client.response(for: Request<Loopback, Data>("/", reading: .data))
            let fields = response.head.headerFields
            #expect(fields[.init("X-Name")!] == "café éé")
            #expect(fields[.init("X-City")!] == "Zürich")
            #expect(fields[.init("X-Folded")!] == "aé")
            #expect(fields[.contentLocation] == "%E9")
            #expect(response.interim.first?.headerFields[.init("Link")!] == "<a%E9>; title=\"é\"")
            #expect(response.links["next"] == server.baseURL + "/b%E9%C3%BC")
            #expect(response.value == Self.sent(Self.body))
        }
    }
}
#endif
