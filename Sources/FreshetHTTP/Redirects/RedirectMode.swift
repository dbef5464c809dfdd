package import HTTPTypes

/// Whether a response that redirects the request is followed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RedirectMode: Sendable, Hashable {
    /// Redirects are followed, up to ``Limits/redirects`` times in a call. The default.
    case follow
    /// Redirects are followed within their origin (scheme, host and port); one to another origin fails the call.
    case sameOrigin
    /// A redirect is the response of the call, with its status and its `Location`.
    ///
    /// Its body is no value: `request.reading(.nothing).redirecting(.manual)`.
    case manual
    /// A redirect fails the call with ``FetchError/Kind-swift.enum/redirect(_:)``.
    case error
}

extension HTTPResponse {
    /// Whether the response is a redirect.
    package var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status.code) && headerFields.contains(.location)
    }
}
