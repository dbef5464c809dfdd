import Foundation
import Freshet
import FreshetOutbox
import ReaderModels
import ReaderStorage

/// Stores the elements that the user has read and saved, in the folder of the last list; with an account of a web app,
/// there as well.
///
/// Changes go through the account's outbox: what can't be sent is stored, and sent the next time or by `gazette sync`.
@MainActor
final class TUIMarksStore {
    /// How long the changes are sent at the end.
    private static let sendingTime: TimeInterval = 2

    private let file = StateFile(name: "reading.json")
    private let account: SyncAccount?
    private let outbox: MarksOutbox?
    /// The marks as they were last known.
    private var known = TUIMarks()
    /// The number of changes that were made, and of those that are not in the outbox yet.
    private var made = 0
    private var storing = 0
    /// Stores the changes one after the other.
    private var last: Task<Void, Never>?
    private var watch: Task<Void, Never>?
    /// Why a change could not be stored.
    private var failure: (any Error)?
    /// Receives the marks of the account.
    var onMarks: (@MainActor (TUIMarks) -> Void)?

    /// - Throws: ``Failure`` if the outbox of the account can't be opened.
    init(account: SyncAccount? = .load()) throws {
        self.account = account
        outbox = try account.map { try MarksOutbox.open($0.outboxFile, $0.client) }
    }

    func load() -> TUIMarks {
        known = file.load(TUIMarks.self) ?? TUIMarks()
        return known
    }

    /// Sends what could not be sent before, and gets the marks of the account then and after each change.
    func synchronize() {
        guard let outbox else { return }
        addEarlierChange()
        watch = Task { [weak self] in
            for await state in outbox.outbox.states where state.waiting == 0 { await self?.fetchMarks() }
        }
    }

    func save(_ marks: TUIMarks) {
        let change = marks.change(from: known)
        known = marks
        if change.isEmpty || outbox == nil { file.save(marks) } else { add(change) }
    }

    /// Waits until all changes are stored, and a moment for their sending.
    ///
    /// - Throws: ``Failure`` if one could not be stored.
    func finish() async throws {
        watch?.cancel()
        await last?.value
        if let outbox {
            _ = await outbox.outbox.drain(until: Date() + Self.sendingTime)
            await outbox.close()
        }
        if let failure { throw Failure(.unwritable, failure.localizedDescription) }
    }

    private func add(_ change: SharedMarks.Change) {
        guard let outbox, !change.isEmpty else { return }
        made += 1
        storing += 1
        let earlier = last
        last = Task {
            await earlier?.value
            // The outbox first: if the process ends in between, the account has the change, and the terminal gets it from there.
            do throws(OutboxError) { try await outbox.add(change) } catch { failure = error.cause }
            storing -= 1
            if storing == 0 { file.save(known) }
        }
    }

    private func fetchMarks() async {
        guard let account, let outbox, storing == 0 else { return }
        let before = made
        let marks = try? await account.client.value(for: .marks)
        await outbox.read()
        // What was changed meanwhile is followed by another call.
        guard let marks, made == before, outbox.waitingChanges.isEmpty else { return }
        known = known.replaced(by: marks, at: account.address)
        file.save(known)
        onMarks?(known)
    }

    /// Adds what a version without an outbox could not send.
    private func addEarlierChange() {
        let file = StateFile(name: "unsent.json")
        guard let change = file.load(SharedMarks.Change.self) else { return }
        add(change)
        Task {
            await last?.value
            if failure == nil { try? FileManager.default.removeItem(at: file.url) }
        }
    }
}
