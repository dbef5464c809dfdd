import Foundation

/// A lock that owns the state which a test shares with its transport.
///
/// Thread Sanitizer does not understand `Mutex` of `Synchronization` on Linux: every access looks like a race.
///
/// `@unchecked Sendable`: the state is only accessed while the lock is held.
public final class Lock<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    /// Makes a lock around a state.
    public init(_ state: sending State) { self.state = state }

    /// Runs a body with exclusive access to the state.
    public func withLock<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }
}
