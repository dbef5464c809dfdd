#if NIO
import NIOConcurrencyHelpers
package import NIOCore

/// A balancer that counts the exchanges with each origin, including those that wait for a
/// connection, and spreads them over the event loops.
///
/// An exchange gets the first event loop among those with the fewest exchanges to its origin. As a
/// result, consecutive calls use the same event loop, and the connection on it. If each call used
/// the next event loop, every second one would move between two threads: 10 % of the row "Freshet,
/// async" of `./bench wire` with one call in flight.
package final class LoopBalancer: Sendable {
    /// An exchange, which is counted until this object is released.
    package final class Entry: Sendable {
        package let loop: any EventLoop
        /// Whether there was no other exchange with the origin when this one began.
        package let isAlone: Bool
        private let index: Int
        private let origin: String
        private let balancer: LoopBalancer

        fileprivate init(_ balancer: LoopBalancer, origin: String, index: Int, isAlone: Bool) {
            self.isAlone = isAlone
            self.balancer = balancer
            self.origin = origin
            self.index = index
            loop = balancer.loops[index]
        }

        deinit { balancer.end(origin, index) }
    }

    private let loops: [any EventLoop]
    /// The number of exchanges on each event loop, by origin.
    private let counts = NIOLockedValueBox<[String: [Int]]>([:])

    package init(_ group: any EventLoopGroup) {
        loops = Array(group.makeIterator())
    }

    package func begin(to origin: String) -> Entry {
        let (index, isAlone) = counts.withLockedValue { counts in
            guard let known = counts.index(forKey: origin) else {
                counts[origin] = loops.indices.map { $0 == 0 ? 1 : 0 }
                return (0, true)
            }
            let perLoop = counts.values[known]
            let index = perLoop.indices.min { perLoop[$0] < perLoop[$1] } ?? 0
            counts.values[known][index] += 1
            return (index, false)
        }
        return Entry(self, origin: origin, index: index, isAlone: isAlone)
    }

    package func count(to origin: String) -> Int { counts.withLockedValue { $0[origin]?.reduce(0, +) ?? 0 } }

    private func end(_ origin: String, _ index: Int) {
        counts.withLockedValue { counts in
            guard let known = counts.index(forKey: origin) else { return }
            counts.values[known][index] -= 1
            // An origin that is called once must not stay in the table for the life of the process.
            if counts.values[known].allSatisfy({ $0 == 0 }) { counts.remove(at: known) }
        }
    }
}
#endif
