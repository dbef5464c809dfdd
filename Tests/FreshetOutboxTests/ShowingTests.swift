#if SQLite
import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// What resources show of the writes that wait.
@Suite(.timeLimit(.minutes(30)))
struct ShowingTests {
    private let test: OutboxTest
    /// What responses are stored in, as in a file that outlives the process.
    private let cache = MemoryCacheStore()

    init() throws { test = try OutboxTest() }

    private static func post(_ id: Int) -> Request<Forum, Post> {
        Request<Forum, Post>("posts/\(id)").tagged("posts")
    }

    /// Adds a word to the text of a post. It may be sent again.
    private static let append = DurableWrite<Forum, Post, Void>("append") {
        Request("posts/\($0.id)/words", method: .post, body: .json($0), reading: .nothing)
    } plan: { input, write in
        write.update(post(input.id)) { post in
            if !post.text.hasSuffix(input.text) { post.text += input.text }
        }
    }
    .repeating(.byKey())
    .scoped { "post \($0.id)" }

    private func client(
        _ transport: StubTransport, _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> Client<Forum> {
        let cache = HTTPCache(store: cache)
        return test.client(transport) { configuration in
            configuration.cache = cache
            change(&configuration)
        }
    }

    private func open(
        _ client: Client<Forum>, _ writes: DurableWrite<Forum, Post, Void>..., settings: OutboxSettings? = nil
    ) throws(OutboxError) -> Outbox {
        var list = OutboxWrites()
        for write in writes { try list.register(write, with: client) }
        return try Outbox(
            file: test.folder.file, writes: list, settings: settings ?? test.settings, time: test.clock.time)
    }

    private static func json(_ text: String, id: Int = 1) -> StubTransport.Response {
        .json(#"{"id":\#(id),"text":"\#(text)"}"#, headers: [.cacheControl: "private, max-age=3600"])
    }

    /// Stores posts as an earlier process has fetched them.
    private func fetch(_ ids: ClosedRange<Int> = 1...1) async throws {
        let earlier = client(
            StubTransport { request in
                Self.json("old", id: Int(request.head.path?.split(separator: "/").last ?? "") ?? 0)
            })
        for id in ids { _ = try await earlier.value(for: Self.post(id)) }
    }

    /// Returns the text that a post shows now. A recorder may receive it later.
    private static func text(in client: Client<Forum>) -> String? { client.resource(post(1)).state.value?.text }

    /// Responds to requests until the outbox is empty.
    private func serve(_ stub: StubTransport, text: String, requests: Int) async throws {
        for _ in 0..<requests {
            let request = try await stub.nextRequest()
            request.respond(with: request.request.head.method == .get ? Self.json(text) : .status(204))
        }
    }

    // MARK: - While it waits

    @Test func aChangeIsShownWhenTheWriteIsStoredAndNotBefore() async throws {
        try await fetch()
        test.reachability.isOffline = true
        let client = client(StubTransport())
        let outbox = try open(client, Self.append)
        let post = client.resource(Self.post(1))
        let recorder = ResourceRecorder(post)
        try await recorder.state { $0.value != nil }
        let receipt = try await outbox.enqueue(Self.append, Post(id: 1, text: "+new"))
        #expect(post.state.value?.text == "old+new")
        #expect(post.state.pendingWrites == [receipt.id])
        #expect(post.state.pendingChanges == 1)
        #expect(await outbox.writes.map(\.id) == post.state.pendingWrites)
    }

    @Test func whatCannotBeStoredIsNotShown() async throws {
        try await fetch()
        test.reachability.isOffline = true
        let client = client(StubTransport())
        var settings = test.settings
        settings.countLimit = 1
        let outbox = try open(client, Self.append, settings: settings)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        let error = await outboxFailure { () async throws(OutboxError) in
            try await outbox.enqueue(Self.append, Post(id: 1, text: "+b"))
        }
        #expect(error == .full)
        #expect(Self.text(in: client) == "old+a")
        try await recorder.state { $0.value?.text == "old+a" }
        #expect(!recorder.values.contains { $0?.text.contains("+b") == true })
    }

    @Test func afterARestartTheFirstStateHasTheChangesInTheirOrder() async throws {
        try await fetch(1...2)
        test.reachability.isOffline = true
        let first = try open(client(StubTransport()), Self.append)
        for text in ["+a", "+b", "+c"] { try await first.enqueue(Self.append, Post(id: 1, text: text)) }
        try await first.enqueue(Self.append, Post(id: 2, text: "+d"))
        await first.close()

        let client = client(StubTransport())
        let outbox = try open(client, Self.append)
        let recorders = [1, 2].map { ResourceRecorder(client.resource(Self.post($0))) }
        for recorder in recorders { try await recorder.state { $0.value != nil } }
        for (recorder, text) in zip(recorders, ["old+a+b+c", "old+d"]) {
            #expect(recorder.states.compactMap(\.value?.text).allSatisfy { $0 == text })
            #expect(recorder.states.allSatisfy { !$0.pendingWrites.isEmpty })
        }
        let ids = await outbox.writes.map(\.id)
        #expect(recorders[0].last?.pendingWrites == Array(ids[..<3]))
    }

    @Test func changesByTagReachResourcesThatComeIntoMemoryLater() async throws {
        try await fetch(1...2)
        test.reachability.isOffline = true
        let rename = DurableWrite<Forum, Post, Void>("rename") {
            Request("posts", method: .patch, body: .json($0), reading: .nothing)
        } plan: { input, write in
            write.update("posts", as: Post.self) { $0.text = input.text }
        }
        let first = try open(client(StubTransport()), rename)
        try await first.enqueue(rename, Post(id: 0, text: "renamed"))
        await first.close()

        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, rename)
        let recorder = ResourceRecorder(client.resource(Self.post(2)))
        try await recorder.state { $0.value != nil }
        #expect(recorder.states.compactMap(\.value?.text).allSatisfy { $0 == "renamed" })
        test.reachability.isOffline = false
        try await stub.nextRequest().respond(with: .status(422))
        try await recorder.state { $0.pendingWrites.isEmpty }
        #expect(recorder.last?.value?.text == "old")
        #expect(await outbox.state.failed == 1)
    }

    @Test func anOutboxThatIsReleasedShowsNothingAndHoldsNoScope() async throws {
        try await fetch()
        test.reachability.isOffline = true
        let stub = StubTransport { _ in .status(204) }
        let client = client(stub)
        var outbox: Outbox? = try open(client, Self.append)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        try await outbox?.enqueue(Self.append, Post(id: 1, text: "+a"))
        #expect(Self.text(in: client) == "old+a")
        outbox = nil
        try await recorder.state { $0.pendingWrites.isEmpty }
        #expect(recorder.last?.value?.text == "old")
        try await client.write(Request<Forum, Void>("live", method: .post, reading: .nothing)) { $0.scope = "post 1" }
        #expect(stub.requests.count == 1)
    }

    // MARK: - The end

    @Test func aDeliveredChangeStaysUntilALaterResponseAndIsFetchedOnceForAll() async throws {
        try await fetch()
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, Self.append)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        for text in ["+a", "+b", "+c"] { try await outbox.enqueue(Self.append, Post(id: 1, text: text)) }
        for _ in 0..<3 { try await stub.nextRequest().respond(with: .status(204)) }
        let get = try await stub.nextRequest()
        #expect(get.request.head.method == .get)
        #expect(Self.text(in: client) == "old+a+b+c")
        get.respond(with: Self.json("server"))
        try await recorder.state { $0.value?.text == "server" }
        #expect(recorder.last?.pendingChanges == 0)
        #expect(stub.requests.count == 4)
        #expect(recorder.last?.pendingWrites == [])
    }

    @Test func aFinalFailureRemovesItsChangeOnly() async throws {
        try await fetch()
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, Self.append)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        let failing = try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        let second = try await outbox.enqueue(Self.append, Post(id: 1, text: "+b"))
        let request = try await stub.nextRequest()
        #expect(Self.text(in: client) == "old+a+b")
        request.respond(with: .status(422))
        _ = try await stub.nextRequest()
        #expect(Self.text(in: client) == "old+b")
        #expect(client.resource(Self.post(1)).state.pendingWrites == [second.id])
        // Tried again, it is shown where it was.
        try await outbox.retry(failing.id)
        #expect(Self.text(in: client) == "old+a+b")
        #expect(client.resource(Self.post(1)).state.pendingWrites == [failing.id, second.id])
    }

    @Test func aDiscardedChangeGoesAndAnEditedOneChangesAtOnce() async throws {
        try await fetch()
        test.reachability.isOffline = true
        let client = client(StubTransport())
        let outbox = try open(client, Self.append)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        // A state that follows at once may be the only one that an observer receives.
        func expect(_ text: String) async throws {
            #expect(Self.text(in: client) == text)
            try await recorder.state { $0.value?.text == text }
        }
        try await recorder.state { $0.value?.text == "old" }
        let first = try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        try await expect("old+a")
        let second = try await outbox.enqueue(Self.append, Post(id: 1, text: "+b"))
        try await expect("old+a+b")
        try await outbox.edit(first.id, of: Self.append, Post(id: 1, text: "+A"))
        try await expect("old+A+b")
        try await outbox.discard(second.id)
        try await expect("old+A")
        let texts = recorder.values.compactMap(\.?.text)
        #expect(texts == ["old", "old+a", "old+a+b", "old+A+b", "old+A"])
    }

    @Test func aReplacedWriteGivesItsPlaceToTheNewOneWithoutAStateBetween() async throws {
        try await fetch()
        test.reachability.isOffline = true
        let rate = DurableWrite<Forum, Post, Void>("rate") {
            Request("posts/\($0.id)/rating", method: .put, body: .json($0), reading: .nothing)
        } plan: { input, write in
            write.update(Self.post(input.id)) { $0.text = input.text }
        }.replacing { "\($0.id)" }
        let client = client(StubTransport())
        let outbox = try open(client, rate)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        for text in ["1", "2", "3"] {
            try await outbox.enqueue(rate, Post(id: 1, text: text))
            try await recorder.state { $0.value?.text == text }
        }
        #expect(await outbox.writes.count == 1)
        #expect(recorder.values.compactMap(\.?.text) == ["old", "1", "2", "3"])
        #expect(recorder.last?.pendingChanges == 1)
    }

    @Test func anUnconfirmedChangeGoesWithTheNextResponse() async throws {
        try await fetch()
        let bump = DurableWrite<Forum, Post, Void>("bump") {
            Request("posts/\($0.id)/bump", method: .post, reading: .nothing)
        } plan: { input, write in
            write.update(Self.post(input.id)) { $0.text = input.text }
        }
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, bump)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        let receipt = try await outbox.enqueue(bump, Post(id: 1, text: "bumped"))
        try await stub.nextRequest().fail(with: FetchError(.connectionLost))
        await outbox.wait { $0.nextAttempt != nil }
        test.clock.advance(by: .seconds(2))
        let get = try await stub.nextRequest()
        #expect(Self.text(in: client) == "bumped")
        get.respond(with: Self.json("old"))
        try await recorder.state { $0.value?.text == "old" }
        #expect(await outbox.state.unconfirmed == 1)
        try await outbox.retry(receipt.id)
        #expect(Self.text(in: client) == "bumped")
    }

    @Test func aDeliveryAfterARestartRemovesStoredResponsesWithoutAResourceInMemory() async throws {
        try await fetch()
        test.reachability.isOffline = true
        let first = try open(client(StubTransport()), Self.append)
        try await first.enqueue(Self.append, Post(id: 1, text: "+a"))
        await first.close()
        test.reachability.isOffline = false
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, Self.append)
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
        async let value = client.value(for: Self.post(1))
        try await stub.nextRequest().respond(with: Self.json("server"))
        #expect(try await value.text == "server")
    }

    @Test func theOutputOfADeliveredWriteSetsItsResource() async throws {
        try await fetch()
        let save = DurableWrite<Forum, Post, Post>("save") {
            Request("posts/\($0.id)", method: .put, body: .json($0))
        } plan: { input, write in
            write.update(Self.post(input.id)) { $0.text = input.text }
            write.setsResult(of: Self.post(input.id))
        }
        let stub = StubTransport()
        let client = client(stub)
        var list = OutboxWrites()
        try list.register(save, with: client)
        let outbox = try Outbox(
            file: test.folder.file, writes: list, settings: test.settings, time: test.clock.time)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        let receipt = try await outbox.enqueue(save, Post(id: 1, text: "mine"))
        try await stub.nextRequest().respond(with: Self.json("of the server"))
        #expect(try await receipt.delivered().text == "of the server")
        try await recorder.state { $0.value?.text == "of the server" }
        #expect(stub.requests.count == 1)
    }

    // MARK: - Order with live writes

    @Test func aLiveWriteOfTheScopeWaitsBehindTheStoredOnes() async throws {
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, Self.append)
        try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        let first = try await stub.nextRequest()
        let live = Task {
            try await client.write(Request<Forum, Void>("live", method: .post, reading: .nothing)) {
                $0.scope = "post 1"
            }
        }
        first.respond(with: .status(503))
        await outbox.wait { $0.nextAttempt != nil }
        #expect(stub.requests.count == 1)
        test.clock.advance(by: .seconds(2))
        let second = try await stub.nextRequest()
        #expect(second.request.head.path == "/v1/posts/1/words")
        second.respond(with: .status(204))
        let third = try await stub.nextRequest()
        #expect(third.request.head.path == "/v1/live")
        // One that is stored now waits for it.
        try await outbox.enqueue(Self.append, Post(id: 1, text: "+b"))
        await outbox.wait { $0.sending == 1 }
        #expect(stub.requests.count == 3)
        third.respond(with: .status(204))
        try await live.value
        let fourth = try await stub.nextRequest()
        #expect(fourth.request.head.path == "/v1/posts/1/words")
        fourth.respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }

    @Test func aFailedWriteThatIsTriedAgainIsNotSentBesideALaterOneOfItsScope() async throws {
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, Self.append)
        let first = try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        try await outbox.enqueue(Self.append, Post(id: 1, text: "+b"))
        try await stub.nextRequest().respond(with: .status(422))
        let second = try await stub.nextRequest()
        try await outbox.retry(first.id)
        await outbox.wait { $0.sending == 2 }
        #expect(stub.requests.count == 2)
        second.respond(with: .status(204))
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }

    // MARK: - Conflicts and events

    @Test func aConflictIsResolvedBesideTheShownValue() async throws {
        try await fetch()
        let seen = Lock<[String?]>([])
        let write = Self.append.resolvingConflicts { conflict in
            seen.withLock { $0.append(conflict.shown(Self.post(1))?.text) }
            return .retry(Post(id: 1, text: "+merged"))
        }
        let stub = StubTransport()
        let client = client(stub)
        let outbox = try open(client, write)
        let recorder = ResourceRecorder(client.resource(Self.post(1)))
        try await recorder.state { $0.value != nil }
        try await outbox.enqueue(write, Post(id: 1, text: "+a"))
        try await stub.nextRequest().respond(with: .status(409))
        let second = try await stub.nextRequest()
        #expect(second.request.bodyText.contains("+merged"))
        #expect(seen.withLock { $0 } == ["old+a"])
        #expect(Self.text(in: client) == "old+merged")
        second.respond(with: .status(204))
        try await serve(stub, text: "server", requests: 1)
        await outbox.wait { $0.total == 0 }
    }

    @Test func observersSeeWhichWriteARequestSends() async throws {
        let recorder = EventRecorder()
        let stub = StubTransport()
        let client = client(stub) { $0.observers = [recorder] }
        let outbox = try open(client, Self.append)
        let receipt = try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        try await stub.nextRequest().respond(with: .status(503))
        await outbox.wait { $0.nextAttempt != nil }
        test.clock.advance(by: .seconds(2))
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
        let attempts = recorder.events.compactMap { event in
            if case .durable(receipt.id, let attempt) = event.step { attempt } else { nil }
        }
        #expect(attempts == [1, 2])
    }

    // MARK: - Accounts

    private struct Tokens: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }
    }

    @Test func theChangesOfAnAccountAreShownToItAlone() async throws {
        var configuration = ClientConfiguration(transport: StubTransport { _ in .status(500) }, cache: nil)
        configuration.time = test.clock.time
        let session = AuthenticationSession(Tokens(), configuration)
        let earlier = client(StubTransport { _ in Self.json("old") }) { $0.authentication = .session(session) }
        for name in ["ann", "bob"] {
            try await session.signIn(name, account: "forum/\(name)")
            _ = try await earlier.value(for: Self.post(1))
        }
        test.reachability.isOffline = true
        try await session.signIn("ann", account: "forum/ann")
        let client = client(StubTransport()) { $0.authentication = .session(session) }
        let outbox = try open(client, Self.append)
        let post = client.resource(Self.post(1))
        try await outbox.enqueue(Self.append, Post(id: 1, text: "+a"))
        #expect(post.state.pendingWrites.count == 1)
        try await session.signIn("bob", account: "forum/bob")
        let bob = ResourceRecorder(post)
        try await bob.state { $0.value != nil }
        #expect(bob.states.allSatisfy { $0.value?.text != "old+a" && $0.pendingWrites.isEmpty })
        bob.stop()
        try await session.signIn("ann", account: "forum/ann")
        let ann = ResourceRecorder(post)
        try await ann.state { $0.value != nil }
        #expect(ann.states.compactMap(\.value?.text).allSatisfy { $0 == "old+a" })
    }
}
#endif
