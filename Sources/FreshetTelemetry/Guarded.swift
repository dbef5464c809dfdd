#if Telemetry
import Foundation

/// A lock that owns the state it protects.
///
/// `@unchecked Sendable`: the state is only accessed while the lock is held. Thread Sanitizer on
/// Linux reports `Mutex` from `Synchronization` as a race.
final class Guarded<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: sending State) {
        self.state = state
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
#endif
