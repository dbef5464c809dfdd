import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import FreshetStreams

/// When an event stream connects again, and with what.
@Suite(.timeLimit(.minutes(5)))
struct ReconnectionTests {
    private let clock = ManualClock()

    /// Reads a stream to its end while the clock moves through its delays.
    private func outcome<API, Value>(
        of events: ServerEvents<API, Value>, delays: [Duration]
    ) async throws -> Outcome<ServerEvent<Value>> {
        let task = Task { await Outcome(of: events) }
        for delay in delays {
            try await clock.waitForSleepers(dueWithin: delay)
            clock.advance(by: delay)
        }
        return await task.value
    }

    // MARK: - The delay

    @Test(
        "The delay is 3 seconds, or what the server names between 0.1 s and 5 min",
        arguments: [
            (nil, 3.0), (250, 0.25), (0, 0.1), (99, 0.1), (300_000, 300), (300_001, 300), (Int64.max, 300),
        ] as [(Int64?, Double)])
    func floor(milliseconds: Int64?, seconds: Double) {
        var reconnection = Reconnection(RetryPolicy(jitter: { 0 }), delay: .seconds(3))
        #expect(
            reconnection.delay(after: nil, named: milliseconds.map { .milliseconds($0) }, at: .zero)
                == .seconds(seconds))
    }

    @Test("The backoff is added and grows, until an event or a minute of an open connection")
    func backoff() {
        var reconnection = Reconnection(
            RetryPolicy(base: .seconds(1), cap: .seconds(5), jitter: { 1 }), delay: .seconds(3))
        func delays(_ count: Int, at now: Duration = .zero) -> [Duration] {
            (0..<count).map { _ in reconnection.delay(after: nil, named: nil, at: now) }
        }
        #expect(delays(5) == [4, 5, 7, 8, 8].map { .seconds($0) })
        reconnection.resetBackoff()
        #expect(delays(2) == [4, 5].map { .seconds($0) })
        reconnection.opened(at: .seconds(100))
        #expect(delays(1, at: .seconds(159)) == [.seconds(7)])
        reconnection.opened(at: .seconds(200))
        #expect(delays(2, at: .seconds(260)) == [4, 5].map { .seconds($0) })
    }

    @Test("Retry-After counts where it is longer")
    func retryAfter() {
        var reconnection = Reconnection(RetryPolicy(jitter: { 0 }), delay: .seconds(3))
        func delay(_ seconds: String) -> Duration {
            let head = HTTPResponse(status: .serviceUnavailable, headerFields: [.retryAfter: seconds])
            let error = FetchError(.status(.serviceUnavailable), response: FetchError.Response(head: head))
            return reconnection.delay(after: error, named: nil, at: .zero)
        }
        #expect(delay("1") == .seconds(3))
        #expect(delay("90") == .seconds(90))
    }

    // MARK: - The connection

    @Test("After the end of a response, the next request continues after the last event")
    func continues() async throws {
        let (client, stub) = Feed.client(
            [
                .events([ServerEvent(id: "1", value: "a"), ServerEvent(id: "2", value: "b")]), .events("c"),
                .eventStream(["id\ndata: d\n\n"]), .events("e"),
            ], time: clock.time)
        let outcome = try await outcome(
            of: client.events(for: .text()), delays: Array(repeating: .seconds(3), count: 4))
        #expect(outcome.elements.map(\.value) == ["a", "b", "c", "d", "e"])
        #expect(outcome.elements.map(\.id) == ["1", "2", "2", nil, nil])
        #expect(outcome.error == nil)
        #expect(stub.requests.map { $0.head.headerFields[.lastEventID] } == [nil, "2", "2", nil, nil])
    }

    @Test(
        "Failures of the network and of an overloaded server are waited out, however many",
        arguments: [408, 425, 429, 500, 502, 503, 504, 0])
    func outage(status: Int) async throws {
        let failing = Lock(6)
        let stub = StubTransport { _ throws(FetchError) in
            let isDown = failing.withLock { count in
                count -= 1
                return count >= 0
            }
            guard isDown else { return failing.withLock { $0 } == -1 ? .events("up") : .status(204) }
            if status == 0 { throw FetchError(.cannotConnect(.refused)) }
            return .status(status)
        }
        let client = Feed.client(stub, time: clock.time)
        let outcome = try await outcome(
            of: client.events(for: .text()), delays: Array(repeating: .seconds(3), count: 7))
        #expect(outcome.elements.map(\.value) == ["up"])
        #expect(outcome.error == nil)
        #expect(stub.requests.count == 8)
    }

    @Test(
        "An outage before the first event is waited out, too, for as long as the server asks",
        arguments: ["120", "Thu, 01 Jan 2026 00:02:00 GMT"])
    func retryAfterOfTheServer(retryAfter: String) async throws {
        // No other time limit may run out, or be taken for the delay.
        var limits = Limits()
        limits.callTimeout = nil
        let (client, stub) = Feed.client(
            [.status(503, headers: [.retryAfter: retryAfter]), .events("up")], limits: limits, time: clock.time)
        let states = Notes<StreamState>()
        let events = client.events(for: .text()).idleTimeout(nil).onStateChange { states.add($0) }
        let outcome = try await outcome(of: events, delays: [.seconds(120), .seconds(3)])
        #expect(outcome.elements.map(\.value) == ["up"])
        #expect(stub.requests.count == 3)
        let start = ManualClock().date
        guard case .waiting(start.addingTimeInterval(120), let error?) = states.values[1] else {
            Issue.record("\(states.values)")
            return
        }
        #expect(error.code == "status.503")
        let end = start.addingTimeInterval(123)
        #expect(
            Array(states.values.dropFirst(2)) == [
                .connecting(attempt: 2), .open, .waiting(until: end, after: nil), .connecting(attempt: 1), .closed(nil),
            ])
    }

    @Test(
        "Each connection begins at the request's own address, and follows every kind of redirect",
        arguments: [301, 302, 303, 307, 308])
    func redirects(status: Int) async throws {
        let (client, stub) = Feed.client(
            [.redirect(status, to: "/other"), .events("1"), .redirect(status, to: "/third"), .events("2")],
            time: clock.time)
        let outcome = try await outcome(of: client.events(for: .text()), delays: [.seconds(3), .seconds(3)])
        #expect(outcome.elements.map(\.value) == ["1", "2"])
        #expect(stub.requests.map(\.path) == ["/v1/updates", "/other", "/v1/updates", "/third", "/v1/updates"])
    }

    @Test("A request with a body is sent once, unless it is asked to reconnect")
    func post() async throws {
        let (client, stub) = Feed.client([.events("1"), .events("2"), .events("3")], time: clock.time)
        let events = client.events(for: .text(method: .post, body: .json(["a": 1])))
        #expect(await Outcome(of: events).elements.map(\.value) == ["1"])
        let both = try await outcome(of: events.reconnecting(true), delays: [.seconds(3), .seconds(3)])
        #expect(both.elements.map(\.value) == ["2", "3"])
        #expect(stub.requests.count == 4)
        let bodies = try stub.requests.map { try $0.jsonBody(as: [String: Int].self) }
        #expect(bodies == Array(repeating: ["a": 1], count: 4))
    }

    @Test("A delay changes nothing about whether a stream reconnects, nor the reverse")
    func reconnectionDelay() async throws {
        let (client, stub) = Feed.client([.events("1"), .events("2"), .events("3")], time: clock.time)
        let posted = client.events(for: .text(method: .post, body: .json(["a": 1]))).reconnectionDelay(.seconds(1))
        #expect(await Outcome(of: posted).elements.map(\.value) == ["1"])
        let both = try await outcome(of: posted.reconnecting(true), delays: [.seconds(1), .seconds(1)])
        #expect(both.elements.map(\.value) == ["2", "3"] && stub.requests.count == 4)
    }

    @Test("A body that can be sent once can't reconnect")
    func bodyOnce() async {
        let (client, stub) = Feed.client([.events("1")])
        let body = RequestBody.stream(AsyncStream<Data> { $0.finish() })
        let outcome = await Outcome(of: client.events(for: .text(method: .post, body: body)).reconnecting(true))
        #expect(outcome.error?.code == "invalid_request")
        #expect(stub.requests.isEmpty)
    }

    @Test("A failure ends a stream that does not reconnect, after the retries of other calls")
    func noReconnection() async {
        let broken = StubTransport.Response.events([ServerEvent(value: "1")], failure: FetchError(.connectionLost))
        let (client, stub) = Feed.client([broken], time: clock.time)
        let outcome = await Outcome(of: client.events(for: .text()).reconnecting(false))
        #expect(outcome.elements.map(\.value) == ["1"])
        #expect(outcome.error?.kind == .connectionLost)
        #expect(stub.requests.count == 1)
    }

    @Test("Cancelling ends the wait")
    func cancellation() async throws {
        let (client, stub) = Feed.client([.events("1")], time: clock.time)
        let states = Notes<StreamState>()
        let events = client.events(for: .text()).onStateChange { states.add($0) }
        let task = Task { await Outcome(of: events) }
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        task.cancel()
        let outcome = await task.value
        #expect(outcome.elements.map(\.value) == ["1"])
        #expect(outcome.error?.isCancellation == true)
        #expect(states.values.last == .closed(.cancelled))
        #expect(stub.requests.count == 1)
    }

    // MARK: - Time

    @Test("The timeouts of calls and attempts end with the head")
    func timeouts() async throws {
        var limits = Limits()
        limits.callTimeout = .seconds(10)
        let (client, _) = Feed.client([.events("1", "2")], limits: limits, time: clock.time)
        let request = Request<Feed, String>.text().retrying(.policy(RetryPolicy(attemptTimeout: .seconds(5))))
        var iterator = client.events(for: request).makeAsyncIterator()
        #expect(try await iterator.next()?.value == "1")
        clock.advance(by: .seconds(3600))
        #expect(try await iterator.next()?.value == "2")
    }

    @Test("A server that sends no head is given up after the timeout of the call")
    func headTimeout() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .status(204)
        }
        let client = Feed.client(stub, time: clock.time)
        let task = Task { await Outcome(of: client.events(for: .text().timeout(.seconds(10))).reconnecting(false)) }
        try await clock.waitForSleepers(dueWithin: .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(await task.value.error?.kind == .timedOut(.call(.seconds(10))))
    }
}
