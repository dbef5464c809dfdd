public import Foundation

/// The call to which a request belongs, as interceptors see it.
///
/// ```swift
/// var request = request
/// if let remaining = context.remaining {
///     request.headers[.timeLeft] = "\(Int(remaining / .milliseconds(1)))"  // an app's own field
/// }
/// return try await next(request)
/// ```
public struct CallContext: Sendable {
    package let call: Call

    /// The number of the attempt: 1, plus one for each retry of the call.
    ///
    /// It is 1 around the call. The hops of a redirect don't count.
    public let attempt: Int

    init(_ call: Call, attempt: Int = 1) {
        self.call = call
        self.attempt = attempt
    }

    /// The number of the call in its events: ``FetchEvent/call``.
    ///
    /// Around the attempt, it is the number of the call that started the in-flight request.
    public var id: UInt64 { call.id }

    /// The time since the start of the call, or of the in-flight request that several calls share.
    public var elapsed: Duration { call.elapsed }

    /// The time remaining until the call's deadline; `nil` if it has none.
    ///
    /// Around the attempt, the latest deadline of the callers that share the request counts.
    public var remaining: Duration? { call.deadline.map { $0 - call.time.now() } }

    /// The current date, according to the client's clock.
    public var date: Date { call.time.date() }

    /// Whether the call has to stop, because it was cancelled or a time limit has expired.
    public var isCancelled: Bool { Task.isCancelled || call.cancellation.reason != nil }

    /// Cancels the call, which then fails with ``FetchError/cancelled``.
    ///
    /// Around the attempt, it cancels the request for all callers that share it.
    public func cancel() { call.cancel() }

    /// Throws the reason if the call has to stop. Call it between the steps of long work.
    ///
    /// - Throws: ``FetchError/cancelled``, or ``FetchError/Kind-swift.enum/timedOut(_:)``.
    public func checkCancellation() throws(FetchError) {
        // The reason comes first: a timeout cancels the task as well, and must not look like a cancellation.
        if let reason = call.cancellation.reasonOrEnd { throw reason }
        if Task.isCancelled { throw .cancelled }
    }
}
