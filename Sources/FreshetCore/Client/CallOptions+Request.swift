extension CallOptions {
    /// Makes the options of a request. The client's settings apply to those that the request leaves
    /// open.
    convenience init<API: Service, Value>(
        _ request: borrowing Request<API, Value>, service: API, limits: Limits, retry policy: RetryPolicy,
        redirects: RedirectMode = .follow, isStream: Bool = false, revalidates: Bool = true,
        time: TimeSource
    ) {
        let own = request.options
        var limits = limits
        limits.idleTimeout = own.idleTimeout ?? limits.idleTimeout
        limits.bodyBytes = own.bodyLimit ?? limits.bodyBytes
        // An idempotency key, or the declaration as a read, makes even a POST safe to send again.
        let permission = own.retry.permission(actsOnce: own[IdempotencyKey.self] != nil || own[ReadingOnly.self])
        let retry = RetryOptions(
            permission: permission, policy: own.retry.policy ?? policy, mayRepeat: permission.allows(request.method)
        ) { body, head in service.serviceError(in: body, of: head) }
        self.init(
            own, limits: limits, retry: retry, accepted: AcceptedContent(request.reading),
            redirects: own.redirects ?? redirects, isStream: isStream, revalidates: revalidates,
            progress: own[ProgressKey.self].map { ProgressMeter(time: time, receive: $0) })
    }
}
