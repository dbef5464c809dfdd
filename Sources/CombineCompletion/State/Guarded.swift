import Foundation

/// State that only one thread at a time accesses, such as publishers and subscribers.
///
/// `@unchecked Sendable`: the state is only accessed while the lock is held.
final class Guarded<State>: @unchecked Sendable {
    private var state: State
    private let lock = NSLock()

    init(_ state: State) {
        self.state = state
    }

    /// Runs a body with exclusive access to the state. The body must not wait or call out.
    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
