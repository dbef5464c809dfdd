import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import Testing

/// Bodies that wait until the server asks for them (RFC 9110 §10.1.1).
@Suite(.timeLimit(.minutes(2)))
struct ExpectedContinueTests {
    /// A body whose reading is counted, with a gate that its end opens.
    private final class Body: Sendable {
        let chunks = Lock(0)
        let end = Gate()

        func stream() -> RequestBody {
            .stream(
                AsyncThrowingStream<Data, any Error> { [self] in
                    let count = chunks.withLock { count in
                        count += 1
                        return count
                    }
                    if count > 3 { end.open() }
                    return count > 3 ? nil : Data("part".utf8)
                }, length: 12)
        }
    }

    private static func upload(_ body: RequestBody) -> Request<Loopback, Void> {
        Request("/", method: .put, body: body, reading: .nothing).expectingContinue()
    }

    private static func client(
        _ server: LoopbackServer, wait: Duration = .seconds(100)
    ) -> Client<Loopback> {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.continueTimeout = wait
        return Client(
            Loopback(server), transport: AsyncHTTPClientTransport(configuration), cache: nil, retry: .never)
    }

    private static let accepted = LoopbackResponse.Step.head(status: 204, headers: [])

    @Test("Nothing of the body is read before 100 has come; then all of it is sent")
    func asked() async throws {
        let (body, leave) = (Body(), Gate())
        let server = try await LoopbackServer.start(respondsEarly: true) { request in
            #expect(request.header("expect") == "100-continue")
            return LoopbackResponse([
                .hold(leave), .interim(status: 100, count: 1), .hold(body.end), Self.accepted,
            ])
        }
        let client = Self.client(server)
        let call = Task { try await client.value(for: Self.upload(body.stream())) }
        try await leave.waitUntilWaiting()
        #expect(body.chunks.withLock { $0 } == 0)
        leave.open()
        try await call.value
        #expect(body.chunks.withLock { $0 } == 4)
        await server.stop()
    }

    @Test("After a refusal nothing of the body is read or sent", arguments: [401, 413, 417])
    func refused(status: Int) async throws {
        let body = Body()
        let server = try await LoopbackServer.start(respondsEarly: true) { _ in
            LoopbackResponse([
                .head(status: status, headers: [("Content-Type", "text/plain"), ("Content-Length", "3")]),
                .bytes(Data("No.".utf8)), .waitForClose,
            ])
        }
        let client = Self.client(server)
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Self.upload(body.stream()))
        }
        #expect(error?.status?.code == status, "\(String(describing: error))")
        #expect(error?.response?.text == "No.")
        #expect(body.chunks.withLock { $0 } == 0)
        // The server still waits for the body: the connection can't be used again.
        try await server.wait { $0.openConnections == 0 }
        #expect(server.requests[0].bodyLength == 0)
        await server.stop()
    }

    @Test("A server that does not know the field gets the body after the time for that")
    func unknown() async throws {
        try await withServer { request in
            .text(request.bodyText)
        } test: { (server) async throws in
            let client = Self.client(server, wait: .milliseconds(1))
            let request = Request<Loopback, String>("/", method: .put, body: Body().stream(), reading: .text)
            #expect(try await client.value(for: request.expectingContinue()) == "partpartpart")
        }
    }

    @Test("Where the field itself is refused, the request is sent without it", arguments: Carrier.allCases)
    func withoutTheField(carrier: Carrier) async throws {
        try await withServer { request in
            request.header("expect") == nil ? .text(request.bodyText) : .status(417, headers: [("Connection", "close")])
        } test: { (server) async throws in
            let body = RequestBody.bytes(Data("again".utf8))
            let request = Request<Loopback, String>("/", method: .post, body: body, reading: .text)
            #expect(try await carrier.client(for: Loopback(server)).value(for: request.expectingContinue()) == "again")
            #expect(server.requests.map { $0.header("expect") } == ["100-continue", nil])
        }
    }

    @Test("A request without a body expects nothing; a cancelled one leaves nothing behind")
    func edges() async throws {
        #expect(Request<Loopback, String>("/", reading: .text).expectingContinue().headers.isEmpty)
        let body = Body()
        let server = try await LoopbackServer.start(respondsEarly: true) { _ in .silence }
        let client = Self.client(server)
        let call = Task { try await client.value(for: Self.upload(body.stream())) }
        try await server.wait { $0.openExchanges == 1 }
        call.cancel()
        let error = await #expect(throws: FetchError.self) { try await call.value }
        #expect(error?.isCancellation == true)
        try await server.wait { $0.openConnections == 0 }
        #expect(body.chunks.withLock { $0 } == 0)
        await server.stop()
    }
}
