#if SQLite
import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Random courses of stored writes: a resource shows what a fresh replay of them on the server's value gives.
@Suite(.timeLimit(.minutes(30)))
struct ShownWritesModelTests {
    @Test func aResourceShowsTheReplayOfWhatWaitsOnTheValueOfTheServer() async throws {
        for seed in 0..<TestLength.count(80, long: 10_000) {
            let schedule = try ShowingSchedule(seed: UInt64(seed))
            for _ in 0..<40 {
                try await schedule.step()
                guard let problem = schedule.problem else { continue }
                Issue.record("seed \(seed): \(problem)\n\(schedule.log.suffix(20).joined(separator: "\n"))")
                return
            }
        }
    }
}

/// Writes that each append a word to the text of a post, and a server that appends those that are delivered.
private final class ShowingSchedule {
    private struct Write {
        var id = UUID()
        var word: String
        var key: String
        /// Its position in the order of enqueueing, which it has as long as it is stored.
        let position: Int
        var phase = QueuedWrite.Phase.waiting
        var isSending = false
    }

    private static let append = DurableWrite<Forum, Post, Void>("append") {
        Request("posts/1/words", method: .post, body: .json($0), reading: .nothing)
    } plan: { input, write in
        write.update(Request<Forum, Post>("posts/1")) { post in
            if !post.text.contains(input.text) { post.text += input.text }
        }
    }

    private var random: SeededRandom
    private let client: Client<Forum>
    private let known: RegisteredWrite
    private let shown = ShownWrites { _, _ in true }
    private let server = Lock("")
    private var writes: [Write] = []
    /// The words that are shown besides those that wait, until the server is asked, with their positions.
    private var unseen: [(position: Int, word: String)] = []
    private var base = ""
    private var last = 0
    private(set) var log: [String] = []
    private(set) var problem: String?

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        let server = server
        let transport = StubTransport { _ in .json(#"{"id":1,"text":"\#(server.withLock { $0 })"}"#) }
        client = Client(Forum(), ClientConfiguration(transport: transport, cache: nil))
        var list = OutboxWrites()
        try list.register(Self.append, with: client)
        guard let known = list.registered["append"] else { throw OutboxError.unknownWrite }
        self.known = known
    }

    private var post: Resource<Post> { client.resource(Request<Forum, Post>("posts/1")) }

    func step() async throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2: enqueue()
        case 3: try change("edit") { write in write.word = self.newWord() }
        case 4: replace()
        case 5: try change(isIdle: false, "send or hold", newKey: false) { $0.isSending.toggle() }
        case 6: deliver()
        case 7: fail()
        case 8: lose()
        default: try await refetch()
        }
        check()
    }

    // MARK: - Steps

    private func newWord() -> String {
        last += 1
        return "<\(last)>"
    }

    private func index(where isIncluded: (Write) -> Bool) -> Int? {
        writes.indices.filter { isIncluded(writes[$0]) }.randomElement(using: &random)
    }

    private func stored(_ write: Write) throws -> StoredWrite {
        var queued = QueuedWrite(sequence: 0, id: write.id, name: "append", created: Date(timeIntervalSince1970: 0))
        queued.phase = write.phase
        let input = try JSONEncoder().encode(Post(id: 1, text: write.word))
        return StoredWrite(queued: queued, version: 1, input: input, key: write.key)
    }

    private func report(_ write: Write) {
        guard let stored = try? stored(write) else { return }
        let isKnown = shown.key(of: write.id) == write.key
        shown.perform([.changed(stored.queued, known, stored: isKnown ? nil : stored, isSending: write.isSending)])
    }

    private func enqueue() {
        let write = Write(word: newWord(), key: UUID().uuidString, position: last)
        log.append("enqueue \(write.word)")
        writes.append(write)
        report(write)
    }

    /// Changes a write that is stored. What has failed or is unconfirmed waits again.
    private func change(
        isIdle: Bool = true, _ name: String, newKey: Bool = true, _ change: (inout Write) -> Void
    ) throws {
        guard let index = index(where: { isIdle ? !$0.isSending : $0.phase == .waiting }) else { return }
        let old = writes[index]
        change(&writes[index])
        writes[index].phase = .waiting
        if newKey { writes[index].key = UUID().uuidString }
        unseen.removeAll { $0.position == old.position }
        log.append("\(name) \(old.word): \(writes[index].word)")
        report(writes[index])
    }

    private func replace() {
        guard let index = index(where: { $0.phase == .waiting && !$0.isSending }) else { return }
        let old = writes[index].id
        (writes[index].id, writes[index].key) = (UUID(), UUID().uuidString)
        writes[index].word = newWord()
        log.append("replace by \(writes[index].word)")
        guard let stored = try? stored(writes[index]) else { return }
        shown.perform([
            .replaced(old, by: writes[index].id), .changed(stored.queued, known, stored: stored, isSending: false),
            .removed(old),
        ])
    }

    private func deliver() {
        guard let index = index(where: \.isSending) else { return }
        let write = writes.remove(at: index)
        server.withLock { $0 += write.word }
        unseen.append((write.position, write.word))
        log.append("deliver \(write.word)")
        shown.perform([.delivered(write.id, nil), .removed(write.id)])
    }

    private func fail() {
        guard let index = index(where: \.isSending) else { return }
        (writes[index].phase, writes[index].isSending) = (.failed, false)
        log.append("fail \(writes[index].word)")
        shown.perform([.failed(writes[index].id)])
        report(writes[index])
    }

    /// The response of a write is lost: it is unconfirmed, and shown until the server is asked.
    private func lose() {
        guard let index = index(where: \.isSending) else { return }
        (writes[index].phase, writes[index].isSending) = (.unconfirmed, false)
        unseen.append((writes[index].position, writes[index].word))
        log.append("lose \(writes[index].word)")
        report(writes[index])
    }

    private func refetch() async throws {
        _ = try await post.refetch()
        base = server.withLock { $0 }
        // What has begun after a write that is being sent may reach the server before it.
        let sent = writes.filter(\.isSending).map(\.position).min() ?? .max
        unseen.removeAll { $0.position < sent }
        log.append("refetch \(base)")
    }

    // MARK: - What must hold

    private func words(of text: String) -> [Substring] {
        text.split(separator: "<").map { $0.dropLast() }
    }

    private func check() {
        guard let text = post.state.value?.text else { return }
        let waiting = writes.filter { $0.phase == .waiting }.sorted { $0.position < $1.position }
        let shown = words(of: text)
        let expected = Set(words(of: base) + (unseen.map(\.word) + waiting.map(\.word)).flatMap(words(of:)))
        if shown.count != expected.count || Set(shown) != expected { problem = "it shows \(text), not \(expected)" }
        if !text.hasPrefix(base) { problem = "\(text) is not based on \(base)" }
        // Those that were delivered may be shown before or between them: the server has them already.
        if shown.filter({ word in waiting.contains { words(of: $0.word) == [word] } })
            != waiting.flatMap({ words(of: $0.word) })
        {
            problem = "\(text) has another order"
        }
        let pending = waiting.map { WriteID($0.id) }
        if post.state.pendingWrites != pending { problem = "other writes are pending" }
    }
}
#endif
