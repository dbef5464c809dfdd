import Foundation
import Freshet
import FreshetTesting
import Testing

/// Every misbehaviour over HTTP/2, in each interface: the outcome that docs/HostileServers.md lists, and the next call
/// works.
@Suite(.timeLimit(.minutes(10)))
struct HTTP2MisbehaviourTests {
    typealias Item = MisbehaviourTests.Item

    private static let body = MisbehaviourTests.body

    @Test("Misbehaviour over HTTP/2", arguments: HTTP2Misbehaviour.allCases, ValueFace.allCases)
    func misbehaviour(_ misbehaviour: HTTP2Misbehaviour, face: ValueFace) async throws {
        ResidentMemory.beginMeasuring()
        let before = ResidentMemory.peak
        let code = try await outcome(of: Request("bad/").retrying(.never), misbehaviour, face)
        #expect(misbehaviour.outcome == code)
        #expect(ResidentMemory.peak - before < 64 << 20)
    }

    @Test("Misbehaviour over HTTP/2 during an upload", arguments: HTTP2Misbehaviour.allCases, ValueFace.allCases)
    func upload(_ misbehaviour: HTTP2Misbehaviour, face: ValueFace) async throws {
        // The size concerns the transport, which all interfaces share.
        for size in face == .async || TestLength.isLong ? [70_000, 1_000_000] : [70_000] {
            let request = Request<Loopback, Item>("bad/", method: .post, body: .bytes(Data(count: size)))
            let code = try await outcome(of: request.retrying(.never), misbehaviour, face, respondsEarly: true)
            #expect(misbehaviour.outcome == code, "\(size)")
        }
    }

    private func outcome(
        of request: Request<Loopback, Item>, _ misbehaviour: HTTP2Misbehaviour, _ face: ValueFace,
        respondsEarly: Bool = false
    ) async throws -> String {
        let server = try await LoopbackServer.start(tls: .trusted, http2: true, respondsEarly: respondsEarly) {
            request in
            request.path == "/good" ? .json(Self.body) : .misbehaving(http2: misbehaviour, body: Self.body)
        }
        let clock = ManualClock()
        var limits = Limits()
        limits.bodyBytes = 1 << 20
        limits.callTimeout = nil
        let client = Client(
            Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, limits: limits,
            retry: RetryPolicy(base: .zero), time: clock.time)
        let passing = misbehaviour.outcome == "timed_out.idle" ? time(passing: clock, once: server) : nil
        let outcome = try await face.outcome(of: request, client)
        passing?.cancel()
        _ = await passing?.result
        let next = try await face.outcome(of: Request<Loopback, Item>("good"), client)
        #expect((try? next.get()) == MisbehaviourTests.good, "\(face): \(next)")
        try await server.wait { $0.openExchanges == 0 }
        await server.stop()
        switch outcome {
        case .success(let item):
            #expect(item == MisbehaviourTests.good)
            return "a value"
        case .failure(let error): return error.code
        }
    }

    private func time(passing clock: ManualClock, once server: LoopbackServer) -> Task<Void, any Error> {
        Task {
            try await server.wait { $0.openExchanges == 1 }
            try await clock.run { Task.isCancelled }
        }
    }

    /// In some rounds the wrong frame and the response come in one read: what follows the frame is never processed.
    @Test("A call whose connection fails before its response is sent again", arguments: 1...20)
    func connectionFailsBeforeAResponse(round: Int) async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(tls: .trusted, http2: true, respondsEarly: true) { request in
            let good = LoopbackResponse.json(Self.body)
            if request.path == "/good" {
                gate.open()
                return good
            }
            let null = Data("null".utf8)
            return LoopbackResponse(good.steps + [.endStream, .hold(gate), .frame(type: 0, payload: null)])
        }
        let client = Client(
            Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: RetryPolicy(base: .zero))
        let upload = Request<Loopback, Item>("bad/", method: .post, body: .bytes(Data(count: 70_000)))
        #expect(try await client.value(for: upload) == MisbehaviourTests.good)
        #expect(try await client.value(for: Request<Loopback, Item>("good")) == MisbehaviourTests.good)
        await server.stop()
    }

    @Test func theDocumentSaysTheSame() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let document = try String(contentsOf: root.appending(path: "docs/HostileServers.md"), encoding: .utf8)
        let rows = document.split(separator: "\n").map { $0.split(separator: " | ") }.filter { $0.count == 3 }
        for misbehaviour in HTTP2Misbehaviour.allCases {
            let row = rows.first { $0[0] == "| `\(misbehaviour.rawValue)`" }
            let told = misbehaviour.outcome
            #expect(row?[2] == "\(told == "a value" ? told : "`\(told)`") |", "\(misbehaviour)")
        }
    }
}

extension HTTP2Misbehaviour {
    /// What comes of it: `a value`, or the code of an error.
    fileprivate var outcome: String {
        switch self {
        case .streamResetAfterTheBody, .earlyResponse, .http11Required, .goAwayInTheBody, .bodyAfterTheEnd,
            .unknownFrame:
            "a value"
        case .silentStream, .silentStreamInTheBody: "timed_out.idle"
        case .endWithoutAHead, .statusNotANumber: "protocol_violation"
        default: "connection_lost"
        }
    }
}
