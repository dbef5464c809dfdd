import Foundation
import Freshet
import ReaderStorage

/// Stores the elements that the user has read and saved, in the folder of the last list; with an account of a web app,
/// there, too.
///
/// Changes are sent one after the other. What can't be sent is stored, and sent the next time.
@MainActor
final class TUIMarksStore {
    private let file = StateFile(name: "reading.json")
    private let unsentFile = StateFile(name: "unsent.json")
    private let account: SyncAccount?
    private let client: Client<SyncService>?
    /// The marks as they were last known.
    private var known = TUIMarks()
    private var unsent = SharedMarks.Change()
    private var isSending = false
    /// Receives the marks of the account.
    var onMarks: (@MainActor (TUIMarks) -> Void)?

    init(account: SyncAccount? = .load(), client: Client<SyncService>? = nil) {
        self.account = account
        self.client = client ?? account?.client
        if account != nil { unsent = unsentFile.load(SharedMarks.Change.self) ?? SharedMarks.Change() }
    }

    func load() -> TUIMarks {
        known = file.load(TUIMarks.self) ?? TUIMarks()
        return known
    }

    /// Sends what could not be sent before, and gets the marks of the account.
    func synchronize() {
        guard client != nil else { return }
        send(isForced: true)
    }

    func save(_ marks: TUIMarks) {
        file.save(marks)
        if client != nil {
            unsent.add(marks.change(from: known))
            unsentFile.save(unsent)
        }
        known = marks
        send()
    }

    private func send(isForced: Bool = false) {
        guard let client, !isSending, isForced || !unsent.isEmpty else { return }
        isSending = true
        let change = unsent
        unsent = SharedMarks.Change()
        Task {
            do throws(FetchError) {
                let marks = try await client.value(for: change.isEmpty ? .marks : .change(change))
                isSending = false
                unsentFile.save(unsent)
                receive(marks)
                send()
            } catch {
                // The changes that were made meanwhile follow it.
                var all = change
                all.add(unsent)
                unsent = all
                isSending = false
                // What the server refuses once, it refuses again.
                if error.response?.head.status.code == 400 { unsent = SharedMarks.Change() }
                unsentFile.save(unsent)
            }
        }
    }

    private func receive(_ marks: SharedMarks) {
        guard unsent.isEmpty, let account else { return }
        known = known.replaced(by: marks, at: account.address)
        file.save(known)
        onMarks?(known)
    }
}
