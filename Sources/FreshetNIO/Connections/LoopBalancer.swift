#if NIO
import NIOConcurrencyHelpers
package import NIOCore

/// Counts the exchanges with each origin, including those that wait for a connection, and spreads them over the event
/// loops.
///
/// An exchange gets the first of the event loops with the fewest exchanges to its origin. So calls one after the other
/// use one event loop, and the connection on it. With the next event loop for each call, every second one would go back
/// and forth between two threads: 10 % of the row "Freshet, async" of `./bench wire` with one call in flight.
package final class LoopBalancer: Sendable {
    /// One exchange, counted until it is released.
    package final class Entry: Sendable {
        /// The event loop of the exchange.
        package let loop: any EventLoop
        /// Whether there was no other exchange with the origin when it began.
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

    private struct Counts {
        var total = 0
        var perLoop: [Int]

        /// Counts an exchange.
        ///
        /// - Returns: The index of its event loop.
        mutating func add() -> Int {
            let index = perLoop.indices.min { perLoop[$0] < perLoop[$1] } ?? 0
            perLoop[index] += 1
            total += 1
            return index
        }

        mutating func remove(_ index: Int) {
            perLoop[index] -= 1
            total -= 1
        }
    }

    private let loops: [any EventLoop]
    private let counts = NIOLockedValueBox<[String: Counts]>([:])

    package init(_ group: any EventLoopGroup) {
        loops = Array(group.makeIterator())
    }

    package func begin(to origin: String) -> Entry {
        let (index, isAlone) = counts.withLockedValue { counts in
            let index = counts[origin, default: Counts(perLoop: Array(repeating: 0, count: loops.count))].add()
            return (index, counts[origin]?.total == 1)
        }
        return Entry(self, origin: origin, index: index, isAlone: isAlone)
    }

    /// The number of exchanges with an origin.
    package func count(to origin: String) -> Int { counts.withLockedValue { $0[origin]?.total ?? 0 } }

    private func end(_ origin: String, _ index: Int) {
        counts.withLockedValue { counts in
            counts[origin]?.remove(index)
            if counts[origin]?.total == 0 { counts[origin] = nil }
        }
    }
}
#endif
