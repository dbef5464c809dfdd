import HTTPTypes

/// Makes the next request of a redirect.
enum Redirect {
    /// The fields that describe a body or how it is sent. They are removed with the body when the
    /// method becomes GET (RFC 9110 §15.4).
    private static let bodyFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .contentDigest, .reprDigest,
        .expect,
    ]

    /// Returns the next request of a redirect.
    ///
    /// Credentials, cookies and keys aren't sent to another origin, and neither is a `Host` field
    /// that the request sets itself.
    ///
    /// - Parameter count: The number of redirects that have been followed so far.
    /// - Returns: The next request; `nil` if the response is final.
    /// - Throws: ``FetchError/Kind-swift.enum/redirect(_:)`` when the redirect may not be followed.
    static func next(
        after request: OutgoingRequest, head: HTTPResponse, _ options: CallOptions, followed count: Int
    ) throws(FetchError) -> OutgoingRequest? {
        guard head.isRedirect, let next = try next(after: request, head: head, mode: options.redirects) else {
            return nil
        }
        // After the target was read, so that a redirect that may not be followed anyway fails for
        // that reason.
        guard count < options.limits.redirects else {
            throw FetchError(.redirect(.tooMany(limit: options.limits.redirects)))
        }
        return next
    }

    /// Returns the error for a redirect that may not be followed; `nil` for any other response.
    static func refusal(of head: HTTPResponse, to request: OutgoingRequest, _ options: CallOptions) -> FetchError? {
        do throws(FetchError) {
            _ = try next(after: request, head: head, options, followed: request.origins.count)
            return nil
        } catch { return error }
    }

    private static func next(
        after request: OutgoingRequest, head: HTTPResponse, mode: RedirectMode
    ) throws(FetchError) -> OutgoingRequest? {
        let found: RedirectTarget?
        do {
            found = try RedirectTarget(of: head, to: request.method, at: request.address, mode: mode)
        } catch {
            throw forbidden(error.reason)
        }
        guard let target = found else { return nil }
        var next = request
        // RFC 9110 §10.2.2: a target without a fragment inherits the fragment of the request.
        next.redirect(to: target.address.inheritingFragment(of: request.address))
        next.origins.append(request.address.origin)
        // The server repeats the secret in its `Location`. The stages below add it again, and it
        // would be there twice.
        if target.isSameOrigin { next.withdrawPathSecrets() }
        if target.becomesGet {
            next.method = .get
            next.body = nil
            for name in bodyFields { next.headers[name] = nil }
        } else if !request.isBodyRepeatable {
            // 307 and 308 require the same body (RFC 9110 §15.4.8, §15.4.9), and a stream is used
            // up.
            throw forbidden("the body of the request is a stream, which can be sent only once")
        }
        if !target.isSameOrigin {
            // The new origin may belong to somebody else, and anybody who can make the server
            // redirect could collect the secrets (RFC 9110 §15.4).
            for name in Set(next.headers.map(\.name)) where next.origin.secretNames.contains(name) {
                next.headers[name] = nil
            }
            // It names the old host. The new one would refuse it or serve another site.
            next.headers[.hostField] = nil
            next.credentials = []
            // For good: a redirect back must not get the credentials again, since the other origin
            // chose its path and query.
            next.leaveService()
        }
        return next
    }

    private static func forbidden(_ reason: String) -> FetchError {
        FetchError(.redirect(.forbidden(reason)))
    }
}
