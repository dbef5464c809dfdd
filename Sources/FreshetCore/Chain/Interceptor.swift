/// A step between a call and its transport.
///
/// It passes the request on by calling `next`, changes the request or the response, responds by itself, or throws. The
/// engine is a list of such stages, and an app adds its own at two positions:
///
/// - **Around each call** (``ClientConfiguration/callInterceptors``, ``Request/intercepting(call:)``): before the cache
///   and the sharing of identical requests. It sees one request and its final response, whatever its status, also when
///   it comes out of the cache. Each caller that shares an in-flight request runs its own.
/// - **Around each attempt** (``ClientConfiguration/attemptInterceptors``, ``Request/intercepting(attempt:)``): after
///   the credentials are on, before the transport. It sees everything that is sent: every hop of a redirect, every
///   retry, and every conditional request with its 304. What it returns counts as the server's response: it may be
///   stored, retried or redirected.
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
/// - `next` may be called any number of times, also at once, until `intercept` returns. After the end of the call it
///   throws ``FetchError/cancelled``. Each request that reaches the transport is one attempt of
///   ``CallMetrics/attempts``.
/// - A response whose body is complete holds nothing. A stream that is not returned is closed when it is released, or
///   at once by ``IncomingResponse/close()``.
/// - Cancelling the call, or its deadline, cancels the task in which `intercept` runs, and wins over what it returns.
///   The caller does not wait for an interceptor that ignores cancellation.
/// - A body that can be read only once (`RequestBody.stream`) fails the second request that sends it.
/// - Errors of an interceptor's own are thrown as ``FetchError/Kind-swift.enum/interceptor(_:)``, which is not retried.
/// - An interceptor may be an actor: the stages after it do not run on it.
public protocol Interceptor: Sendable {
    /// Handles a request.
    ///
    /// - Parameters:
    ///   - request: The request as the previous stages have passed it on.
    ///   - context: The call that the request belongs to.
    ///   - next: The stages that follow.
    /// - Returns: The response for the stages before this one.
    /// - Throws: What `next` throws, or ``FetchError/Kind-swift.enum/interceptor(_:)`` with an error of the
    ///   interceptor's own.
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse
}

/// An interceptor that ends soon when its task is cancelled.
///
/// A call runs stages of other types in a task of their own, so that it can end without them.
public protocol CancellableInterceptor: Interceptor {}

/// The interceptors of one request or one client, by their position.
struct Interceptors: Sendable {
    /// Around each call.
    var call: [any Interceptor] = []
    /// Around each attempt.
    var attempt: [any Interceptor] = []
}
