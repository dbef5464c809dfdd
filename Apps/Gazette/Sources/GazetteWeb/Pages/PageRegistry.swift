import Dispatch
import NIOConcurrencyHelpers

/// The pages that are open. One that nobody reads is closed after a while.
final class PageRegistry: Sendable {
    private struct Entry {
        let page: LivePage
        var readers = 0
        /// Counts the times that somebody came or went, so that a late timer knows that it is late.
        var turn = 0
    }

    private let entries = NIOLockedValueBox<[String: Entry]>([:])
    private let limit: Int
    private let grace: Double
    private let later: Timer

    /// Runs something after so many seconds.
    typealias Timer = @Sendable (_ seconds: Double, _ action: @escaping @Sendable () -> Void) -> Void

    init(limit: Int, grace: Double, later: @escaping Timer = PageRegistry.onQueue) {
        self.limit = limit
        self.grace = grace
        self.later = later
    }

    static let onQueue: Timer = { seconds, action in
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: action)
    }

    var count: Int { entries.withLockedValue { $0.count } }
    var hasRoom: Bool { count < limit }

    /// Keeps a page for a reader who is about to come.
    func keep(_ page: LivePage) {
        entries.withLockedValue { $0[page.id] = Entry(page: page) }
        closeLater(page.id, turn: 0)
    }

    func page(_ id: String) -> LivePage? { entries.withLockedValue { $0[id]?.page } }

    /// Notes that somebody reads a page from now on; `nil` when it is closed already.
    func enter(_ id: String) -> LivePage? {
        entries.withLockedValue { entries in
            entries[id]?.readers += 1
            entries[id]?.turn += 1
            return entries[id]?.page
        }
    }

    /// Notes that somebody has gone; the page waits a while for them to come back.
    func leave(_ id: String) {
        let turn = entries.withLockedValue { entries -> Int? in
            guard var entry = entries[id] else { return nil }
            entry.readers -= 1
            entry.turn += 1
            entries[id] = entry
            return entry.readers == 0 ? entry.turn : nil
        }
        if let turn { closeLater(id, turn: turn) }
    }

    private func closeLater(_ id: String, turn: Int) {
        later(grace) { [weak self] in
            let page = self?.entries.withLockedValue { entries -> LivePage? in
                guard let entry = entries[id], entry.readers == 0, entry.turn == turn else { return nil }
                entries[id] = nil
                return entry.page
            }
            if let page { Task { await page.close() } }
        }
    }
}
