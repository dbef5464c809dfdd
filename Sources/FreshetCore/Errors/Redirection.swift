public import HTTPTypes

/// A redirect that was followed.
public struct Redirection: Sendable, Hashable {
    /// The status that redirected the request.
    public let status: HTTPResponse.Status
    /// The address that returned the status.
    public let url: ResponseURL

    /// Makes a redirect, for tests.
    public init(status: HTTPResponse.Status, url: ResponseURL) {
        self.status = status
        self.url = url
    }

    /// The redirect without secrets, for errors.
    var redacted: Redirection { Redirection(status: status, url: url.redacted) }
}
