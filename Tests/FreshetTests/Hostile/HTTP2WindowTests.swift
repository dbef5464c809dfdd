import Foundation
import Freshet
import FreshetTesting
import Testing

/// Uploads over HTTP/2 whose windows the server changes while they run (RFC 9113 §6.9.2). SwiftNIO alone traps when
/// the end of a body waits for a negative window.
@Suite(.timeLimit(.minutes(5)))
struct HTTP2WindowTests {
    /// A body whose first piece is sent at once, and the rest when a test says so.
    private struct Upload {
        private let mayEnd = Gate()
        let body: RequestBody

        init(_ first: Int, then last: Int = 0) {
            let mayEnd = mayEnd
            let first = Lock(first)
            let rest = Lock(last)
            body = .stream(
                AsyncThrowingStream<Data, any Error> {
                    let count = first.withLock { Self.take(&$0) }
                    if count > 0 { return Data(count: count) }
                    // What came before has been sent.
                    await mayEnd.wait()
                    let remaining = rest.withLock { Self.take(&$0) }
                    return remaining > 0 ? Data(count: remaining) : nil
                })
        }

        private static func take(_ count: inout Int) -> Int {
            defer { count = 0 }
            return count
        }

        /// Waits until the first piece is sent.
        func begin() async throws { try await mayEnd.waitUntilWaiting() }

        func end() { mayEnd.open() }
    }

    /// Requests on the same connection as an upload, which make the server send a frame before its response.
    private enum Change {
        static let lower: RequestPath = "/lower"
        static let raise: RequestPath = "/raise"
        static let widen: RequestPath = "/widen"
    }

    /// `SETTINGS` with an initial window.
    private static func settings(initialWindow: UInt32) -> LoopbackResponse.Step {
        .frame(type: 4, stream: 0, payload: Data([0, 4]) + number(initialWindow))
    }

    private static func windowUpdate(stream: Int, by increment: UInt32) -> LoopbackResponse.Step {
        .frame(type: 8, stream: stream, payload: number(increment))
    }

    private static func number(_ value: UInt32) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }

    /// The stream of the upload: the second one of its connection.
    private static let upload = 3

    private static func response(to request: LoopbackRequest, ending: [LoopbackResponse.Step]) -> LoopbackResponse {
        let steps: [LoopbackResponse.Step] =
            switch request.path {
            case "/lower": [settings(initialWindow: 0)]
            case "/raise": [settings(initialWindow: 65_535)]
            case "/widen": [windowUpdate(stream: upload, by: 1_400), windowUpdate(stream: upload, by: 100)]
            case "/end": ending
            default: []
            }
        return LoopbackResponse(steps + LoopbackResponse.text("\(request.body.count)").steps)
    }

    /// Runs a test with a client that has a connection over HTTP/2, and the function that starts an upload on it.
    private func withConnection(
        ending: [LoopbackResponse.Step] = [],
        test: (Client<Loopback>, @escaping @Sendable (RequestBody) async throws -> Result<String, FetchError>)
            async throws ->
            Void
    ) async throws {
        try await withServer(tls: .trusted, http2: true) { request in
            Self.response(to: request, ending: ending)
        } test: { (server) async throws in
            let client = Client(
                Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never)
            _ = try await client.value(for: .text("/"))
            try await test(client) { body in
                try await ValueFace.async.outcome(of: .text("/upload", method: .post, body: body), client)
            }
            _ = try await client.value(for: .text("/"))
            if ending.isEmpty { #expect(server.counts.connections == 1) }
        }
    }

    @Test("The end of a body passes a negative window", arguments: [0, 1, 1_000, 65_535])
    func end(bytes: Int) async throws {
        try await withConnection { (client, send) async throws in
            let upload = Upload(bytes)
            async let response = send(upload.body)
            try await upload.begin()
            _ = try await client.value(for: .text(Change.lower))
            upload.end()
            #expect(try await response.get() == "\(bytes)")
        }
    }

    @Test("What remains of a body waits for the window, and its end for that", arguments: [Change.raise, Change.widen])
    func rest(opened: RequestPath) async throws {
        try await withConnection { (client, send) async throws in
            let upload = Upload(1_000, then: 500)
            async let response = send(upload.body)
            try await upload.begin()
            _ = try await client.value(for: .text(Change.lower))
            upload.end()
            // The window has changed once more before the body has.
            _ = try await client.value(for: .text(Change.lower))
            _ = try await client.value(for: .text(opened))
            #expect(try await response.get() == "1500")
        }
    }

    @Test("A window that is closed before a request opens for its body")
    func closedBefore() async throws {
        try await withConnection { (client, send) async throws in
            let upload = Upload(0, then: 1_500)
            _ = try await client.value(for: .text(Change.lower))
            async let response = send(upload.body)
            try await upload.begin()
            upload.end()
            _ = try await client.value(for: .text(Change.raise))
            #expect(try await response.get() == "1500")
        }
    }

    @Test("A body in one piece, whose end meets a negative window and one of the connection that is used up")
    func onePiece() async throws {
        let server = try await LoopbackServer.start(tls: .trusted, http2: true, respondsEarly: true) { request in
            guard request.method == "POST" else { return .text("good") }
            return LoopbackResponse(
                [.stopReading, Self.settings(initialWindow: 0), Self.windowUpdate(stream: 0, by: 65_535)]
                    + LoopbackResponse.text("early").steps + [.endStream])
        }
        let client = Client(Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never)
        for _ in 1...8 {
            let body = RequestBody.bytes(Data(count: 65_535))
            #expect(try await client.value(for: .text("/", method: .post, body: body)) == "early")
            #expect(try await client.value(for: .text("/")) == "good")
        }
        await server.stop()
    }

    static let endings =
        EarlyHTTP2ResponseTests.endings + [
            .init("RST_STREAM", .frame(type: 3, stream: upload, payload: number(8))),
            .init("a window that grows by nothing", windowUpdate(stream: upload, by: 0)),
            .init("an initial window that is too large", settings(initialWindow: .max)),
        ]

    @Test("A stream or connection that ends while the end of a body waits for a negative window", arguments: endings)
    func ended(ending: EarlyHTTP2ResponseTests.Ending) async throws {
        try await withConnection(ending: ending.steps) { (client, send) async throws in
            let upload = Upload(1_000, then: 500)
            async let response = send(upload.body)
            try await upload.begin()
            _ = try await client.value(for: .text(Change.lower))
            upload.end()
            _ = try await ValueFace.async.outcome(of: .text("/end"), client)
            if ending.endsUpload {
                let error = try await response.error
                #expect(error?.kind == .connectionLost, "\(String(describing: error))")
            } else {
                _ = try await client.value(for: .text(Change.raise))
                #expect(try await response.get() == "1500")
            }
        }
    }

    @Test("A window that becomes too large again ends its stream") func overflow() async throws {
        let increment = Self.windowUpdate(stream: Self.upload, by: .max >> 1)
        try await withConnection(ending: [increment, increment]) { (client, send) async throws in
            let upload = Upload(1_000, then: 500)
            async let response = send(upload.body)
            try await upload.begin()
            _ = try await client.value(for: .text(Change.lower))
            _ = try await client.value(for: .text("/end"))
            upload.end()
            let error = try await response.error
            #expect(error?.kind == .connectionLost, "\(String(describing: error))")
        }
    }
}

extension EarlyHTTP2ResponseTests.Ending {
    /// Whether it ends other streams than its own.
    fileprivate var endsUpload: Bool {
        steps.contains { step in
            switch step {
            case .resetStream: false
            default: true
            }
        }
    }
}
