import HTTPTypes

/// How the body of a request is sent.
extension Request {
    /// Returns the request with its body withheld until the server asks for it (`Expect:
    /// 100-continue`, RFC 9110 §10.1.1).
    ///
    /// Use it for large bodies that a server may refuse, for example with 401 or 413. In that case,
    /// nothing of the body is read or sent; with a session, the request is sent again with a new
    /// token, even if its body can be read only once. A server that doesn't know the field receives
    /// the body after one second. If a server rejects the field itself, with 417, the request is
    /// sent again without it, provided that the body can be sent again. A request without a body is
    /// returned unchanged.
    ///
    /// ```swift
    /// let upload = Request<Gallery, Void>(
    ///     "videos", method: .post, body: .file(video, contentType: "video/mp4"), reading: .nothing
    /// ).expectingContinue()
    /// ```
    ///
    /// With AsyncHTTPClient, `Configuration.continueTimeout` sets how long the body is withheld;
    /// with URLSession, the system decides.
    public func expectingContinue() -> Self {
        body == nil ? self : header(.expect, "100-continue")
    }

    /// Returns the request with its body compressed with gzip (`Content-Encoding: gzip`, RFC 9110
    /// §8.4.1.3).
    ///
    /// Use it only with servers that are known to accept it: others respond with 415, or mistake
    /// the compressed bytes for the content. A body of bytes is compressed in memory. Any other
    /// body is compressed while it is sent, so its length isn't announced. Texts become several
    /// times smaller; pictures don't become smaller at all.
    ///
    /// AsyncHTTPClient compresses the body; URLSession sends it as it is.
    public func compressed() -> Self {
        option(Compressed.self, true)
    }
}
