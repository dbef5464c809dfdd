import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// How long an upload may take: as long as it flows.
@Suite(.timeLimit(.minutes(1)))
struct UploadTimeTests {
    enum Form: CaseIterable {
        case bytes, file, stream

        var body: RequestBody {
            switch self {
            case .bytes: .bytes(Data(count: 1 << 20 + 1))
            case .file: .file(URL(fileURLWithPath: "/tmp/a.bin"))
            case .stream: .stream(AsyncStream<Data> { $0.finish() })
            }
        }
    }

    /// A transport that sends a piece of the body every ten seconds.
    struct Slow: Transport {
        let clock: ManualClock
        let pieces: Int
        /// Holds the response.
        let gate: Gate

        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            for _ in 0..<pieces {
                do { try await clock.sleep(for: .seconds(10)) } catch { throw .cancelled }
                request.onSent?(1000)
            }
            await gate.wait()
            if Task.isCancelled { throw .cancelled }
            return try await StubTransport { _ in .status(204) }.send(request)
        }
    }

    private func upload(_ body: RequestBody, pieces: Int, gate: Gate, _ clock: ManualClock) -> Task<FetchError?, Never>
    {
        let transport = Slow(clock: clock, pieces: pieces, gate: gate)
        let client = Client(Shop(), transport: transport, cache: nil, time: clock.time)
        let request = Request<Shop, Void>("files", method: .put, body: body, reading: .nothing).retrying(.never)
        return Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
    }

    @Test("An upload of three minutes that flows succeeds with the default limits", arguments: Form.allCases)
    func flowing(form: Form) async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let call = upload(form.body, pieces: 18, gate: gate, clock)
        for _ in 0..<18 {
            try await clock.waitForSleepers(count: 2)  // the transport, and the limits of the call
            clock.advance(by: .seconds(10))
        }
        try await gate.waitUntilWaiting()
        gate.open()
        #expect(await call.value == nil)
        #expect(clock.now.offset == .seconds(180))
    }

    @Test("An upload that stalls fails as idle, counted from its last piece", arguments: Form.allCases)
    func stalling(form: Form) async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let call = upload(form.body, pieces: 5, gate: gate, clock)
        for _ in 0..<5 {
            try await clock.waitForSleepers(count: 2)
            clock.advance(by: .seconds(10))
        }
        try await gate.waitUntilWaiting()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(29))
        try await clock.waitForSleepers()
        #expect(gate.waiterCount == 1)
        clock.advance(by: .seconds(1))
        #expect(await call.value?.kind == .timedOut(.idle(.seconds(30))))
    }

    @Test func aSmallBodyHasTheTimeOfACall() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let call = upload(.bytes(Data(count: 1 << 20)), pieces: 18, gate: gate, clock)
        for _ in 0..<6 {
            try await clock.waitForSleepers(count: 2)
            clock.advance(by: .seconds(10))
        }
        #expect(await call.value?.kind == .timedOut(.call(.seconds(60))))
    }
}
