#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock that owns the state it guards. Copies share the same lock and state.
///
/// It is used instead of `Mutex` from `Synchronization`, because Thread Sanitizer doesn't
/// understand that type on Linux (every access looks like a race) and escaping closures can't
/// capture it.
///
/// `@unchecked Sendable`: the state is only accessed while the mutex is held.
package struct Lock<State>: @unchecked Sendable {
    /// The state, followed by its mutex, in one allocation.
    private final class Buffer: ManagedBuffer<State, pthread_mutex_t> {
        deinit {
            withUnsafeMutablePointerToElements { mutex in
                pthread_mutex_destroy(mutex)
                mutex.deinitialize(count: 1)
            }
        }
    }

    private let buffer: ManagedBuffer<State, pthread_mutex_t>

    package init(_ state: sending State) {
        self.init(ofUnchecked: state)
    }

    /// Makes a lock around state that isn't `Sendable`, such as publishers and subscribers, which
    /// may be called from any thread as long as there is only one call at a time.
    package init(ofUnchecked state: State) {
        // On the heap, since a pthread mutex must keep its address: `&` on a stored property may
        // pass a temporary copy.
        buffer = Buffer.create(minimumCapacity: 1) { _ in state }
        buffer.withUnsafeMutablePointerToElements { mutex in
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }
    }

    /// Runs a closure with exclusive access to the state. It must not wait, call code outside of
    /// this package, or lock the same lock again.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try buffer.withUnsafeMutablePointers { state, mutex throws(Failure) in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&state.pointee)
        }
    }
}
