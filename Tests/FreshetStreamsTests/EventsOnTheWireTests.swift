import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

/// Event streams over real HTTP.
@Suite(.timeLimit(.minutes(5)))
struct EventsOnTheWireTests {
    private static let head = LoopbackResponse.Step.head(
        status: 200, headers: [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")])

    @Test("A server that cuts after each event: nothing is lost and nothing comes twice")
    func cuts() async throws {
        try await withServer { request in
            let last = request.header("last-event-id").flatMap { Int($0) } ?? 0
            guard last < 50 else { return .status(204) }
            // The next event is cut off in its middle, with its id.
            let next = LoopbackResponse.Step.chunk(Data("id: \(last + 2)\ndata: \(last + 2)\n".utf8))
            return .events([ServerEvent(id: "\(last + 1)", value: "\(last + 1)")], then: [next, .cut])
        } test: { server, client in
            let events = client.events(for: .text()).reconnecting(true, delay: .zero)
            let outcome = await Outcome(of: events)
            #expect(outcome.elements.map(\.value) == (1...50).map { "\($0)" })
            #expect(outcome.error == nil)
            // A connection that is cut may lose an event on its way, which comes on the next one.
            #expect(server.counts.exchanges >= 51)
        }
    }

    @Test("A slow reader stops the server, and reads on where it was")
    func backPressure() async throws {
        let event = Data("id: 1\ndata: \(String(repeating: "x", count: 10_000))\n\n".utf8)
        try await withServer { request in
            request.path == "/other" ? .text("here") : LoopbackResponse([Self.head, .forever([.chunk(event)])])
        } test: { server, client in
            var iterator: ServerEvents.AsyncIterator? = client.events(for: .text()).makeAsyncIterator()
            #expect(try await iterator?.next()?.value.count == 10_000)
            // The server may go on during these calls. It writes until the buffers of both sides are full, and then no
            // more.
            for _ in 0..<500 { #expect(try await client.value(for: .text("other")) == "here") }
            let written = server.counts.writtenBytes
            #expect(written < 32 << 20)
            for _ in 0..<(written / 10_000 + 10) { #expect(try await iterator?.next()?.value.count == 10_000) }
            iterator = nil
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    @Test("A reader that does not read makes no stream idle; a silent server does, and its comments do not")
    func idle() async throws {
        let clock = ManualClock()
        let silence = Gate()
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse([
                Self.head, .chunk(Data("data: 1\n\n".utf8)), .hold(silence), .chunk(Data(": still here\n\n".utf8)),
                .waitForClose,
            ])
        }
        let client = Feed.client(
            AsyncHTTPClientTransport(), service: Feed(baseURL: server.baseURL), time: clock.time)
        let states = Notes<StreamState>()
        var iterator = client.events(for: .text()).onStateChange { states.add($0) }.makeAsyncIterator()
        #expect(try await iterator.next()?.value == "1")
        clock.advance(by: .seconds(3600))
        #expect(states.values == [.connecting(attempt: 1), .open])
        let second = Task { [iterator] in
            var iterator = iterator
            return try await iterator.next()
        }
        // The wait begins now: it is over 45 seconds after the comment.
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        silence.open()
        try await clock.run { states.values.count > 2 }
        guard case .waiting(_, let error?) = states.values[2] else {
            Issue.record("\(states.values)")
            return
        }
        #expect(error.kind == .timedOut(.idle(.seconds(45))))
        second.cancel()
        await #expect(throws: FetchError.cancelled) { try await second.value }
        await server.stop()
    }

    @Test("Leaving the loop closes the connection")
    func leaving() async throws {
        try await withServer { _ in
            .events([ServerEvent(value: "1")], then: [.waitForClose])
        } test: { server, client in
            for try await event in client.events(for: .text()) {
                #expect(event.value == "1")
                break
            }
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
        }
    }

    // MARK: - The other faces

    @Test("A publisher takes as many events as are asked for, and its cancellation closes the connection")
    func publisher() async throws {
        try await withServer { _ in
            .events([ServerEvent(value: "1"), ServerEvent(value: "2"), ServerEvent(value: "3")], then: [.waitForClose])
        } test: { server, client in
            let recorder = PublisherRecorder(
                client.events(for: .text()).publisher.map(\.value), demand: .none)
            #expect(server.counts.exchanges == 0)
            recorder.request(.max(2))
            try await recorder.waitForValues(count: 2)
            #expect(recorder.values == ["1", "2"])
            recorder.cancel()
            try await server.wait { $0.openExchanges == 0 }
            #expect(recorder.values == ["1", "2"])
            #expect(recorder.completion == nil)
        }
    }

    @Test("Callbacks get the events on their queue, and the end once, also after a cancellation")
    func callbacks() async throws {
        try await withServer { _ in
            .events([ServerEvent(value: "1"), ServerEvent(value: "2")], then: [.waitForClose])
        } test: { server, client in
            let queue = DispatchQueue(label: "test")
            let values = Notes<String>()
            let second = Gate()
            let result = await withCheckedContinuation { continuation in
                let task = client.events(for: .text()).deliver(on: queue) { event in
                    dispatchPrecondition(condition: .onQueue(queue))
                    values.add(event.value)
                    if event.value == "2" { second.open() }
                } completion: { result in
                    dispatchPrecondition(condition: .onQueue(queue))
                    continuation.resume(returning: result)
                }
                Task {
                    await second.wait()
                    #expect(!task.isFinished)
                    task.cancel()
                }
            }
            #expect(values.values == ["1", "2"])
            guard case .failure(let error) = result else {
                Issue.record("The delivery ended by itself.")
                return
            }
            #expect(error.isCancellation)
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    // MARK: - Connections of their own

    @Test("Open streams starve no other call, neither of connections nor of permits")
    func otherCalls() async throws {
        let server = try await LoopbackServer.start { request in
            request.path == "/updates" ? .events([ServerEvent(value: "1")], then: [.waitForClose]) : .text("here")
        }
        var configuration = ClientConfiguration(transport: AsyncHTTPClientTransport(), cache: nil)
        configuration.rateLimit = RateLimit(callsAtOnce: 2)
        let client = Client(Feed(baseURL: server.baseURL), configuration)
        var open: [ServerEvents<Feed, String>.AsyncIterator] = []
        for _ in 0..<20 {
            var iterator = client.events(for: .text()).makeAsyncIterator()
            #expect(try await iterator.next()?.value == "1")
            open.append(iterator)
        }
        #expect(try await client.value(for: .text("other")) == "here")
        try await server.wait { $0.openExchanges == 20 }
        open = []
        try await server.wait { $0.openExchanges == 0 }
        await server.stop()
    }

    @Test("On URLSession, open streams starve no other call, either")
    func otherCallsOnURLSession() async throws {
        let end = Gate()
        let server = try await LoopbackServer.start { request in
            request.path == "/updates"
                ? .events([ServerEvent(value: "1")], then: [.hold(end), .lastChunk]) : .text("here")
        }
        let client = Feed.client(URLSessionTransport(), service: Feed(baseURL: server.baseURL))
        var open: [ServerEvents<Feed, String>.AsyncIterator] = []
        for _ in 0..<12 {
            var iterator = client.events(for: .text()).reconnecting(false).makeAsyncIterator()
            #expect(try await iterator.next()?.value == "1")
            open.append(iterator)
        }
        #expect(try await client.value(for: .text("other")) == "here")
        end.open()
        for var iterator in open { #expect(try await iterator.next() == nil) }
        await server.stop()
    }

    @Test("A thousand streams are open at once, in little memory")
    func thousand() async throws {
        let count = TestLength.count(300, long: 1_000)
        try await withServer { _ in
            .events([ServerEvent(value: "1")], then: [.waitForClose])
        } test: { server, client in
            let before = residentBytes()
            let open = try await withThrowingTaskGroup(of: ServerEvents<Feed, String>.AsyncIterator.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        var iterator = client.events(for: .text()).makeAsyncIterator()
                        let event = try await iterator.next()
                        #expect(event?.value == "1")
                        return iterator
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(server.counts.openExchanges == count)
            // Both ends are in this process: the server's connection counts, too.
            let grown = residentBytes() - before
            #expect(grown < count * 160 << 10, "\(grown >> 10) KiB for \(open.count) streams")
        }
    }
}
