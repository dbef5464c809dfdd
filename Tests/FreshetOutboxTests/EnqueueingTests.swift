#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import GRDB
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// What is stored when a write is enqueued, and what is refused.
@Suite(.timeLimit(.minutes(30)))
struct EnqueueingTests {
    private let test: OutboxTest
    private let stub = StubTransport()

    init() throws { test = try OutboxTest() }

    @Test func anEnqueuedWriteOutlivesTheProcess() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        let receipt = try await outbox.enqueue(Writes.post, Post(id: 7, text: "Hello"))
        await outbox.close()
        let again = try test.open(stub)
        let writes = await again.writes
        #expect(writes.map(\.id) == [receipt.id])
        #expect(writes.map(\.phase) == [.waiting])
        test.reachability.isOffline = false
        let request = try await stub.nextRequest()
        #expect(request.request.head.path == "/v1/posts")
        #expect(request.request.bodyText == #"{"id":7,"text":"Hello"}"#)
        request.respond(with: .json(#"{"id":7,"text":"Hello!"}"#, status: 201))
        let output = try await again.receipt(receipt.id, of: Writes.post).delivered()
        #expect(output == Post(id: 7, text: "Hello!"))
        #expect(await again.writes.isEmpty)
    }

    @Test func theReceiptOfADeliveredWriteGivesItsOutputAfterARestart() async throws {
        let outbox = try test.open(StubTransport { _ in .json(#"{"id":7,"text":"Hello!"}"#) })
        let receipt = try await outbox.enqueue(Writes.post, Post(id: 7, text: "Hello"))
        _ = try await receipt.delivered()
        await outbox.close()
        let again = try test.open(stub)
        let output = try await again.receipt(receipt.id, of: Writes.post).delivered()
        #expect(output == Post(id: 7, text: "Hello!"))
        try await again.acknowledge(receipt.id)
        let error = await outboxFailure { () throws(OutboxError) in
            try await again.receipt(receipt.id, of: Writes.post)
        }
        #expect(error == .unknownWrite)
    }

    @Test func outcomesAreReportedUntilTheyAreAcknowledged() async throws {
        let outbox = try test.open(
            StubTransport { request in .status(request.head.path == "/v1/posts/7/like" ? 204 : 404) })
        let liked = try await outbox.enqueue(Writes.like, 7)
        try await liked.delivered()
        let refused = try await outbox.enqueue(Writes.like, 8)
        _ = await outboxFailure { () throws(OutboxError) in try await refused.delivered() }
        await outbox.close()
        for round in 1...2 {
            let again = try test.open(stub)
            var outcomes: [WriteOutcome] = []
            for await outcome in again.outcomes {
                outcomes.append(outcome)
                if outcomes.count == 2 { break }
            }
            #expect(outcomes.map(\.id) == [liked.id, refused.id], "round \(round)")
            #expect(outcomes.map(\.result) == [.delivered, .failed(.failed(code: "status.404", nil))])
            if round == 2 { try await again.acknowledge(liked.id) }
            await again.close()
        }
        let last = try test.open(stub)
        var iterator = last.outcomes.makeAsyncIterator()
        #expect(await iterator.next()?.id == refused.id)
    }

    @Test func aFullOutboxRefusesAWriteAndKeepsThoseBefore() async throws {
        test.reachability.isOffline = true
        var settings = test.settings
        settings.countLimit = 2
        let outbox = try test.open(stub, settings)
        try await outbox.enqueue(Writes.like, 1)
        try await outbox.enqueue(Writes.like, 2)
        let error = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(Writes.like, 3) }
        #expect(error == .full)
        #expect(await outbox.writes.count == 2)
        settings.countLimit = 100
        settings.byteLimit = 900
        await outbox.close()
        let small = try test.open(stub, settings)
        let tooLong = await outboxFailure { () throws(OutboxError) in
            try await small.enqueue(Writes.post, Post(id: 1, text: String(repeating: "a", count: 900)))
        }
        #expect(tooLong == .full)
        #expect(await small.writes.count == 2)
    }

    @Test func aFullDiskRefusesAWriteAndKeepsThoseBefore() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub, pageLimit: 40)
        var count = 0
        var error: OutboxError?
        while error == nil, count < 1_000 {
            error = await outboxFailure { () throws(OutboxError) in
                try await outbox.enqueue(Writes.post, Post(id: count, text: String(repeating: "a", count: 3_000)))
            }
            if error == nil { count += 1 }
        }
        guard case .store = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await outbox.writes.count == count)
        #expect(await outbox.state.waiting == count)
        await outbox.close()
        #expect(try await test.open(stub).writes.count == count)
    }

    @Test func aFileThatCannotBeWrittenRefusesAWriteShowsNothingAndKeepsThoseBefore() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        try await outbox.enqueue(Writes.like, 1)
        let before = await outbox.state
        // As on a file system that was mounted again for reading alone. Root may write whatever the permissions are.
        try await outbox.store.queue.write { db in try db.execute(sql: "PRAGMA query_only = ON") }
        let error = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(Writes.like, 2) }
        guard case .store = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await outbox.state == before)
        // GRDB allows changes again after a read.
        _ = try await outbox.store.read { db in try OutboxRows.lastOutcome(db) }
        try await outbox.enqueue(Writes.like, 3)
        #expect(await outbox.writes.count == 2)
        await outbox.close()
        #expect(try await test.open(stub).writes.count == 2)
    }

    @Test("A file that can't be opened is an error", arguments: ["a folder", "below a file", "where nobody may write"])
    func filesThatCannotBeOpened(_ kind: String) throws {
        let manager = FileManager.default
        var file = test.folder.file
        switch kind {
        case "a folder": try manager.createDirectory(at: file, withIntermediateDirectories: true)
        case "below a file":
            try Data("a file".utf8).write(to: test.folder.url.appending(path: "deep"))
        default:
            // Not even root makes files there.
            guard manager.fileExists(atPath: "/proc/self") else { return }
            file = URL(fileURLWithPath: "/proc/outbox/outbox.sqlite")
        }
        let error = #expect(throws: OutboxError.self) {
            try Outbox(file: file, writes: OutboxWrites(), settings: test.settings, time: test.clock.time)
        }
        guard case .store = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(.enabled(if: geteuid() != 0, "Root may write to every folder."))
    func aFolderWithoutPermissionIsAnError() throws {
        let folder = test.folder.file.deletingLastPathComponent()
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        #expect(throws: OutboxError.self) { try test.open(stub) }
    }

    @Test("A body that can't be stored is refused", arguments: ["stream", "file"])
    func streamsAndFilesAreRefused(_ kind: String) async throws {
        let upload = DurableWrite<Forum, Int, Void>("upload") { _ in
            let file = URL(fileURLWithPath: "/tmp/picture.png")
            let stream = AsyncStream<Data> { $0.finish() }
            return Request(
                "pictures", method: .post, body: kind == "file" ? .file(file) : .stream(stream), reading: .nothing)
        }
        let outbox = try test.open(stub) { writes, client throws(OutboxError) in
            try writes.register(upload, with: client)
        }
        let error = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(upload, 1) }
        guard case .unsendable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await outbox.state == OutboxState())
    }

    @Test func twoWritesOfOneNameAreRefused() throws {
        let reports = Lock<[String]>([])
        #expect(throws: OutboxError.duplicateName("like")) {
            try test.open(stub, misuses: reports) {
                writes, client throws(OutboxError) in
                try writes.register(Writes.like, with: client)
                try writes.register(Writes.like, with: client)
            }
        }
        #expect(reports.withLock { $0 } == ["Two durable writes have the name like"])
    }

    @Test func onlyRegisteredWritesAreEnqueued() async throws {
        let outbox = try test.open(stub) { _, _ in }
        let error = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(Writes.like, 1) }
        #expect(error == .unregistered("like"))
    }

    @Test func aSecondOutboxOnTheFileIsRefusedUntilTheFirstIsClosed() async throws {
        let outbox = try test.open(stub)
        #expect(throws: OutboxError.inUse) { try test.open(stub) }
        await outbox.close()
        _ = try test.open(stub)
    }

    @Test func aDamagedFileIsReportedAndTheOutboxStartsEmpty() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        try await outbox.enqueue(Writes.like, 1)
        await outbox.close()
        try Data("This is no database, but something else of some length.".utf8).write(to: test.folder.file)
        let again = try test.open(stub)
        #expect(again.damagedFile?.lastPathComponent == "outbox.sqlite.damaged")
        #expect(await again.state == OutboxState())
        try await again.enqueue(Writes.like, 2)
        #expect(await again.writes.count == 1)
    }

    @Test func anUnsentWriteIsReplacedAfterARestart() async throws {
        let stars = DurableWrite<Forum, Post, Void>("stars") {
            Request("stars/\($0.id)", method: .post, body: .json($0), reading: .nothing)
        }.replacing { "\($0.id)" }.scoped { "stars\u{0}\($0.id)" }
        func open() throws(OutboxError) -> Outbox {
            try test.open(stub) { writes, client throws(OutboxError) in try writes.register(stars, with: client) }
        }
        test.reachability.isOffline = true
        var outbox = try open()
        try await outbox.enqueue(stars, Post(id: 1, text: "3"))
        let second = try await outbox.enqueue(stars, Post(id: 2, text: "3"))
        await outbox.close()
        outbox = try open()
        let third = try await outbox.enqueue(stars, Post(id: 1, text: "5"))
        #expect(await outbox.writes.map(\.id) == [third.id, second.id])
        #expect(await outbox.state.waiting == 2)
    }

    @Test func aWriteInARemovedFileIsRefused() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        try await outbox.enqueue(Writes.like, 1)
        try FileManager.default.removeItem(at: test.folder.file)
        let error = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(Writes.like, 2) }
        guard case .store = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await outbox.writes.count == 1)
        // What is left is still sent.
        test.reachability.isOffline = false
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }

    @Test func aDamagedWriteIsListedAndDiscarded() async throws {
        test.reachability.isOffline = true
        var outbox = try test.open(stub)
        for number in 1...2 { try await outbox.enqueue(Writes.like, number) }
        await outbox.close()
        let queue = try DatabaseQueue(path: test.folder.file.path)
        try await queue.write { db in try db.execute(sql: "UPDATE write SET id = 'x' || id WHERE sequence = 1") }
        try queue.close()
        test.reachability.isOffline = false
        outbox = try test.open(stub)
        let request = try await stub.nextRequest()
        #expect(request.request.head.path == "/v1/posts/2/like")
        request.respond(with: .status(204))
        await outbox.wait { $0.total == 1 }
        let damaged = await outbox.writes
        #expect(damaged.map(\.phase) == [.unreadable])
        try await outbox.discard(try #require(damaged.first).id)
        #expect(await outbox.state == OutboxState())
    }

    @Test func anInputGoesWithItsWriteUnlessItReadsTheOutput() async throws {
        let large = DurableWrite<Forum, Post, Post>("post") { Request("posts", method: .post, body: .json($0)) }
        let outbox = try test.open(stub) { writes, client throws(OutboxError) in
            try writes.register(large, with: client)
        }
        let text = String(repeating: "hush", count: 20_000)
        for text in [text, "short"] {
            let receipt = try await outbox.enqueue(large, Post(id: 1, text: text))
            try await stub.nextRequest().respond(with: .json(#"{"id":1,"text":"a"}"#))
            #expect(try await receipt.delivered() == Post(id: 1, text: "a"))
            let again = try await outbox.receipt(receipt.id, of: large)
            if text == "short" {
                #expect(try await again.delivered() == Post(id: 1, text: "a"))
            } else {
                let error = await outboxFailure { () throws(OutboxError) in try await again.delivered() }
                #expect(error == .outputUnknown)
            }
        }
        await outbox.close()
        #expect(try !test.folder.contains("hush"))
    }

    @Test func anUnsentWriteIsReplacedInItsPlaceUnderANewKey() async throws {
        let stars = DurableWrite<Forum, Post, Void>("stars") {
            Request("stars/\($0.id)", method: .post, body: .json($0), reading: .nothing)
        }.replacing { "\($0.id)" }.scoped { "\($0.id)" }
        test.reachability.isOffline = true
        let outbox = try test.open(stub) { writes, client throws(OutboxError) in
            try writes.register(stars, with: client)
        }
        let first = try await outbox.enqueue(stars, Post(id: 1, text: "3"))
        let second = try await outbox.enqueue(stars, Post(id: 2, text: "3"))
        let third = try await outbox.enqueue(stars, Post(id: 1, text: "5"))
        #expect(await outbox.writes.map(\.id) == [third.id, second.id])
        let error = await outboxFailure { () throws(OutboxError) in try await first.delivered() }
        #expect(error == .replaced(by: third.id))
        test.reachability.isOffline = false
        let sent = [try await stub.nextRequest(), try await stub.nextRequest()]
        let request = try #require(sent.first { $0.request.head.path == "/v1/stars/1" })
        #expect(request.request.bodyText.contains("5"))
        // It was sent: the next one waits for it.
        try await outbox.enqueue(stars, Post(id: 1, text: "7"))
        #expect(await outbox.writes.count == 3)
        request.respond(with: .status(204))
        let next = try await stub.nextRequest()
        #expect(next.request.bodyText.contains("7"))
        #expect(next.request.idempotencyKey != request.request.idempotencyKey)
    }

    @Test func statesComeAtOnceAndEqualOnesAreNotRepeated() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        var iterator = outbox.states.makeAsyncIterator()
        #expect(await iterator.next() == OutboxState())
        try await outbox.enqueue(Writes.like, 1)
        var expected = OutboxState()
        expected.waiting = 1
        expected.oldest = test.clock.date
        #expect(await iterator.next() == expected)
        await outbox.resume()
        await outbox.resume()
        try await outbox.enqueue(Writes.like, 2)
        expected.waiting = 2
        #expect(await iterator.next() == expected)
        #expect(expected.total == 2)
    }
}
#endif
