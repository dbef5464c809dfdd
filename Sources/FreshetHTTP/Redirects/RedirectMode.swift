package import HTTPTypes

/// The way in which redirects are handled.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RedirectMode: Sendable, Hashable {
    /// Redirects are followed, up to ``Limits/redirects`` times per call. The default.
    case follow
    /// Redirects are followed within the same origin (scheme, host and port). A redirect to another
    /// origin makes the call fail.
    case sameOrigin
    /// Redirects aren't followed: the call succeeds with the redirect as its response, including
    /// its status and `Location`.
    ///
    /// Its body usually isn't a value, so read nothing:
    /// `request.reading(.nothing).redirecting(.manual)`.
    case manual
    /// A redirect makes the call fail with ``FetchError/Kind-swift.enum/redirect(_:)``.
    case error
}

extension HTTPResponse {
    /// Whether the response is a redirect.
    package var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status.code) && headerFields.contains(.location)
    }
}
