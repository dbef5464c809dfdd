import HTTPTypes

/// The options of a call: those of its request, and the client's for those that the request leaves
/// open.
///
/// It is a class because every stage that waits holds the call, and with it these options.
final class CallOptions: Sendable {
    let request: RequestOptions
    let limits: Limits
    let retry: RetryOptions
    let accepted: AcceptedContent
    let redirects: RedirectMode
    /// Whether the caller reads the body as it arrives.
    let isStream: Bool
    /// Whether a stale response is revalidated in the background after it was served.
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

    /// Returns whether the status of a response is accepted: its whole body is read, and it doesn't
    /// count as a failure.
    func accepts(_ head: HTTPResponse) -> Bool {
        request.statuses.contains(head.status) || redirects == .manual && head.isRedirect
    }

    /// The options of a revalidation in the background, which reads the whole body of any type.
    var ofRevalidation: CallOptions {
        CallOptions(
            RequestOptions(), limits: limits, retry: retry, accepted: AcceptedContent(accept: "*/*", accepts: nil),
            revalidates: false)
    }
}
