/// The requests that a server still accepts, as its responses report them.
///
/// A report of `r` remaining requests allows `r` more until the reset. The requests without a response at its receipt
/// count as part of them, since the server may not have counted those yet. Only the report of a request that was sent
/// after the reset raises the number; all others lower it: responses need not arrive in the order in which the server
/// has counted their requests. After the reset the requests that still remained may be sent, since a new quota is no
/// smaller. Where none remained, one is sent once all earlier ones have their responses, and the others wait until its
/// response reports the new quota. So no number of requests is ever assumed.
struct ServerAllowance {
    /// The longest wait for a reset. After it one request is sent, whose response reports whether the limit still holds.
    static let longestWait = Duration.seconds(3600)

    /// The number of requests that may be sent; `nil` if no limit is known.
    private(set) var remaining: Int?
    private var resetsAt = Duration.zero
    /// The number of requests that were sent and have no response yet.
    private var unanswered = 0

    /// The time from which a request may be sent, possibly in the past; `nil` if it waits for responses.
    var opening: Duration? {
        guard remaining == 0 else { return .zero }
        return unanswered == 0 ? resetsAt : nil
    }

    /// Counts a request that is sent.
    mutating func send() {
        unanswered += 1
        remaining = remaining.map { max(0, $0 - 1) }
    }

    /// Records that a request has its response, or will have none. ``take(_:ofRequestSentAt:at:)`` follows if it has one.
    mutating func end() {
        unanswered -= 1
    }

    /// Takes the quota of a response.
    ///
    /// - Parameters:
    ///   - quota: `nil` if the response reports none: after the reset no limit is known then.
    ///   - sending: The time at which its request was sent.
    ///   - now: The time of the receipt of the response.
    mutating func take(_ quota: ServerQuota?, ofRequestSentAt sending: Duration, at now: Duration) {
        let isNew = sending >= resetsAt
        guard let quota else {
            if isNew { remaining = nil }
            return
        }
        let reported = max(0, quota.remaining - unanswered)
        if let remaining, reported > remaining, !isNew { return }
        remaining = reported
        resetsAt = now + min(quota.wait, Self.longestWait)
    }
}
