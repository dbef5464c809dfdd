#if SQLite
import Foundation
import Freshet
import FreshetOutbox
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Offline writes, and of the comments of FreshetOutbox.

struct Forum: Service {
    let baseURL = "https://forum.example/v1"
}

struct ForumPost: Decodable, Sendable, Equatable {
    let title: String
    var isLiked: Bool
}

let like = DurableWrite<Forum, Int, Void>("like") { post in
    Request("posts/\(post)/like", method: .put, reading: .nothing)
} plan: { post, write in
    write.update(Request<Forum, ForumPost>("posts/\(post)")) { $0.isLiked = true }
}

func openOutbox(in folder: URL, for forum: Client<Forum>) throws(OutboxError) -> Outbox {
    var writes = OutboxWrites()
    try writes.register(like, with: forum)
    return try Outbox(file: folder.appending(path: "outbox.sqlite"), writes: writes)
}

func likeTapped(post: Int, _ outbox: Outbox) async throws(OutboxError) {
    try await outbox.enqueue(like, post)
}

struct PostRating: Codable, Sendable {
    let post: Int
    let stars: Int
}

let rate = DurableWrite<Forum, PostRating, Void>("rate") { rating in
    Request("posts/\(rating.post)/rating", method: .post, body: .json(rating), reading: .nothing)
}
.repeating(.byKey())
.scoped { "post \($0.post)" }
.replacing { "\($0.post)" }
.onFailure(.cancelsFollowing)

func failedWrites(of outbox: Outbox) async throws(OutboxError) {
    for write in await outbox.writes {
        guard case .failed = write.phase else { continue }
        try await outbox.retry(write.id)
    }
}

@MainActor
func makeModel(_ outbox: Outbox) -> OutboxModel { OutboxModel(outbox) }

func isLikeWaiting(_ post: Int, _ forum: Client<Forum>) -> Bool {
    !forum.resource(Request<Forum, ForumPost>("posts/\(post)")).state.pendingWrites.isEmpty
}

func showOutcomes(of outbox: Outbox) async throws(OutboxError) {
    for await outcome in outbox.outcomes {
        if case .failed(let error) = outcome.result { print("\(outcome.name) has failed: \(error)") }
        try await outbox.acknowledge(outcome.id)
    }
}

struct PostText: Codable, Sendable {
    let post: Int
    var text: String
}

let save = DurableWrite<Forum, PostText, Void>("save") { draft in
    Request("posts/\(draft.post)", method: .put, body: .json(draft), reading: .nothing)
}
.resolvingConflicts { conflict in
    var merged = conflict.input
    merged.text += "\n\(conflict.response.text)"
    return .retry(merged, ifUnchanged: conflict.response.head)
}

func saveTapped(_ draft: PostText, since head: HTTPResponse, _ outbox: Outbox) async throws(OutboxError) {
    try await outbox.enqueue(save, draft, ifUnchanged: head)
}

struct PostNote: Codable, Sendable {
    let title: String
    let text: String
}

let note = DurableWrite<Forum, PostNote, Void>("note", version: 2) { note in
    Request("notes", method: .post, body: .json(note), reading: .nothing)
}
.migrating(from: 1) { (text: String) in PostNote(title: "", text: text) }

func sharedSettings() -> OutboxSettings {
    var settings = OutboxSettings()
    settings.isShared = true
    return settings
}

func sync(_ outbox: Outbox) async -> Int32 {
    await outbox.drain(until: .now + 30) == 0 ? 0 : 75
}

func openAndLike(_ file: URL, _ forum: Client<Forum>) async throws(OutboxError) {
    var writes = OutboxWrites()
    try writes.register(like, with: forum)
    let outbox = try Outbox(file: file, writes: writes)
    try await outbox.enqueue(like, 7)
}

@Suite(.timeLimit(.minutes(1)))
struct OutboxSnippets {
    @Test func aLikeOutlivesTheProcess() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let stub = StubTransport()
        let outbox = try openOutbox(in: folder, for: Client(Forum(), transport: stub, cache: nil))
        try await likeTapped(post: 7, outbox)
        let first = try await stub.nextRequest()
        await outbox.close()
        let again = try openOutbox(in: folder, for: Client(Forum(), transport: stub, cache: nil))
        let second = try await stub.nextRequest()
        #expect(second.request.head.path == first.request.head.path)
        second.respond(with: .status(204))
        #expect(await again.drain(until: .now + 60) == 0)
    }
}
#endif
