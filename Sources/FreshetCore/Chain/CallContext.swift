public import Foundation

/// The call to which a request belongs, as interceptors see it.
public struct CallContext: Sendable {
    package let call: Call

    /// The number of the attempt: 1, and one more for each retry of the call.
    ///
    /// It is 1 around the call. The hops of a redirect do not count.
    public let attempt: Int

    init(_ call: Call, attempt: Int = 1) {
        self.call = call
        self.attempt = attempt
    }

    /// The number of the call, as its events have it: ``FetchEvent/call``.
    ///
    /// Around the attempt it is the number of the call that began the in-flight request.
    public var id: UInt64 { call.id }

    /// The time since the call, or the in-flight request that several calls share, started.
    public var elapsed: Duration { call.elapsed }

    /// The time that is left until the deadline of the call; `nil` without one.
    public var remaining: Duration? { call.deadline.map { $0 - call.time.now() } }

    /// The present date, by the clock of the client.
    public var date: Date { call.time.date() }

    /// Whether the call has to stop.
    public var isCancelled: Bool { Task.isCancelled || call.cancellation.reason != nil }

    /// Cancels the call for its caller, who gets ``FetchError/cancelled``.
    public func cancel() { call.cancel() }

    /// Throws if the call has to stop.
    ///
    /// - Throws: ``FetchError/cancelled``, or ``FetchError/Kind-swift.enum/timedOut(_:)``.
    public func checkCancellation() throws(FetchError) {
        if let reason = call.cancellation.reasonOrEnd { throw reason }
        if Task.isCancelled { throw .cancelled }
    }
}
