package import Foundation
package import Logging
import NIOConcurrencyHelpers

/// The visitors, with the entries that they have read and saved.
///
/// If the store can't be used, marks stay in memory, and ``trouble`` says so.
package final class Visitors: Sendable {
    /// Returns the current time, for stored dates and for expiry.
    package let now: @Sendable () -> Date
    package let store: ReaderStore
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    private struct State {
        var known: [Visitor: Known] = [:]
        /// The number of changes that the store has reported: one of marks that are being loaded is missing in them.
        var reports = 0
        var trouble: String?
        var isInterrupted = false
        var endObserver: (@Sendable (Visitor) -> Void)?
        var unsent: Unsent?
    }

    /// The changes of visitors that were not sent yet to a service.
    package struct Unsent: Sendable {
        /// Reads what is stored of a visitor.
        package let load: @Sendable (Visitor) async -> Void
        /// Returns the number of a visitor's changes.
        package let count: @Sendable (Visitor) -> Int
        /// Removes what is stored of a visitor.
        package let remove: @Sendable (Visitor) async -> Void

        package init(
            load: @escaping @Sendable (Visitor) async -> Void, count: @escaping @Sendable (Visitor) -> Int,
            remove: @escaping @Sendable (Visitor) async -> Void
        ) {
            self.load = load
            self.count = count
            self.remove = remove
        }
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

    /// Makes the visitors of a store.
    package init(store: ReaderStore, logger: Logger, now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
        self.logger = logger
        self.store = store
        store.observe { [weak self] in self?.handle($0) }
    }

    /// Makes the visitors of a folder. If it can't be used, marks are kept until the program ends.
    ///
    /// - Parameter folder: The folder for marks and the signing keys; `nil` keeps them in memory.
    package convenience init(
        folder: DataFolder?, limits: ReaderLimits = .init(), logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        var store: ReaderStore?
        var failure: (any Error)?
        if let folder {
            do { store = try ReaderStore(folder: folder, limits: limits, now: now()) } catch { failure = error }
        }
        self.init(store: store ?? ReaderStore(limits: limits, now: now()), logger: logger, now: now)
        guard let failure, let folder else { return }
        note(
            failure,
            ReaderStoreFailure(
                summary: "Visitors' marks can't be kept in \(folder.url.path).",
                consequence: """
                    What you read and save now is lost when Gazette stops, because its file can't be used. See the \
                    log for the reason.
                    """))
    }

    /// The reason why marks are not stored; `nil` if they are.
    package var trouble: String? { state.withLockedValue { $0.trouble } }

    /// The marks of a visitor who has none to load.
    package func marks(ofNew visitor: Visitor) -> VisitorMarks { hold(Marks(limits: store.limits.marks), of: visitor) }

    /// The marks of a visitor, which all their pages share.
    package func marks(of visitor: Visitor) async -> VisitorMarks {
        if let marks = known(visitor) { return marks }
        let reports = state.withLockedValue { $0.reports }
        if let loaded = try? await store.marks(of: visitor, now: now()) {
            let marks = hold(loaded, of: visitor)
            if state.withLockedValue({ $0.reports }) != reports { await marks.reload() }
            return marks
        }
        // Loaded again once the store works.
        var unloaded = Marks(limits: store.limits.marks)
        for change in store.unwritten(of: visitor) { _ = unloaded.apply(change) }
        let marks = hold(unloaded, of: visitor)
        if state.withLockedValue({ $0.reports }) != reports { await marks.reload() }
        return marks
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

    /// Sets what runs when another process has ended sessions of an account.
    package func observeEnds(_ observer: @escaping @Sendable (Visitor) -> Void) {
        state.withLockedValue { $0.endObserver = observer }
    }

    // MARK: - What was not sent

    /// Sets where the changes are stored that were not sent yet.
    package func setUnsent(_ unsent: Unsent) { state.withLockedValue { $0.unsent = unsent } }

    /// Reads which changes of a visitor were not sent yet.
    package func loadUnsent(of visitor: Visitor) async { await state.withLockedValue { $0.unsent }?.load(visitor) }

    /// What of a visitor's changes has not arrived yet.
    package func waiting(of visitor: Visitor) -> Waiting {
        Waiting(
            unsent: state.withLockedValue { $0.unsent }?.count(visitor) ?? 0,
            hasUnstoredMarks: store.hasUnstoredMarks(of: visitor))
    }

    /// Removes the changes of a visitor that were not sent yet.
    package func removeUnsent(of visitor: Visitor) async { await state.withLockedValue { $0.unsent }?.remove(visitor) }

    /// Announces to the open pages of a visitor that what was not sent has changed.
    package func announce(to visitor: Visitor) { known(visitor)?.announce() }

    /// Announces to the open pages of a visitor, or of all, that feeds have changed.
    package func announceFeeds(to visitor: Visitor?) {
        for marks in visitor.map({ [known($0)].compactMap(\.self) }) ?? allKnown() { marks.announce() }
    }

    /// Waits until all changes so far are written, or those of one visitor.
    package func flush(_ visitor: Visitor? = nil) async { await store.flush(visitor) }

    /// Notes that a second has passed.
    package func tick() { store.tick(now: now()) }

    /// The number of visitors whose marks are in memory.
    package var count: Int { state.withLockedValue { $0.known.count } }

    private func known(_ visitor: Visitor) -> VisitorMarks? { state.withLockedValue { $0.known[visitor]?.marks } }

    // MARK: - For the marks themselves

    package func record(_ change: Marks.Change, of visitor: Visitor) {
        store.record(change, of: visitor, now: now())
    }

    /// Removes marks that are being deinitialised, unless new marks of the visitor have replaced them.
    /// No other marks are accessed here: they could be deinitialised, too, while the lock is held.
    func forget(_ marks: ObjectIdentifier, of visitor: Visitor) {
        state.withLockedValue { state in
            if state.known[visitor]?.id == marks { state.known[visitor] = nil }
        }
    }

    // MARK: - For the store

    private func handle(_ event: ReaderStoreEvent) {
        switch event {
        case .changed(let visitor):
            let marks = state.withLockedValue { state in
                state.reports += 1
                return state.known[visitor]?.marks
            }
            guard let marks else { return }
            Task { await marks.reload() }
        case .ended(let visitor): state.withLockedValue { $0.endObserver }?(visitor)
        case .feedsChanged(let visitor): announceFeeds(to: visitor)
        case .missedChanges:
            state.withLockedValue { state in
                state.reports += 1
                state.isInterrupted = false
            }
            let all = allKnown()
            Task { for marks in all { await marks.reload() } }
        case .failed(let error, let failure): note(error, failure)
        case .recovered:
            state.withLockedValue { $0.trouble = nil }
            logger.notice("Visitors' marks are stored again.")
            for marks in allKnown() { marks.announce() }
        case .interrupted(let error):
            let isFirst = state.withLockedValue { state in
                defer { state.isInterrupted = true }
                return !state.isInterrupted
            }
            logger.log(
                level: isFirst ? .warning : .debug, "Marks made in other processes can't be received.",
                metadata: ["error": "\(error)"])
        }
    }

    private func allKnown() -> [VisitorMarks] { state.withLockedValue { $0.known.values.compactMap(\.marks) } }

    /// Logs the first failure as a warning and later ones for debugging; pages show what it means until the store works
    /// again.
    private func note(_ error: any Error, _ failure: ReaderStoreFailure) {
        let isFirst = state.withLockedValue { state in
            defer { state.trouble = failure.consequence }
            return state.trouble == nil
        }
        logger.log(level: isFirst ? .warning : .debug, "\(failure.summary)", metadata: ["error": "\(error)"])
        if isFirst { for marks in allKnown() { marks.announce() } }
    }
}
