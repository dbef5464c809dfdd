package import HTTPTypes

/// The target of a redirect, which is determined by the same rules for all transports (RFC 9110
/// §15.4).
package struct RedirectTarget: Sendable, Hashable {
    package let address: WebAddress
    /// Whether the target has the same origin as the request.
    package let isSameOrigin: Bool
    /// Whether the next request is a GET without a body, rather than the same method with the same
    /// body.
    ///
    /// A 303 is followed with GET, unless the method was HEAD. As in all clients, 301 and 302 turn
    /// POST into GET.
    package let becomesGet: Bool

    /// The reason why a redirect may not be followed.
    package struct Refusal: Error, Hashable {
        package let reason: String
    }

    /// Reads the target from the head of a response; `nil` if the response is final.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - current: The URL of the request.
    package init?(
        of head: HTTPResponse, to method: HTTPRequest.Method, at current: WebAddress, mode: RedirectMode
    ) throws(Refusal) {
        guard mode != .manual, head.isRedirect, let location = head.headerFields[.location] else { return nil }
        if mode == .error { throw Refusal(reason: "the request does not allow redirects") }
        guard Set(head.headerFields[values: .location]).count == 1 else {
            throw Refusal(reason: "it has several addresses")
        }
        do { address = try current.resolving(location) } catch {
            throw Refusal(reason: "its target is wrong: \(error.reason)")
        }
        // A downgrade would send path, query and body over the network in the clear, which the
        // caller asked not to do.
        if current.origin.isSecure, !address.origin.isSecure { throw Refusal(reason: "it leads from https to http") }
        isSameOrigin = address.origin == current.origin
        if mode == .sameOrigin, !isSameOrigin { throw Refusal(reason: "it leads to another origin") }
        becomesGet =
            head.status.code == 303 && method != .head
            || (head.status.code == 301 || head.status.code == 302) && method == .post
    }
}
