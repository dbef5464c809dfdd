public import HTTPTypes

/// A redirect that was followed.
public struct Redirection: Sendable, Hashable {
    /// The status that redirected the request.
    public let status: HTTPResponse.Status
    /// The address that gave it.
    public let url: ResponseURL

    public init(status: HTTPResponse.Status, url: ResponseURL) {
        self.status = status
        self.url = url
    }

    /// The redirect as errors hold it: without a secret.
    var redacted: Redirection { Redirection(status: status, url: url.redacted) }
}
