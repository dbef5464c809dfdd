import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

// Streams and downloads, through interceptors.
extension InterceptorTests {
    /// The two ways to receive a body chunk by chunk.
    enum Transfer: String, CaseIterable, CustomTestStringConvertible {
        case stream, download

        /// What the caller receives.
        struct Received {
            let text: String
            let source: ResponseSource
            let attempts: Int
        }

        var testDescription: String { rawValue }

        /// Receives the whole body. A download writes it to a file.
        func received(
            _ request: WordsRequest, _ client: Client<Words>, to file: URL
        ) async throws(FetchError) -> Received {
            switch self {
            case .stream:
                let stream = try await client.stream(for: request)
                var data = Data()
                for try await chunk in stream { data += chunk }
                return Received(
                    text: String(decoding: data, as: UTF8.self), source: stream.source,
                    attempts: stream.metrics.attempts)
            case .download:
                let response = try await client.download(request, to: file)
                return Received(
                    text: (try? String(contentsOf: file, encoding: .utf8)) ?? "", source: response.source,
                    attempts: response.metrics.attempts)
            }
        }
    }

    /// A transfer, and whether an interceptor does something before the stages below have run, or after.
    struct TransferMoment: CustomTestStringConvertible {
        let transfer: Transfer
        let isAfterNext: Bool

        static let all = Transfer.allCases.flatMap { transfer in
            [false, true].map { TransferMoment(transfer: transfer, isAfterNext: $0) }
        }

        var testDescription: String { "\(transfer), \(isAfterNext ? "after" : "before") next" }
    }

    /// Runs a test with the address of a file in a new folder, and removes the folder afterwards.
    private func withFile<Value>(_ test: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await test(folder.appending(path: "words.json"))
    }

    /// The names of the files beside a file, and of the file itself.
    private func files(at file: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    }

    @Test("Streams pass, and so do downloads", arguments: Position.allCases)
    func streams(position: Position) async throws {
        let stub = StubTransport { _ in
            StubTransport.Response(headers: [.contentType: "text/plain"], chunks: [Data("one".utf8), Data("two".utf8)])
        }
        let isStream = Lock<[Bool]>([])
        let (client, request) = client(
            stub,
            Step { request, _, next async throws(FetchError) in
                let response = try await next(request)
                if case .stream = response.body { isStream.withLock { $0.append(true) } }
                return response
            }, at: position)
        var chunks: [String] = []
        for try await chunk in try await client.stream(for: request) {
            chunks.append(String(decoding: chunk, as: UTF8.self))
        }
        #expect(chunks == ["one", "two"])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let response = try await client.download(request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "onetwo")
        #expect(response.metrics.attempts == 1)
        #expect(isStream.withLock { $0 } == [true, true])
    }

    @Test("A stream that is not passed on is closed", arguments: Position.allCases, [true, false])
    func droppedStream(position: Position, isClosed: Bool) async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "10")]), .bytes(Data("first".utf8)), .waitForClose,
            ])
        } test: { (server) async throws in
            let step = Step { request, _, next async throws(FetchError) in
                let dropped = try await next(request)
                if isClosed { dropped.close() }
                return IncomingResponse(body: Data("instead".utf8))
            }
            let client = client(
                of: Loopback(server), AsyncHTTPClientTransport.shared, call: position == .callOfClient ? [step] : [],
                attempt: position == .attemptOfClient ? [step] : [])
            var request = Request<Loopback, String>.text("/")
            if position == .callOfRequest { request = request.intercepting(call: step) }
            if position == .attemptOfRequest { request = request.intercepting(attempt: step) }
            var text = ""
            for try await chunk in try await client.stream(for: request) {
                text += String(decoding: chunk, as: UTF8.self)
            }
            #expect(text == "instead")
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
        }
    }

    @Test("A body of an interceptor's own is read where a value is wanted", arguments: Position.allCases)
    func ownStream(position: Position) async throws {
        let stub = StubTransport { _ in Self.response }
        let (client, request) = client(
            stub,
            Step { _, _, _ async throws(FetchError) in
                var response = IncomingResponse(headers: [.contentType: "application/json"])
                response.body = .stream(Chunks([#"["a","#, #""b"]"#]))
                return response
            }, at: position)
        #expect(try await client.value(for: request) == ["a", "b"])
        #expect(stub.requests.isEmpty)
    }

    // MARK: - How they end

    @Test(
        "Cancelling a transfer reaches an interceptor, and closes the body that it holds",
        arguments: TransferMoment.all, Position.allCases)
    func cancelledTransfer(moment: TransferMoment, position: Position) async throws {
        let gate = Gate()
        let transport = ChunksTransport(["one"])
        let (client, request) = client(
            transport,
            Step { request, _, next async throws(FetchError) in
                if !moment.isAfterNext { await gate.wait() }
                let response = try await next(request)
                if moment.isAfterNext { await gate.wait() }
                return response
            }, at: position)
        try await withFile { (file) async throws in
            let task = Task {
                await failure { () async throws(FetchError) in
                    try await moment.transfer.received(request, client, to: file)
                }
            }
            try await gate.waitUntilWaiting()
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
            try await eventually { gate.waiterCount == 0 && transport.body.isClosed == moment.isAfterNext }
            #expect(events.events.last?.step == .cancelled)
            #expect(transport.requestCount == (moment.isAfterNext ? 1 : 0))
            #expect(try files(at: file).isEmpty)
        }
    }

    @Test(
        "A failure of its own ends a transfer, is not retried, and closes the body",
        arguments: TransferMoment.all, Position.allCases)
    func failingTransfer(moment: TransferMoment, position: Position) async throws {
        let transport = ChunksTransport(["one"])
        let (client, request) = client(
            transport,
            Step { request, _, next async throws(FetchError) in
                if moment.isAfterNext { _ = try await next(request) }
                throw FetchError(.interceptor("The key ring is locked."))
            }, at: position, retry: RetryPolicy(base: .zero))
        try await withFile { (file) async throws in
            let error = await failure { () async throws(FetchError) in
                try await moment.transfer.received(request, client, to: file)
            }
            #expect(error?.kind == .interceptor("The key ring is locked."))
            #expect(error?.request?.url == "https://words.example/all")
            #expect(events.events.last?.step == error.map { .failed($0) })
            #expect(transport.requestCount == (moment.isAfterNext ? 1 : 0))
            try await eventually { transport.body.isClosed == moment.isAfterNext }
            #expect(try files(at: file).isEmpty)
        }
    }

    @Test("A failure of the network that it throws is retried around the attempt", arguments: Transfer.allCases)
    func retriedTransfer(transfer: Transfer) async throws {
        let isFirst = Lock(true)
        let transport = ChunksTransport(["one", "two"])
        let (client, request) = client(
            transport,
            Step { request, _, next async throws(FetchError) in
                let fails = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if fails { throw FetchError(.connectionLost) }
                return try await next(request)
            }, at: .attemptOfClient, retry: RetryPolicy(base: .zero))
        try await withFile { (file) async throws in
            let received = try await transfer.received(request, client, to: file)
            #expect(received.text == "onetwo" && received.attempts == 1)
            #expect(events.events.contains { if case .retry = $0.step { true } else { false } })
        }
    }

    @Test(
        "A transfer receives a response of its own, complete or as a stream", arguments: Transfer.allCases,
        Position.allCases)
    func respondingToATransfer(transfer: Transfer, position: Position) async throws {
        for isStream in [false, true] {
            let stub = StubTransport { _ in .status(500) }
            let (client, request) = client(
                stub,
                Step { _, _, _ async throws(FetchError) in
                    var response = IncomingResponse(body: Data("one two".utf8))
                    if isStream { response.body = .stream(Chunks(["one ", "two"])) }
                    return response
                }, at: position)
            try await withFile { (file) async throws in
                let received = try await transfer.received(request, client, to: file)
                #expect(received.text == "one two")
                #expect(received.source == (position.isAttempt ? .network : .interceptor))
                #expect(received.attempts == 0)
                #expect(try files(at: file) == (transfer == .download ? ["words.json"] : []))
            }
            #expect(stub.requests.isEmpty)
        }
    }

    @Test("A refusal of its own fails a transfer", arguments: Transfer.allCases, Position.allCases)
    func refusingATransfer(transfer: Transfer, position: Position) async throws {
        for isStream in [false, true] {
            let body = Chunks(["n", "o"])
            let (client, request) = client(
                StubTransport { _ in Self.response },
                Step { _, _, _ async throws(FetchError) in
                    var response = IncomingResponse(status: .forbidden, body: Data("no".utf8))
                    if isStream { response.body = .stream(body) }
                    return response
                }, at: position)
            try await withFile { (file) async throws in
                let error = await failure { () async throws(FetchError) in
                    try await transfer.received(request, client, to: file)
                }
                #expect(error?.kind == .status(.forbidden) && error?.response?.text == "no")
                #expect(try files(at: file).isEmpty)
            }
        }
    }
}
