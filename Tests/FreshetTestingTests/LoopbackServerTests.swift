import Foundation
import FreshetTesting
import NIOCore
import NIOPosix
import Testing

/// The server alone, tested with a socket that sends and reads plain bytes.
@Suite(.timeLimit(.minutes(5)))
struct LoopbackServerTests {
    /// Sends a text and returns all that comes back until the server closes.
    private func exchange(with server: LoopbackServer, _ text: String) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var received = ""
            for try await var buffer in inbound { received += buffer.readString(length: buffer.readableBytes) ?? "" }
            return received
        }
    }

    @Test func stepsAreWrittenAsTheyAre() async throws {
        let server = try await LoopbackServer.start { request in
            #expect(request.path == "/a")
            #expect(request.query == "b=1")
            #expect(request.header("X-MARK") == "7")
            return LoopbackResponse([
                .interim(status: 103, count: 2), .head(status: 299, headers: [("A", "1"), ("A", "2")]),
                .chunk(Data("hello".utf8)), .lastChunk, .repeated(Data("x".utf8), times: 3), .close,
            ])
        }
        let response = try await exchange(with: server, "GET /a?b=1 HTTP/1.1\r\nHost: x\r\nx-mark: 7\r\n\r\n")
        let statusLines = response.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }
        let statuses = statusLines.map { String($0.split(separator: " ")[1]) }
        #expect(statuses == ["103", "103", "299"])
        #expect(response.hasSuffix("A: 1\r\nA: 2\r\n\r\n5\r\nhello\r\n0\r\n\r\nxxx"))
        await server.stop()
    }

    @Test func countsFollowTheExchanges() async throws {
        let server = try await LoopbackServer.start { _ in .text("bye") }
        let request = "POST /first HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"
        for _ in 1...2 { #expect(try await exchange(with: server, request).hasSuffix("bye")) }
        try await server.wait { $0.openExchanges == 0 && $0.openConnections == 0 }
        #expect(server.counts.exchanges == 2)
        #expect(server.counts.connections == 2)
        #expect(server.requests.map(\.connection) == [1, 2])
        #expect(server.requests[0].body == Data("abc".utf8))
        await server.stop()
    }
}
