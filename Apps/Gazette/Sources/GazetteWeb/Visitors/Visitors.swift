import Foundation
import Logging
import NIOConcurrencyHelpers

/// The visitors, with the entries that they have read and saved.
///
/// If the data folder can't be used, marks are kept until the program ends, and ``trouble`` has the reason.
final class Visitors: Sendable {
    let cookie: VisitorCookie
    /// Returns the current time, for stored dates and for expiry.
    let now: @Sendable () -> Date
    private let store: VisitorStore?
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    private struct State {
        var known: [Visitor: Known] = [:]
        var trouble: String?
    }

    /// A weak reference to the marks of a visitor, which live as long as one of the visitor's pages.
    ///
    /// A class: a struct with a weak reference trapped when the dictionary had none of the visitor (Swift 6.3.1,
    /// debug). Unchecked: it is only touched under the lock of `state`.
    private final class Known: @unchecked Sendable {
        weak var marks: VisitorMarks?
        let id: ObjectIdentifier

        init(_ marks: VisitorMarks) {
            self.marks = marks
            id = ObjectIdentifier(marks)
        }
    }

    /// - Parameter folder: The folder for marks and the signing key; `nil` keeps them in memory.
    init(
        folder: DataFolder?, limits: VisitorStore.Limits = .init(), logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.now = now
        self.logger = logger
        var key: Data?
        var store: VisitorStore?
        var failure: (any Error)?
        if let folder {
            do {
                try folder.prepare()
                key = try folder.key("visitors.key")
                store = try VisitorStore(
                    path: try folder.privateFile("visitors.sqlite"), limits: limits, now: now())
            } catch {
                failure = error
            }
        }
        cookie = VisitorCookie(key: key ?? .random(count: 32))
        self.store = store ?? (try? VisitorStore(limits: limits, now: now()))
        if let failure, let folder { note(failure, "Marks of visitors can't be kept in \(folder.url.path).") }
    }

    /// The reason why marks are not stored; `nil` if they are.
    var trouble: String? { state.withLockedValue { $0.trouble } }

    /// The marks of the visitor of a request. A new visitor has none to load.
    func marks(of guest: VisitorCookie.Guest) async -> VisitorMarks {
        guard !guest.isKnown else { return await marks(of: guest.visitor) }
        return hold(Marks(limits: store?.limits.marks ?? .init()), of: guest.visitor)
    }

    /// The marks of a visitor, which all their pages share.
    func marks(of visitor: Visitor) async -> VisitorMarks {
        if let marks = known(visitor) { return marks }
        var loaded = Marks(limits: store?.limits.marks ?? .init())
        do {
            if let store { loaded = try await store.marks(of: visitor, now: now()) }
        } catch {
            note(error, "Marks of a visitor can't be read.")
        }
        return hold(loaded, of: visitor)
    }

    private func hold(_ loaded: Marks, of visitor: Visitor) -> VisitorMarks {
        let marks = VisitorMarks(loaded, of: visitor, visitors: self)
        return state.withLockedValue { state in
            // Another page may have loaded them meanwhile.
            if let marks = state.known[visitor]?.marks { return marks }
            state.known[visitor] = Known(marks)
            return marks
        }
    }

    /// Waits until all changes so far are written.
    func flush() async { await store?.flush() }

    /// The number of visitors whose marks are in memory.
    var count: Int { state.withLockedValue { $0.known.count } }

    private func known(_ visitor: Visitor) -> VisitorMarks? { state.withLockedValue { $0.known[visitor]?.marks } }

    // MARK: - For the marks themselves

    func record(_ change: Marks.Change, of visitor: Visitor) {
        store?.record(change, of: visitor, now: now()) { [weak self] result in
            if case .failure(let error) = result { self?.note(error, "A mark of a visitor can't be written.") }
        }
    }

    /// Removes marks that are being deinitialised, unless new marks of the visitor have replaced them.
    /// No other marks are accessed here: they could be deinitialised, too, while the lock is held.
    func forget(_ marks: ObjectIdentifier, of visitor: Visitor) {
        state.withLockedValue { state in
            if state.known[visitor]?.id == marks { state.known[visitor] = nil }
        }
    }

    /// Logs the first failure as a warning and later ones for debugging; pages show it as long as the program runs.
    private func note(_ error: any Error, _ text: Logger.Message) {
        let isFirst = state.withLockedValue { state in
            defer {
                state.trouble =
                    "What you read and save now is lost when Gazette ends: its file can't be used. See the log for the reason."
            }
            return state.trouble == nil
        }
        logger.log(level: isFirst ? .warning : .debug, text, metadata: ["error": "\(error)"])
    }
}
