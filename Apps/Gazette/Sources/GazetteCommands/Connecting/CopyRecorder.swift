import Freshet
import Synchronization

/// Records how old the stored responses are that calls were served with.
///
/// It stands around each call, so that it sees every response, also one that comes out of the cache.
final class CopyRecorder: Interceptor {
    /// The stored responses so far.
    struct Copies: Equatable {
        var count = 0
        /// The age of the oldest one.
        var age = Duration.zero
        /// Whether one was served because the service failed, or as it is.
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
