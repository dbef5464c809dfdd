import Freshet
import Synchronization

/// Records the number and age of the cached responses that calls received.
///
/// It is a call interceptor, so it receives every response, including those from the cache.
final class CopyRecorder: Interceptor {
    /// The cached responses recorded so far.
    struct Copies: Equatable {
        var count = 0
        /// The age of the oldest one.
        var age = Duration.zero
        /// Whether one of them was stale.
        var isStale = false
    }

    private let recorded = Mutex(Copies())

    var copies: Copies { recorded.withLock { $0 } }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let response = try await next(request)
        let source = response.source
        if let age = source.age {
            recorded.withLock { copies in
                copies.count += 1
                copies.age = max(copies.age, age)
                copies.isStale = copies.isStale || source.isStale
            }
        }
        return response
    }
}
