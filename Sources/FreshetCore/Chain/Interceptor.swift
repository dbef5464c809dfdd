/// A step between a call and its transport.
///
/// It passes the request on by calling `next`, changes the request or the response, responds without
/// the server, or throws. The engine is a list of such stages, and an app adds its own at two
/// positions:
///
/// - **Around each call** (``ClientConfiguration/callInterceptors``, ``Request/intercepting(call:)``):
///   before the cache and the sharing of identical requests. It sees one request and its final
///   response, whatever its status and even if it comes from the cache. Each caller that shares an
///   in-flight request runs its own.
/// - **Around each attempt** (``ClientConfiguration/attemptInterceptors``,
///   ``Request/intercepting(attempt:)``): after the credentials were added, before the transport. It
///   sees everything that is sent: every hop of a redirect, every retry, and every conditional
///   request with its 304. What it returns counts as the server's response, which may be stored,
///   retried or redirected.
///
/// ```swift
/// struct Timing: Interceptor {
///     func intercept(
///         _ request: OutgoingRequest, context: CallContext, next: Next
///     ) async throws(FetchError) -> IncomingResponse {
///         let start = context.elapsed
///         let response = try await next(request)
///         print(request.url, response.head.status.code, context.elapsed - start)
///         return response
///     }
/// }
/// ```
///
/// What an interceptor may rely on, and what it has to do:
///
/// - `next` may be called any number of times, even concurrently, until `intercept` returns. After the
///   end of the call, it throws ``FetchError/cancelled``. Each request that reaches the transport is
///   one attempt of ``CallMetrics/attempts``.
/// - A response with a complete body holds no resources. A stream that isn't returned is closed when
///   it is released, or at once by ``IncomingResponse/close()``.
/// - When the call is cancelled or its deadline passes, the task that runs `intercept` is cancelled,
///   and the call fails whatever `intercept` returns. The caller doesn't wait for an interceptor that
///   ignores cancellation.
/// - A body that can only be read once (`RequestBody.stream`) fails the second request that sends it.
/// - An interceptor throws its own errors as ``FetchError/Kind-swift.enum/interceptor(_:)``. They
///   aren't retried.
/// - An interceptor may be an actor: the stages after it don't run on it.
public protocol Interceptor: Sendable {
    /// Handles a request, usually by passing it on to `next`.
    ///
    /// - Parameters:
    ///   - request: The request that the previous stages passed on.
    ///   - context: The call that the request belongs to.
    ///   - next: The stages that follow.
    /// - Returns: The response for the stages before this one.
    /// - Throws: The error of `next`, or ``FetchError/Kind-swift.enum/interceptor(_:)`` with the
    ///   interceptor's own error.
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse
}

/// An interceptor that ends soon after its task is cancelled.
///
/// A call runs other interceptors in a separate task, so that it can end without waiting for them.
/// Conform only if every `await` of the interceptor responds to cancellation.
///
/// ```swift
/// struct Sharding: CancellableInterceptor {
///     let shard: String
///
///     func intercept(
///         _ request: OutgoingRequest, context: CallContext, next: Next
///     ) async throws(FetchError) -> IncomingResponse {
///         var request = request
///         request.headers[.shard] = shard
///         return try await next(request)  // the only wait, which ends when the task is cancelled
///     }
/// }
/// ```
public protocol CancellableInterceptor: Interceptor {}

/// The interceptors of one request or one client, by their position.
struct Interceptors: Sendable {
    /// Around each call.
    var call: [any Interceptor] = []
    /// Around each attempt.
    var attempt: [any Interceptor] = []
}
