import HTTPTypes

/// The options of a call, from its request and its client.
///
/// A class, since every stage that waits holds the call, and with it these.
final class CallOptions: Sendable {
    let limits: Limits
    let retry: RetryOptions
    let accepted: AcceptedContent
    let statuses: AcceptedStatuses
    let redirects: RedirectMode
    let sharing: RequestSharing
    /// Whether the caller reads the body as it arrives.
    let isStream: Bool
    /// Whether a stale response that is served is revalidated in the background.
    let revalidates: Bool
    /// Calls share an exchange only with calls of the same group.
    let sharingGroup: UInt64
    /// Whether the request changes nothing on the server, whatever its method.
    let isReadingOnly: Bool
    /// Whether the value of a response is kept as soon as the response is stored, not only when it is served again.
    let keepsValue: Bool
    /// The interceptors of the request itself.
    let interceptors: Interceptors
    /// Reports the progress of the call; `nil` if nothing observes it.
    let progress: ProgressMeter?

    init(
        limits: Limits, retry: RetryOptions, accepted: AcceptedContent, statuses: AcceptedStatuses = .success,
        redirects: RedirectMode = .follow, sharing: RequestSharing = .inFlight, isStream: Bool = false,
        revalidates: Bool = true, interceptors: Interceptors = Interceptors(),
        progress: ProgressMeter? = nil, sharingGroup: UInt64 = 0, isReadingOnly: Bool = false,
        keepsValue: Bool = false
    ) {
        self.limits = limits
        self.retry = retry
        self.accepted = accepted
        self.statuses = statuses
        self.redirects = redirects
        self.sharing = sharing
        self.isStream = isStream
        self.revalidates = revalidates
        self.interceptors = interceptors
        self.progress = progress
        self.sharingGroup = sharingGroup
        self.isReadingOnly = isReadingOnly
        self.keepsValue = keepsValue
    }

    /// Whether the status of a response is accepted: its whole body is read, and it is no failure.
    func accepts(_ head: HTTPResponse) -> Bool {
        statuses.contains(head.status) || redirects == .manual && head.isRedirect
    }

    /// The options of a revalidation in the background, which reads the whole body, whatever its type.
    var ofRevalidation: CallOptions {
        CallOptions(
            limits: limits, retry: retry, accepted: AcceptedContent(accept: "*/*", accepts: nil), revalidates: false)
    }
}
