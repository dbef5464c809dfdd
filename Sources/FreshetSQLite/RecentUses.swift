#if SQLite
import Foundation
import FreshetCore

/// The entries used since the last response was stored. They are kept in memory, so that a hit alone writes nothing.
final class RecentUses: Sendable {
    private static let limit = 4096

    private struct State {
        var last = 0
        /// The number of the last use of each entry.
        var uses: [UUID: Int] = [:]
    }

    private let state = Lock(State())

    func note(_ id: UUID) {
        state.withLock { state in
            guard state.uses.count < Self.limit || state.uses[id] != nil else { return }
            state.last += 1
            state.uses[id] = state.last
        }
    }

    /// Removes and returns the entries, the least recently used first.
    func take() -> [UUID] {
        let uses = state.withLock { state in
            defer { state = State() }
            return state.uses
        }
        return uses.sorted { $0.value < $1.value }.map(\.key)
    }
}
#endif
