import HTTPTypes

/// How the body of a request is sent.
extension Request {
    /// Returns the request with its body held back until the server requests it (`Expect: 100-continue`, RFC 9110
    /// §10.1.1).
    ///
    /// For large bodies that a server may refuse, such as by 401 or 413: then nothing of the body is read or sent, and
    /// with a session the request is sent again with a new token, also one whose body can be read only once. A server
    /// that does not know the field gets the body after a second. One that refuses the field itself, with 417, gets the
    /// request again without it, if the body can be sent again. A request without a body is returned as it is.
    ///
    /// AsyncHTTPClient waits as long as its `Configuration.continueTimeout` says, URLSession as the system does.
    public func expectingContinue() -> Self {
        body == nil ? self : header(.expect, "100-continue")
    }

    /// Returns the request with its body sent in the content coding gzip.
    ///
    /// Only for servers that are known to accept it: others respond with 415, or take the bytes for the content. A body
    /// of bytes is compressed in memory, any other one while it is sent, without an announced length. It makes texts
    /// several times smaller, and pictures no smaller at all.
    ///
    /// AsyncHTTPClient does it; URLSession sends the body as it is.
    public func compressed() -> Self {
        option(Compressed.self, true)
    }
}
