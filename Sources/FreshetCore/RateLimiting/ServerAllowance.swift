/// The number of requests that a server still accepts, according to its responses.
///
/// A report of `r` remaining requests allows `r` more until the reset. Requests that have no
/// response when the report is received count towards `r`, since the server may not have counted
/// them yet. Only the report for a request that was sent after the reset can raise the number; all
/// others can only lower it, because responses may arrive in another order than the one in which
/// the server counted their requests. After the reset, the requests that still remained may be
/// sent, since a new quota isn't smaller. If none remained, one request is sent once all earlier
/// ones have their responses, and the others wait until its response reports the new quota. The
/// number of requests is therefore never guessed.
struct ServerAllowance {
    /// The maximum wait for a reset. After it, one request is sent, whose response shows whether
    /// the limit still applies.
    static let longestWait = Duration.seconds(3600)

    /// The number of requests that may be sent; `nil` if no limit is known.
    private(set) var remaining: Int?
    private var resetsAt = Duration.zero
    /// The number of requests that were sent and don't have a response yet.
    private var unanswered = 0

    /// The time from which a request may be sent, possibly in the past; `nil` if it has to wait for
    /// responses.
    var opening: Duration? {
        guard remaining == 0 else { return .zero }
        return unanswered == 0 ? resetsAt : nil
    }

    /// Counts a request that is sent.
    mutating func send() {
        unanswered += 1
        remaining = remaining.map { max(0, $0 - 1) }
    }

    /// Records that a request has received its response, or won't receive one. In the first case,
    /// ``take(_:ofRequestSentAt:at:)`` is called next.
    mutating func end() {
        unanswered -= 1
    }

    /// Applies the quota that a response reports.
    ///
    /// - Parameters:
    ///   - quota: The quota; `nil` if the response reports none. After the reset, no limit is known
    ///     then.
    ///   - sending: The time at which its request was sent.
    ///   - now: The time at which the response was received.
    mutating func take(_ quota: ServerQuota?, ofRequestSentAt sending: Duration, at now: Duration) {
        let isNew = sending >= resetsAt
        guard let quota else {
            if isNew { remaining = nil }
            return
        }
        // The server may not have counted the requests that are still on their way to it.
        let reported = max(0, quota.remaining - unanswered)
        // Responses may overtake each other. An older report must not give back what a newer one
        // took.
        if let remaining, reported > remaining, !isNew { return }
        remaining = reported
        // A server may name any number of seconds, and a defect there must not stop an app for
        // days.
        resetsAt = now + min(quota.wait, Self.longestWait)
    }
}
