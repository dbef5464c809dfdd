public import HTTPTypes

/// A redirect that was followed.
public struct Redirection: Sendable, Hashable {
    /// The status that redirected the request.
    public let status: HTTPResponse.Status
    /// The URL that returned the status.
    public let url: ResponseURL

    /// Makes a redirect, for tests.
    public init(status: HTTPResponse.Status, url: ResponseURL) {
        self.status = status
        self.url = url
    }

    /// The redirect with the secrets in its URL replaced, for errors.
    var redacted: Redirection { Redirection(status: status, url: url.redacted) }
}
