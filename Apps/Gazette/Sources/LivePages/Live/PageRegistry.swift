import NIOConcurrencyHelpers
package import ReaderStorage

/// The open pages, up to a limit. A page without a reader is closed after a while, or when a new page needs its place.
package final class PageRegistry: Sendable {
    private struct Entry {
        let page: LivePage
        /// The number of holders, which make or read the page.
        var holders = 1
        /// Whether it has had a stream.
        var wasRead = false
        /// The page has had no holder since this second.
        var idleSince = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var time = 0
        /// The pages that lost their last holder, in that order. Some have a holder again, or are closed.
        var idle: [(id: String, since: Int)] = []
        var firstIdle = 0
        /// The number of pages that were closed since memory was last returned to the system.
        var closed = 0
        /// The same number a second ago.
        var closedBefore = 0

        /// Removes the page that has had no holder for longest, if that was so by a second.
        mutating func nextIdle(until time: Int) -> LivePage? {
            while firstIdle < idle.count, idle[firstIdle].since <= time {
                let (id, since) = idle[firstIdle]
                firstIdle += 1
                if firstIdle > 1000, firstIdle * 2 > idle.count {
                    idle.removeFirst(firstIdle)
                    firstIdle = 0
                }
                guard let entry = entries[id], entry.holders == 0, entry.idleSince == since else { continue }
                entries[id] = nil
                return entry.page
            }
            return nil
        }
    }

    /// The number of closed pages after which memory is returned to the system, once no page was closed for a second.
    private static let closedBeforeTrim = 50

    private let state = NIOLockedValueBox(State())
    private let limit: Int
    private let grace: Int

    /// - Parameter grace: How many seconds a page without a holder is kept.
    package init(limit: Int, grace: Int) {
        self.limit = limit
        self.grace = grace
    }

    package var count: Int { state.withLockedValue { $0.entries.count } }

    /// Adds a page, which its caller holds. It takes the place of a page with its id; if necessary, also the page that
    /// has had no holder for longest is closed.
    ///
    /// - Returns: Whether there was room.
    package func add(_ page: LivePage) -> Bool {
        let (isAdded, old) = state.withLockedValue { state -> (Bool, [LivePage?]) in
            let replaced = state.entries.removeValue(forKey: page.id)?.page
            var old: LivePage?
            if state.entries.count >= limit {
                guard let idle = state.nextIdle(until: .max) else { return (false, [replaced]) }
                old = idle
            }
            state.entries[page.id] = Entry(page: page)
            return (true, [replaced, old])
        }
        for page in old { close(page) }
        return isAdded
    }

    /// Whether a new page may have an id: no page has it, or one that nobody holds and no script has read.
    package func isFree(_ id: String) -> Bool {
        state.withLockedValue { state in state.entries[id].map { $0.holders == 0 && !$0.wasRead } ?? true }
    }

    package func page(_ id: String) -> LivePage? { state.withLockedValue { $0.entries[id]?.page } }

    /// Adds a reader to a page; `nil` if it is closed already.
    package func enter(_ id: String) -> LivePage? {
        state.withLockedValue { state in
            state.entries[id]?.holders += 1
            state.entries[id]?.wasRead = true
            return state.entries[id]?.page
        }
    }

    /// Removes a reader. The page is kept for a while, since the reader may return.
    package func leave(_ id: String) {
        state.withLockedValue { state in
            guard var entry = state.entries[id] else { return }
            entry.holders -= 1
            entry.idleSince = state.time
            state.entries[id] = entry
            if entry.holders == 0 { state.idle.append((id, state.time)) }
        }
    }

    /// Closes a page at once, even while it has holders.
    package func remove(_ id: String) {
        close(state.withLockedValue { $0.entries.removeValue(forKey: id)?.page })
    }

    /// Closes the pages of a visitor at once.
    package func removePages(of visitor: Visitor) {
        let pages = state.withLockedValue { state in
            let pages = state.entries.filter { $0.value.page.visitor == visitor }
            for id in pages.keys { state.entries[id] = nil }
            return pages.values.map(\.page)
        }
        for page in pages { close(page) }
    }

    /// Notes that a second has passed, and closes the pages that have had no holder for too long.
    ///
    /// - Returns: Whether many pages were closed, and none in the last second: the time to return their memory.
    @discardableResult
    package func tick() -> Bool {
        let (old, isQuiet) = state.withLockedValue { state -> ([LivePage], Bool) in
            state.time += 1
            var old: [LivePage] = []
            while let page = state.nextIdle(until: state.time - grace) { old.append(page) }
            guard old.isEmpty, state.closed == state.closedBefore, state.closed >= Self.closedBeforeTrim else {
                state.closedBefore = state.closed
                return (old, false)
            }
            state.closed = 0
            state.closedBefore = 0
            return (old, true)
        }
        for page in old { close(page) }
        return isQuiet
    }

    private func close(_ page: LivePage?) {
        guard let page else { return }
        state.withLockedValue { $0.closed += 1 }
        Task { await page.close() }
    }
}
