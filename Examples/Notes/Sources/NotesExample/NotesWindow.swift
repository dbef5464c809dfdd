// The view model of a window: notes that show what is not sent yet, and conflicts that a person resolves.

import Foundation
import Freshet
import FreshetOutbox
import FreshetResources
import Observation

@MainActor @Observable
final class NotesWindow {
    /// A conflict that waits for a person.
    struct Conflict {
        let mine: String
        let theirs: String
        fileprivate let answer: @Sendable (String?) -> Void
    }

    let list: ResourceModel<[Note]>
    let waiting: OutboxModel
    private(set) var conflict: Conflict?

    let client: Client<Notes>
    let outbox: Outbox

    /// - Parameter file: The file of the writes, which outlives the window.
    init(_ client: Client<Notes>, file: URL) throws {
        self.client = client
        let person = Person()
        var settings = OutboxSettings()
        settings.retry = RetryPolicy(attempts: .max, base: .milliseconds(20), cap: .milliseconds(200), budget: nil)
        var writes = OutboxWrites()
        try writes.register(
            save.resolvingConflicts { conflict in
                guard let theirs = try? JSONDecoder().decode(Note.self, from: conflict.response.body) else {
                    return .fail
                }
                var draft = conflict.input
                if theirs.text != draft.basis {
                    guard let text = await person.choose(draft.text, theirs.text) else { return .discard }
                    draft.text = text
                }
                draft.basis = theirs.text
                return .retry(draft, ifUnchanged: conflict.response.head)
            }, with: client)
        try writes.register(remove, with: client)
        outbox = try Outbox(file: file, writes: writes, settings: settings)
        list = ResourceModel(client.resource(.notes))
        waiting = OutboxModel(outbox)
        list.start()
        person.window = self
    }

    var notes: [Note] { list.value ?? [] }

    /// The line at the bottom of the window; `nil` if everything is sent.
    var line: String? {
        switch waiting.state.total {
        case 0: nil
        case 1: "1 change not sent yet"
        case let count: "\(count) changes not sent yet"
        }
    }

    // MARK: - What a person does

    func add(_ text: String, id: String) async throws {
        try await outbox.enqueue(save, Draft(id: id, text: text, basis: ""))
    }

    func change(_ id: String, to text: String) async throws {
        guard let note = notes.first(where: { $0.id == id }) else { return }
        try await outbox.enqueue(save, Draft(id: id, text: text, basis: note.text), ifUnchanged: note.head)
    }

    func delete(_ id: String) async throws {
        try await outbox.enqueue(remove, id)
    }

    /// Resolves the conflict by a text; `nil` gives up the own one.
    func resolve(by text: String?) {
        conflict?.answer(text)
        conflict = nil
    }

    func close() async {
        list.stop()
        await outbox.close()
    }

    fileprivate func ask(_ mine: String, _ theirs: String, _ answer: @escaping @Sendable (String?) -> Void) {
        conflict = Conflict(mine: mine, theirs: theirs, answer: answer)
    }
}

/// The person at a window, as the outbox asks it.
@MainActor
private final class Person {
    weak var window: NotesWindow?

    /// Waits for a choice between two texts.
    func choose(_ mine: String, _ theirs: String) async -> String? {
        guard let window else { return nil }
        return await withCheckedContinuation { continuation in
            window.ask(mine, theirs) { continuation.resume(returning: $0) }
        }
    }
}
