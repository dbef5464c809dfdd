import HTTPTypes

/// How the body of a request is sent.
extension Request {
    /// Returns the request with its body withheld until the server asks for it (`Expect:
    /// 100-continue`, RFC 9110 §10.1.1).
    ///
    /// For large bodies that a server may refuse, such as by 401 or 413: then nothing of the body
    /// is read or sent, and with a session the request is sent again with a new token, also one
    /// whose body can be read only once. A server that does not know the field gets the body after
    /// a second. One that refuses the field itself, with 417, gets the request again without it, if
    /// the body can be sent again. A request without a body is returned as it is.
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
