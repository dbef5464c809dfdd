import HTTPTypes

/// The options of a call: those of its request, and what the client chooses instead.
///
/// A class, since every stage that waits holds the call, and with it these.
final class CallOptions: Sendable {
    let request: RequestOptions
    let limits: Limits
    let retry: RetryOptions
    let accepted: AcceptedContent
    let redirects: RedirectMode
    /// Whether the caller reads the body as it arrives.
    let isStream: Bool
    /// Whether a stale response that is served is revalidated in the background.
    let revalidates: Bool
    /// Reports the progress of the call; `nil` if nothing observes it.
    let progress: ProgressMeter?

    init(
        _ request: RequestOptions, limits: Limits, retry: RetryOptions, accepted: AcceptedContent,
        redirects: RedirectMode = .follow, isStream: Bool = false, revalidates: Bool = true,
        progress: ProgressMeter? = nil
    ) {
        self.request = request
        self.limits = limits
        self.retry = retry
        self.accepted = accepted
        self.redirects = redirects
        self.isStream = isStream
        self.revalidates = revalidates
        self.progress = progress
    }

    /// Whether the status of a response is accepted: its whole body is read, and it is no failure.
    func accepts(_ head: HTTPResponse) -> Bool {
        request.statuses.contains(head.status) || redirects == .manual && head.isRedirect
    }

    /// The options of a revalidation in the background, which reads the whole body, whatever its type.
    var ofRevalidation: CallOptions {
        CallOptions(
            RequestOptions(), limits: limits, retry: retry, accepted: AcceptedContent(accept: "*/*", accepts: nil),
            revalidates: false)
    }
}
