import Dispatch
import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// Cancelling reaches the wire from every face, on every transport, at each stage of a call.
@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
    /// How far the response has come when the call is cancelled.
    enum Stage: String, CaseIterable, CustomTestStringConvertible {
        case beforeTheHead, afterTheHead, inTheBody

        var testDescription: String { rawValue }

        var response: LoopbackResponse {
            let head = LoopbackResponse.Step.head(status: 200, headers: [("Content-Length", "1000")])
            return switch self {
            case .beforeTheHead: .silence
            case .afterTheHead: LoopbackResponse([head, .waitForClose])
            case .inTheBody: LoopbackResponse([head, .bytes(Data("half".utf8)), .waitForClose])
            }
        }

        /// Whether a call has come as far as the stage.
        func isReached(_ events: EventRecorder) -> Bool {
            self == .beforeTheHead || events.events.contains { $0.step == .head(status: 200) }
        }
    }

    /// How a call is made and cancelled.
    enum Face: String, CaseIterable, CustomTestStringConvertible {
        case async, result, publisher, stream, download

        var testDescription: String { rawValue }

        /// Starts a call; returns what cancels it and what waits for how it ended.
        func start(
            _ request: Request<Loopback, String>, _ client: Client<Loopback>
        ) -> (cancel: () -> Void, ending: () async -> FetchError?) {
            switch self {
            case .async:
                let task = Task {
                    await failure { () async throws(FetchError) in try await client.value(for: request) }
                }
                return (task.cancel, { await task.value })
            case .result:
                let outcomes = Outcomes()
                let task = client.fetch(request, on: .global()) { outcomes.add($0) }
                return (task.cancel, { await outcomes.first() })
            case .publisher:
                let outcomes = Outcomes()
                let subscription = client.publisher(for: request)
                    .sink {
                        outcomes.add($0.failure)
                    } receiveValue: {
                        outcomes.add(.success($0))
                    }
                // A cancelled subscription hears nothing any more: there is nothing to wait for.
                return (subscription.cancel, { outcomes.isEmpty ? .cancelled : nil })
            case .stream:
                let task = Task {
                    await failure { () async throws(FetchError) in
                        for try await _ in try await client.stream(for: request) {}
                    }
                }
                return (task.cancel, { await task.value })
            case .download:
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                let task = Task {
                    await failure { () async throws(FetchError) in try await client.download(request, to: file) }
                }
                return (task.cancel, { await task.value })
            }
        }
    }

    @Test("Cancelling closes the exchange", arguments: Carrier.allCases, Stage.allCases)
    func cancel(carrier: Carrier, stage: Stage) async throws {
        for face in Face.allCases {
            for sharing in [RequestSharing.inFlight, .never] {
                try await cancel(face, .text("/").sharing(sharing), carrier, stage)
            }
        }
    }

    private func cancel(
        _ face: Face, _ request: Request<Loopback, String>, _ carrier: Carrier, _ stage: Stage
    ) async throws {
        try await withServer { _ in
            stage.response
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = carrier.client(for: Loopback(server), observers: [events])
            let call = face.start(request, client)
            try await server.wait { $0.openExchanges == 1 }
            try await eventually { stage.isReached(events) }
            call.cancel()
            call.cancel()
            #expect(await call.ending()?.kind == .cancelled, "\(face), sharing: \(request.sharing)")
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
            #expect(server.counts.exchanges == 1)
            try await eventually { events.events.last?.step == .cancelled }
            #expect(events.events.count { $0.step == .cancelled } == 1)
        }
    }

    @Test(
        "cancelAll closes the exchanges of all interfaces", arguments: Carrier.allCases,
        [RequestSharing.inFlight, .never])
    func cancelAll(carrier: Carrier, sharing: RequestSharing) async throws {
        try await withServer { request in
            request.target == "/later" ? .text("later") : Stage.inTheBody.response
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            let faces = Face.allCases.filter { $0 != .publisher }
            let calls = faces.map { $0.start(.text("/\($0.rawValue)").sharing(sharing), client) }
            let outcomes = Outcomes()
            let subscription = client.publisher(for: .text("/publisher").sharing(sharing))
                .sink {
                    outcomes.add($0.failure)
                } receiveValue: {
                    outcomes.add(.success($0))
                }
            let count = calls.count + 1
            try await server.wait { $0.openExchanges == count }
            client.caching(.reload).cancelAll()
            for (number, call) in calls.enumerated() {
                #expect(await call.ending()?.kind == .cancelled, "\(faces[number])")
            }
            #expect(await outcomes.first()?.kind == .cancelled)
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == count }
            #expect(try await client.value(for: .text("/later")) == "later")
            subscription.cancel()
        }
    }

    @Test("switchToLatest closes the exchange of the call that it leaves", arguments: Carrier.allCases)
    func switching(carrier: Carrier) async throws {
        try await withServer { _ in
            .silence
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            let paths = PassthroughSubject<Int, Never>()
            let outcomes = Outcomes()
            let subscription =
                paths
                .map { client.publisher(for: .text("\($0)")) }
                .switchToLatest()
                .sink {
                    outcomes.add($0.failure)
                } receiveValue: {
                    outcomes.add(.success($0))
                }
            for number in 1...10 {
                paths.send(number)
                try await server.wait {
                    $0.exchanges == number && $0.openExchanges == 1 && $0.abortedExchanges == number - 1
                }
            }
            subscription.cancel()
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 10 }
            #expect(outcomes.isEmpty)
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        try await withServer { _ in
            .text("")
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let gate = Gate()
            let task = Task {
                await gate.wait()
                return await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            }
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
            #expect(server.counts.exchanges == 0)
        }
    }

    @Test func aReleasedStreamClosesItsExchange() async throws {
        try await withServer { _ in
            Stage.inTheBody.response
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            var stream: ResponseStream? = try await client.stream(for: .text("/"))
            #expect(stream?.head.status == .ok)
            stream = nil
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
        }
    }

    @Test func cancellingAnUploadClosesItsExchange() async throws {
        try await withServer { _ in
            .text("")
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
            continuation.yield(Data("first".utf8))
            let task = Task {
                await failure { () async throws(FetchError) in
                    try await client.value(for: .text("/", method: .post, body: .stream(chunks)))
                }
            }
            try await server.wait { $0.openExchanges == 1 }
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    @Test("Cancelling at random moments leaves nothing open", arguments: Carrier.allCases)
    func storm(carrier: Carrier) async throws {
        try await withServer { _ in
            .chunked(["one", "two", "three"])
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let task = Task { _ = try? await client.value(for: .text("/")) }
                        await passTurns((number % 17) * 3)
                        task.cancel()
                        await task.value
                    }
                }
            }
            try await server.wait { $0.openExchanges == 0 }
            #expect(try await client.value(for: .text("/")) == "onetwothree")
        }
    }
}

/// The outcomes that a callback delivered.
private final class Outcomes: Sendable {
    private let state = Lock<(outcomes: [FetchError?], gate: Gate)>(([], Gate()))

    var isEmpty: Bool { state.withLock { $0.outcomes.isEmpty } }

    func add(_ result: Result<String, FetchError>) {
        if case .failure(let error) = result { add(error) } else { add(nil) }
    }

    func add(_ error: FetchError?) {
        let gate = state.withLock { state in
            state.outcomes.append(error)
            return state.gate
        }
        gate.open()
    }

    /// Waits for the outcome, of which there must be one.
    func first() async -> FetchError? {
        await state.withLock { $0.gate }.wait()
        return state.withLock { $0.outcomes.count == 1 ? $0.outcomes[0] : nil }
    }
}

extension Subscribers.Completion {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
