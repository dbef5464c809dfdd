/// An attempt of an observed call, as a transport around the client's own sees it.
public struct RequestAttempt: Sendable {
    /// The number of the attempt, unique in the process (``FetchEvent/attempt``).
    public let id: UInt64
    /// The number of the call that began the in-flight request.
    public let call: UInt64
    /// How many requests of the call went to the transport, with this one.
    public let number: Int
    /// The request as events show it, with the address of this attempt.
    public let request: FetchError.Request
    /// Whether it goes to the origin of the service, and no redirect has led elsewhere before.
    public let isToService: Bool
    /// The reason why the client gives the attempt up.
    let failure: AttemptFailure
    private let outgoing: OutgoingRequest

    init(id: UInt64, number: Int, _ outgoing: OutgoingRequest, of call: Call) {
        self.id = id
        self.call = call.id
        self.number = number
        self.outgoing = outgoing
        request = outgoing.summary
        isToService = outgoing.isForService
        failure = AttemptFailure { [weak call] in call?.cancellation.reason }
    }

    /// The address as it is sent, with its fragment and without secrets.
    public var url: String { outgoing.sentURL }

    /// Returns the failure of an attempt that has ended; `nil` for a success. A client that gives up an attempt has a
    /// reason, which reaches the transport only as a cancellation.
    ///
    /// - Parameter error: The failure of its exchange; `nil` for none.
    public func failure(after error: FetchError?) -> FetchError? { failure.failure(after: error) }
}

/// The attempt that a transport is about to send; `nil` where nobody observes the call.
enum AttemptKey: RequestOptionKey {
    static let defaultValue: RequestAttempt? = nil
    static let sharing = OptionSharing<RequestAttempt?>.always
}

extension TransportRequest {
    /// The attempt that the request is sent for; `nil` where nothing observes the call.
    public var attempt: RequestAttempt? { options[AttemptKey.self] }
}

/// The reason why a client gives an attempt up. Its transport only learns of a cancellation, or of nothing.
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
    /// - Parameter error: The failure of its exchange.
    func failure(after error: FetchError?) -> FetchError? {
        if let own = own.withLock({ $0 }) { return own }
        return error?.isCancellation == true ? reasonOfCall() ?? error : error
    }
}
