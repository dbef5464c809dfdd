import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The progress of a call, in every face.
@Suite(.timeLimit(.minutes(1)))
struct ProgressTests {
    /// Sends the body in pieces of ten bytes.
    struct Pieces: Transport {
        let base: StubTransport

        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            if case .bytes(let data)? = request.body {
                for _ in 0..<data.count / 10 { request.onSent?(10) }
            }
            return try await base.send(request)
        }
    }

    private func client(
        retry: RetryPolicy = .never, _ response: @escaping @Sendable (TransportRequest) -> StubTransport.Response
    ) -> Client<Shop> {
        let stub = StubTransport { request in response(request) }
        return Client(Shop(), transport: Pieces(base: stub), cache: nil, retry: retry, time: ManualClock().time)
    }

    private let upload = Request<Shop, Data>("files", method: .put, body: .bytes(Data(count: 100)), reading: .data)

    private static let response = StubTransport.Response(
        headers: [.contentLength: "30"], chunks: [Data(count: 10), Data(count: 20)])

    @Test("The last progress has all bytes, in every face", arguments: 0..<4)
    func faces(face: Int) async throws {
        let client = client { _ in Self.response }
        let (request, progress) = upload.withProgress()
        switch face {
        case 0: _ = try await client.value(for: request)
        case 1:
            _ = try await withCheckedContinuation { continuation in
                client.start(request) { continuation.resume(returning: $0) }
            }.get()
        case 2: for try await _ in try await client.stream(for: request) {}
        default: for await _ in client.states(for: request) {}
        }
        var steps: [TransferProgress] = []
        for await step in progress { steps.append(step) }  // It ends with the call.
        let last = try #require(steps.last)
        #expect(last.isLast && last.sent.bytes == 100 && last.sent.total == 100)
        #expect(last.received.bytes == 30 && last.received.total == 30)
    }

    @Test func everyReportComesInOrder() async throws {
        let steps = Lock<[TransferProgress]>([])
        let client = client { _ in Self.response }
        let request = upload.onProgress { step in steps.withLock { $0.append(step) } }
        #expect(try await client.value(for: request.map { $0.count }) == 30)
        // Time stands still: the first report and the last.
        #expect(steps.withLock { $0.map(\.isLast) } == [false, true])
    }

    @Test("A call that fails has a last progress, too", arguments: ["status", "lost", "invalid", "cancelled"])
    func failures(reason: String) async throws {
        let client = client { _ in
            reason == "status"
                ? .status(404) : StubTransport.Response(chunks: [Data(count: 7)], failure: FetchError(.connectionLost))
        }
        let (request, progress) = upload.requiring(reason != "invalid", otherwise: "no").withProgress()
        let call = Task {
            if reason == "cancelled" { withUnsafeCurrentTask { $0?.cancel() } }
            _ = await failure { () async throws(FetchError) in try await client.value(for: request) }
        }
        var last: TransferProgress?
        for await step in progress { last = step }
        await call.value
        #expect(last?.isLast == true)
        #expect(last?.sent.bytes == (["invalid", "cancelled"].contains(reason) ? 0 : 100))
        #expect(last?.received.bytes == (reason == "lost" ? 7 : 0))
    }

    @Test func aRetryBeginsAgain() async throws {
        let counter = Counter()
        let client = client(retry: RetryPolicy(base: .zero)) { _ in counter.next == 1 ? .status(503) : Self.response }
        let (request, progress) = upload.withProgress()
        _ = try await client.value(for: request)
        var last: TransferProgress?
        for await step in progress { last = step }
        #expect(last?.sent.bytes == 100)
    }

    @Test func twoReceiversGetTheSame() async throws {
        let counts = (Counter(), Counter())
        let request = upload.onProgress { _ in _ = counts.0.next }.onProgress { _ in _ = counts.1.next }
        _ = try await client { _ in Self.response }.value(for: request.timeout(.seconds(9)))
        #expect(counts.0.next == 3 && counts.1.next == 3)
    }

    @Test func aCallWithProgressSharesNothing() async throws {
        let gate = Gate()
        let (client, stub) = Shop.client { _ async throws(FetchError) in
            await gate.wait()
            return .json(#"{"name":"tea"}"#)
        }
        let request = Request<Shop, Shop.Item>.item("tea")
        let calls = [request, request.onProgress { _ in }].map { request in
            Task { try await client.value(for: request) }
        }
        try await gate.waitUntilWaiting(count: 2)
        gate.open()
        for call in calls { #expect(try await call.value.name == "tea") }
        #expect(stub.requests.count == 2)
    }
}
