import Freshet
import FreshetOutbox
import ReaderModels
import ReaderStorage

/// The changes of an account's marks and settings that are stored until the web app has them.
typealias MarksOutbox = ChangeOutbox<MarksChange>

/// A change of an account's marks and settings, as it is stored until the web app has it.
struct MarksChange: StoredChange {
    var change: SharedMarks.Change

    /// The write that sends changes in their order. The web app sets what a change contains: repeating one has no
    /// further effect.
    static let write = DurableWrite<SyncService, MarksChange, SharedMarks>("marks") { .change($0.change) }
        .repeating(.idempotent)
        .scoped { _ in "marks" }

    static var serviceName: String { "The web app" }

    /// "Mark 2 items as read, save “Mario”".
    var sentence: String {
        func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }
        var parts: [String] = []
        if !change.read.isEmpty { parts.append("mark \(items(change.read.count)) as read") }
        if !change.unread.isEmpty { parts.append("mark \(items(change.unread.count)) as unread") }
        if let item = change.save.first {
            parts.append(change.save.count == 1 ? "save “\(item.title)”" : "save \(items(change.save.count))")
        }
        if !change.remove.isEmpty { parts.append("remove \(items(change.remove.count)) from the saved ones") }
        parts += change.settings.sorted { $0.key < $1.key }.map { "set \($0.key) to \($0.value)" }
        let text = parts.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    func replaces(_ earlier: MarksChange) -> Bool { false }
}

extension ChangeOutbox<MarksChange> {
    /// The greatest number of marks in a change that others are added to. The web app takes four times as many.
    private static let sizeLimit = 500

    /// Stores a change. It becomes a part of the last one while that waits, so that few requests follow a long time
    /// without the web app.
    func add(_ change: SharedMarks.Change) async throws(OutboxError) {
        await read()
        if let last = entries.last, case .waiting = last.write.phase, let earlier = last.change,
            earlier.change.size + change.size <= Self.sizeLimit
        {
            do throws(OutboxError) {
                return try await edit(last.id) { $0.change.add(change) }
            } catch {
                // It is being sent, or was sent meanwhile.
                guard error == .beingSent || error == .unknownWrite else { throw error }
            }
        }
        try await add(MarksChange(change: change))
    }
}

extension SharedMarks.Change {
    fileprivate var size: Int { read.count + unread.count + save.count + remove.count + settings.count }
}
