#if SQLite
import Foundation
import Freshet
import FreshetOutbox
import FreshetResources
import FreshetTesting
import HTTPTypes
import Observation
import Testing

// The code of the guide Resolving write conflicts.

let likeAgain = DurableWrite<Forum, Int, Void>("likeAgain") { post in
    Request("posts/\(post)/like", method: .put, reading: .nothing)
} plan: { post, write in
    write.update(Request<Forum, ForumPost>("posts/\(post)")) { $0.isLiked = true }
}
.resolvingConflicts { conflict in
    let post = conflict.shown(Request<Forum, ForumPost>("posts/\(conflict.input)"))
    return post?.isLiked == false ? .discard : .retry(conflict.input)
}

@MainActor
@Observable
final class TextConflicts {
    struct Question: Identifiable {
        let id = UUID()
        let mine: String
        let theirs: String
        fileprivate let decide: CheckedContinuation<Bool, Never>
    }

    private(set) var questions: [Question] = []

    func keepsMine(_ mine: String, over theirs: String) async -> Bool {
        await withCheckedContinuation { decide in
            questions.append(Question(mine: mine, theirs: theirs, decide: decide))
        }
    }

    func decide(_ question: Question, keepMine: Bool) {
        guard questions.contains(where: { $0.id == question.id }) else { return }
        questions.removeAll { $0.id == question.id }
        question.decide.resume(returning: keepMine)
    }
}

func overwrite(asking conflicts: TextConflicts) -> DurableWrite<Forum, PostText, Void> {
    DurableWrite("overwrite") { draft in
        Request("posts/\(draft.post)/text", method: .put, body: .json(draft), reading: .nothing)
    }
    .scoped { "post \($0.post)" }
    .resolvingConflicts { conflict in
        guard conflict.response.head.status == .preconditionFailed else { return .fail }
        let theirs = conflict.response.text
        guard theirs != conflict.input.text else { return .discard }
        guard await conflicts.keepsMine(conflict.input.text, over: theirs) else { return .discard }
        return .retry(conflict.input, ifUnchanged: conflict.response.head)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ConflictSnippets {
    @Test @MainActor func aPersonKeepsTheirText() async throws {
        let (conflicts, stub) = (TextConflicts(), StubTransport())
        let write = overwrite(asking: conflicts)
        var writes = OutboxWrites()
        try writes.register(write, with: Client(Forum(), transport: stub, cache: nil))
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let outbox = try Outbox(file: folder.appending(path: "outbox.sqlite"), writes: writes)
        try await outbox.enqueue(
            write, PostText(post: 7, text: "mine"),
            ifUnchanged: HTTPResponse(status: .ok, headerFields: [.eTag: "\"1\""]))
        let theirs = StubTransport.Response(status: 412, headers: [.eTag: "\"2\""], chunks: [Data("theirs".utf8)])
        try await stub.nextRequest().respond(with: theirs)
        try await eventually { !conflicts.questions.isEmpty }
        #expect(conflicts.questions[0].theirs == "theirs")
        conflicts.decide(conflicts.questions[0], keepMine: true)
        let second = try await stub.nextRequest()
        #expect(second.request.head.headerFields[.ifMatch] == "\"2\"")
        second.respond(with: .status(204))
        #expect(await outbox.drain(until: .now + 60) == 0)
    }
}
#endif
