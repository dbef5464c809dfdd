extension CallOptions {
    /// Makes the options of a request. What the request does not choose, the client does.
    convenience init<API: Service, Value>(
        _ request: borrowing Request<API, Value>, service: API, limits: Limits, retry policy: RetryPolicy,
        redirects: RedirectMode = .follow, isStream: Bool = false, revalidates: Bool = true,
        time: TimeSource
    ) {
        var limits = limits
        limits.idleTimeout = request.idleTimeout ?? limits.idleTimeout
        limits.bodyBytes = request.bodyLimit ?? limits.bodyBytes
        let permission = request.retry.permission(hasIdempotencyKey: request.idempotencyKey != nil)
        let retry = RetryOptions(
            permission: permission, policy: request.retry.policy ?? policy, mayRepeat: permission.allows(request.method)
        ) { body, head in service.serviceError(in: body, of: head) }
        self.init(
            limits: limits, retry: retry, accepted: AcceptedContent(request.reading), statuses: request.statuses,
            redirects: request.redirects ?? redirects,
            sharing: request.progress == nil ? request.sharing : .never, isStream: isStream, revalidates: revalidates,
            interceptors: request.interceptors,
            progress: request.progress.map { ProgressMeter(time: time, receive: $0) },
            sharingGroup: request.sharingGroup, isReadingOnly: request.isReadingOnly, keepsValue: request.keepsValue)
    }
}
