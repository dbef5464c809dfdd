/// An attempt of an observed call, for transports that measure or trace it.
public struct RequestAttempt: Sendable {
    /// The number of the attempt, unique within the process (``FetchEvent/attempt``).
    public let id: UInt64
    /// The number of the call that began the in-flight request.
    public let call: UInt64
    /// The number of requests that the call has handed to the transport, including this one.
    public let number: Int
    /// The request as events show it, with the URL of this attempt.
    public let request: FetchError.Request
    /// Whether it is sent to the origin of the service, and no redirect has led to another origin
    /// before.
    public let isToService: Bool
    /// The reason for which the client abandons the attempt.
    let failure: AttemptFailure
    private let outgoing: OutgoingRequest

    init(id: UInt64, number: Int, _ outgoing: OutgoingRequest, of call: Call) {
        self.id = id
        self.call = call.id
        self.number = number
        self.outgoing = outgoing
        request = outgoing.summary
        isToService = outgoing.isForService
        // The attempt is stored in the request, which a transport may hold longer than the call
        // lives.
        failure = AttemptFailure { [weak call] in call?.cancellation.reason }
    }

    /// The URL as it is sent, with its fragment and without secrets.
    public var url: String { outgoing.sentURL }

    /// Returns the failure of an attempt that has ended; `nil` for a success.
    ///
    /// When a client abandons an attempt, for example after a timeout, its transport only sees a
    /// cancellation. This method returns the actual reason instead.
    ///
    /// - Parameter error: The error that the transport threw; `nil` for none.
    public func failure(after error: FetchError?) -> FetchError? { failure.failure(after: error) }
}

/// The attempt that a transport is about to send; `nil` if the call has no observer.
enum AttemptKey: RequestOptionKey {
    static let defaultValue: RequestAttempt? = nil
    static let sharing = OptionSharing<RequestAttempt?>.always
}

extension TransportRequest {
    /// The attempt for which the request is sent; `nil` if the call has no observer.
    public var attempt: RequestAttempt? { options[AttemptKey.self] }
}

/// The reason for which a client abandons an attempt. Its transport only sees a cancellation, or
/// nothing at all.
final class AttemptFailure: Sendable {
    private let own = Lock<FetchError?>(nil)
    private let reasonOfCall: @Sendable () -> FetchError?

    init(reasonOfCall: @escaping @Sendable () -> FetchError?) {
        self.reasonOfCall = reasonOfCall
    }

    func note(_ error: FetchError) {
        own.withLock { $0 = error }
    }

    /// Returns the failure of an attempt that has ended; `nil` for a success.
    ///
    /// - Parameter error: The error that the transport threw.
    func failure(after error: FetchError?) -> FetchError? {
        // Goes first: the transport saw only the cancellation that followed, or a complete response
        // that the client rejected.
        if let own = own.withLock({ $0 }) { return own }
        return error?.isCancellation == true ? reasonOfCall() ?? error : error
    }
}
