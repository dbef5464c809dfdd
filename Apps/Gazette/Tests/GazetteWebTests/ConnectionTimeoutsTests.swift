import FreshetTesting
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import GazetteWeb

/// Connections whose clients are silent end after their times, which the test moves by hand.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionTimeoutsTests {
    /// A connection of a client, on a loop whose time stands still.
    private struct Connection {
        let channel = EmbeddedChannel()
        let times = ConnectionTimes()

        init() throws {
            try channel.pipeline.syncOperations.addHandler(ConnectionTimeouts(times))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        }

        var isOpen: Bool { channel.isActive }

        func receive(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

        func receiveHead() throws {
            try receive(.head(HTTPRequest(method: .post, scheme: "http", authority: "a.example", path: "/")))
        }

        func respond() throws {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }

        func pass(_ time: Duration) { channel.embeddedEventLoop.advanceTime(by: TimeAmount(time)) }

        /// Whether the connection is open until a time from now, and ends then.
        func ends(after time: Duration) -> Bool {
            pass(time - .milliseconds(1))
            guard isOpen else { return false }
            pass(.milliseconds(1))
            return !isOpen
        }
    }

    @Test func aConnectionWithoutARequestEnds() throws {
        let connection = try Connection()
        #expect(connection.ends(after: connection.times.head))
    }

    @Test func aRequestWhoseBodyIsMissingEndsHoweverManyBytesCome() throws {
        let connection = try Connection()
        connection.pass(.seconds(10))
        try connection.receiveHead()
        for _ in 0..<5 {
            connection.pass(.seconds(10))
            try connection.receive(.body(ByteBuffer(string: "a")))
        }
        #expect(connection.ends(after: connection.times.body - .seconds(50)))
    }

    @Test func aBodyThatNobodyReadsEndsAlthoughItsResponseIsSent() throws {
        let connection = try Connection()
        try connection.receiveHead()
        try connection.respond()
        #expect(connection.ends(after: connection.times.body))
    }

    @Test func anIdleConnectionEnds() throws {
        let connection = try Connection()
        for _ in 0..<2 {
            try connection.receiveHead()
            try connection.receive(.end(nil))
            try connection.respond()
            connection.pass(.seconds(50))
        }
        #expect(connection.ends(after: connection.times.idle - .seconds(50)))
    }

    @Test func aResponseMayTakeAnyTime() throws {
        let connection = try Connection()
        try connection.receiveHead()
        try connection.receive(.end(nil))
        connection.pass(.seconds(86_400))
        #expect(connection.isOpen)
        // A further request may come meanwhile.
        try connection.receiveHead()
        try connection.receive(.end(nil))
        try connection.respond()
        connection.pass(.seconds(86_400))
        #expect(connection.isOpen)
        try connection.respond()
        #expect(connection.ends(after: connection.times.idle))
    }

    @Test func aClientThatTakesNothingEnds() throws {
        let connection = try Connection()
        try connection.receiveHead()
        try connection.receive(.end(nil))
        func setWritable(_ isWritable: Bool) {
            connection.channel.isWritable = isWritable
            connection.channel.pipeline.fireChannelWritabilityChanged()
        }
        setWritable(false)
        connection.pass(connection.times.write - .milliseconds(1))
        setWritable(true)
        connection.pass(.seconds(3600))
        #expect(connection.isOpen)
        setWritable(false)
        #expect(connection.ends(after: connection.times.write))
    }

    @Test func theServerEndsConnections() async throws {
        var times = ConnectionTimes()
        times.head = .milliseconds(1)
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.port = 0
        configuration.connectionTimes = times
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = WebServer(configuration)
        let serving = Task { try await server.run { number, _ in port.yield(number) } }
        for await number in ports.prefix(1) {
            // The beginning of a request, whose end never comes. The server may end the connection before that is written.
            let connection = try? await StreamConnection.open("/", port: number, isComplete: false)
            #expect(await connection?.line { _ in true } != true)
        }
        serving.cancel()
        _ = await serving.result
    }
}
