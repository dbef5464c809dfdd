import Freshet
import FreshetTesting
import HackerNews
import ServiceTestSupport
import Testing

/// Lists that the service streams.
@Suite(.timeLimit(.minutes(2)))
struct ListVersionsTests {
    let clock = ManualClock()

    /// A client with one response for each request in turn, and JSON afterwards.
    private func client(
        _ responses: [StubTransport.Response], attempts: Int = 1
    ) -> (Client<HackerNews>, StubTransport) {
        let script = Lock(responses[...])
        let stub = StubTransport { _ in script.withLock { $0.popFirst() } ?? .json("[99]") }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = RetryPolicy(attempts: attempts, jitter: { 0 })
        configuration.time = clock.time
        // No time limit of a call may be taken for a wait between two requests.
        (configuration.limits.callTimeout, configuration.limits.idleTimeout) = (nil, nil)
        return (Client(HackerNews(), configuration), stub)
    }

    private static func event(_ name: String, _ data: String) -> ServerEvent<String> {
        ServerEvent(name: name, value: data)
    }

    /// Reads some versions of a list.
    private func versions(_ count: Int, _ events: [ServerEvent<String>]) async throws -> [[Int]] {
        let (client, stub) = client([.events(events)])
        var versions = client.versions(of: .top).makeAsyncIterator()
        var lists: [[Int]] = []
        while lists.count < count, let ids = try await versions.next() { lists.append(ids) }
        #expect(stub.requests.map(\.path) == ["/v0/topstories.json"])
        #expect(stub.requests.first?.head.headerFields[.accept] == "text/event-stream")
        return lists
    }

    @Test("Every change makes a version: the whole list, a member, several members")
    func changes() async throws {
        let lists = try await versions(
            7,
            [
                Self.event("put", #"{"path":"/","data":[5,6,7]}"#), Self.event("keep-alive", "null"),
                Self.event("put", #"{"path":"/1","data":60}"#), Self.event("put", #"{"path":"/3","data":8}"#),
                Self.event("patch", #"{"path":"/","data":{"0":50,"2":null,"01":61}}"#),
                Self.event("put", #"{"path":"/0","data":null}"#),
                Self.event("put", #"{"path":"/","data":{"2":3,"1":4}}"#),
                Self.event("put", #"{"path":"/","data":null}"#),
            ])
        #expect(lists == [[5, 6, 7], [5, 60, 7], [5, 60, 7, 8], [50, 61, 8], [61, 8], [4, 3], []])
    }

    @Test("What says nothing about the list changes nothing")
    func others() async throws {
        let lists = try await versions(
            2,
            [
                Self.event("put", #"{"path":"/","data":[5]}"#), Self.event("later", "?"),
                Self.event("put", #"{"path":"/0/by","data":"ann"}"#),
                Self.event("patch", #"{"path":"/0","data":{"by":"ann"}}"#),
                Self.event("put", #"{"path":"/","data":[6]}"#),
            ])
        #expect(lists == [[5], [6]])
    }

    @Test(
        "The service ends a stream that it cancels or whose token it revokes",
        arguments: [
            ("cancel", "null", "service.cancel"),
            ("auth_revoked", #""credential is no longer valid""#, "authentication.refused"),
        ])
    func ends(name: String, data: String, code: String) async throws {
        let (client, stub) = client([.events([Self.event("put", #"{"path":"/","data":[5]}"#), Self.event(name, data)])])
        var versions = client.versions(of: .new).makeAsyncIterator()
        #expect(try await versions.next() == [5])
        let error = await #expect(throws: FetchError.self) { try await versions.next() }
        #expect(error?.code == code)
        #expect(try await versions.next() == nil)
        #expect(stub.requests.count == 1)
    }

    @Test("A list is watched by its stream, which connects again")
    func watching() async throws {
        let put = Self.event("put", #"{"path":"/","data":[5]}"#)
        let (client, stub) = client([.events([put]), .events([put, Self.event("put", #"{"path":"/1","data":6}"#)])])
        var lists = client.watching(.top).makeAsyncIterator()
        #expect(try await lists.next()?.get() == [5])
        try await clock.waitForSleepers(dueWithin: .seconds(1))
        #expect(stub.requests.count == 1)
        clock.advance(by: .seconds(1))
        // Of two lists that come at once, a slow reader may get the last alone.
        var list = try await lists.next()?.get()
        while list == [5] { list = try await lists.next()?.get() }
        #expect(list == [5, 6])
        #expect(stub.requests.allSatisfy { $0.head.headerFields[.accept] == "text/event-stream" })
    }

    @Test("Where there is no stream, the list is polled", arguments: [200, 404, 406])
    func polling(status: Int) async throws {
        let (client, stub) = client([.json("[1]", status: status), .json("[2]"), .json("[3]")])
        var lists = client.watching(.top, every: .seconds(30)).makeAsyncIterator()
        #expect(try await lists.next()?.get() == [2])
        try await clock.waitForSleepers(dueWithin: .seconds(30))
        clock.advance(by: .seconds(30))
        #expect(try await lists.next()?.get() == [3])
        #expect(stub.requests.map { $0.head.headerFields[.accept] == "text/event-stream" } == [true, false, false])
    }

    @Test("A failure is sent after as many attempts as a call has, and the stream goes on")
    func failures() async throws {
        let (client, stub) = client(
            [.status(503), .status(503), .events([Self.event("put", #"{"path":"/","data":[5]}"#)])], attempts: 2)
        let lists = client.watching(.top)
        let first = Task {
            for await result in lists { return result }
            return .failure(.cancelled)
        }
        try await clock.waitForSleepers(dueWithin: .seconds(1))
        clock.advance(by: .seconds(1))
        let result: Result<[Int], FetchError> = await first.value
        #expect(throws: FetchError.self) { try result.get() }
        #expect(stub.requests.count == 2)
        try await clock.waitForSleepers(dueWithin: .seconds(1))
        clock.advance(by: .seconds(1))
        for await result in lists {
            #expect(try result.get() == [5])
            break
        }
    }
}
