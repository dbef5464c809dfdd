import Hummingbird
import NIOConcurrencyHelpers

/// The number of responses of a path.
public struct RequestCount: Sendable, Hashable {
    /// All responses.
    public internal(set) var all = 0
    /// Those with status 304.
    public internal(set) var notModified = 0
}

/// Counts the responses of paths.
final class RequestCounts: Sendable {
    /// The largest number of paths that are counted.
    private static let mostPaths = 10_000

    private let counts = NIOLockedValueBox<[String: RequestCount]>([:])

    /// Returns the number of responses of a path.
    func count(of path: String) -> RequestCount { counts.withLockedValue { $0[path] } ?? RequestCount() }

    /// The sum of all paths.
    var total: RequestCount {
        counts.withLockedValue { counts in
            counts.values.reduce(into: RequestCount()) { sum, count in
                sum.all += count.all
                sum.notModified += count.notModified
            }
        }
    }

    func add(_ path: String, isNotModified: Bool) {
        counts.withLockedValue { counts in
            guard counts.count < Self.mostPaths || counts[path] != nil else { return }
            counts[path, default: RequestCount()].all += 1
            if isNotModified { counts[path, default: RequestCount()].notModified += 1 }
        }
    }
}
