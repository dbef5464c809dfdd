#if NIO
import FreshetCore

/// Counts the exchanges with each origin, including those that wait for a connection.
final class OpenExchanges: Sendable {
    /// One exchange, counted until it is released.
    final class Entry: Sendable {
        private let origin: String
        private let exchanges: OpenExchanges

        fileprivate init(origin: String, exchanges: OpenExchanges) {
            self.origin = origin
            self.exchanges = exchanges
        }

        deinit { exchanges.end(origin) }
    }

    private let counts = Lock<[String: Int]>([:])

    func begin(to origin: String) -> Entry {
        counts.withLock { $0[origin, default: 0] += 1 }
        return Entry(origin: origin, exchanges: self)
    }

    /// The number of exchanges with an origin.
    func count(to origin: String) -> Int { counts.withLock { $0[origin, default: 0] } }

    private func end(_ origin: String) {
        counts.withLock { counts in
            let count = counts[origin, default: 1] - 1
            counts[origin] = count > 0 ? count : nil
        }
    }
}
#endif
