import HTTPTypes

/// The rules for following redirects, the same on every transport (RFC 9110 §15.4).
enum Redirect {
    /// Fields that describe a body or its sending, removed with it when the method becomes GET.
    private static let bodyFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .contentDigest, .reprDigest,
        .expect,
    ]

    /// Returns the next request of a redirect.
    ///
    /// Methods: 303 is followed with GET, unless HEAD was used; 301 and 302 turn POST into GET, as all clients do;
    /// 307 and 308 keep method and body. Credentials, cookies and keys are not sent to another origin, nor is an own `Host`.
    ///
    /// - Returns: The next request, or `nil` when the response is the final one.
    /// - Throws: ``FetchError/Kind-swift.enum/redirect(_:)`` when the redirect may not be followed.
    static func next(
        after request: OutgoingRequest, head: HTTPResponse, mode: RedirectMode = .follow
    ) throws(FetchError) -> OutgoingRequest? {
        guard mode != .manual, head.isRedirect, let location = head.headerFields[.location] else { return nil }
        if mode == .error { throw forbidden("the request does not allow redirects") }
        guard Set(head.headerFields[values: .location]).count == 1 else {
            throw forbidden("it leads to several addresses")
        }
        var next = request
        do { next.redirect(to: try request.address.resolving(location)) } catch {
            throw forbidden("its target is wrong: \(error.reason)")
        }
        if request.address.origin.isSecure, !next.address.origin.isSecure {
            throw forbidden("it leads from https to http")
        }

        if mode == .sameOrigin, next.address.origin != request.address.origin {
            throw forbidden("it leads to another origin")
        }
        next.origins.append(request.address.origin)
        if next.address.origin == request.address.origin { next.withdrawPathSecrets() }
        let becomesGet =
            head.status.code == 303 && request.method != .head
            || (head.status.code == 301 || head.status.code == 302) && request.method == .post
        if becomesGet {
            next.method = .get
            next.body = nil
            for name in bodyFields { next.headers[name] = nil }
        } else if !request.isBodyRepeatable {
            throw forbidden("the body of the request is a stream, which can be sent only once")
        }

        if next.address.origin != request.address.origin {
            for name in Set(next.headers.map(\.name)) where next.origin.secretNames.contains(name) {
                next.headers[name] = nil
            }
            next.headers[.hostField] = nil
            next.credentials = []
            next.leaveService()
        }
        return next
    }

    private static func forbidden(_ reason: String) -> FetchError {
        FetchError(.redirect(.forbidden(reason)))
    }
}
