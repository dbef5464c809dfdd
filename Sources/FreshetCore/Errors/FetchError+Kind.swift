public import HTTPTypes

extension FetchError {
    /// The kind of a failure, for a `switch` that reacts to it.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    ///
    /// ```swift
    /// switch error.kind {
    /// case .cannotConnect(.offline): showOfflineBanner()
    /// case .status(.notFound), .status(.gone): showMissing()
    /// case .authentication(.signedOut): showSignIn()
    /// case .cancelled: break
    /// default: show(error.localizedDescription)
    /// }
    /// ```
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: Sendable, Hashable {
        /// The request is invalid; nothing was sent. The text is the reason, for developers.
        case invalidRequest(String)
        /// No connection could be opened, so the server has not received the request.
        case cannotConnect(ConnectionFailure)
        /// The connection broke before the response was complete.
        case connectionLost
        /// A time limit was exceeded; the associated value names the limit.
        case timedOut(Timeout)
        /// More calls are waiting for the client's ``RateLimit`` than ``RateLimit/waiters`` allows;
        /// nothing was sent.
        case tooManyCalls(limit: Int)
        /// No trusted TLS connection could be opened. The text is the reason, for developers.
        case tls(String)
        /// The server violated the HTTP protocol. The text is the reason, for developers.
        case protocolViolation(String)
        /// The compressed body is damaged or incomplete (`Content-Encoding`, RFC 9110 §8.4). The text is the reason,
        /// for developers.
        case contentCoding(String)
        /// A redirect wasn't followed.
        case redirect(RedirectFailure)
        /// The request doesn't accept the status, by default any outside of 2xx, and the body
        /// contains no error from the service.
        case status(HTTPResponse.Status)
        /// The condition of a write isn't met, or the server requires one, and the body contains no
        /// error from the service. If it does contain one, ``FetchError/precondition`` still has
        /// the reason.
        case precondition(PreconditionFailure)
        /// The response to a conditional write was lost, and it is unknown whether the write was
        /// applied. The resource was read afterwards and matches neither the state before the write
        /// nor the content sent. ``FetchError/response`` contains what was read.
        case unknownOutcome
        /// The service reported an error in the body of its response. ``FetchError/status`` has its status.
        case service(ServiceError)
        /// The response has a content type that the request doesn't accept.
        case wrongContent(WrongContent)
        /// The response exceeds a size limit; the associated value names the limit.
        case tooLarge(SizeLimit)
        /// The body couldn't be decoded as the requested type.
        case decoding(DecodingFailure)
        /// A check of the request rejected the value (``Request/validating(_:)``).
        case validation(String)
        /// A file couldn't be read or written: the destination of a download or the body of a
        /// request. The text is the reason, a sentence for people.
        case file(String)
        /// The request uses ``CachePolicy/cacheOnly`` and no stored response can be used; nothing
        /// was sent. The text is the reason, for developers.
        case notInCache(String)
        /// A list of pages led back to a page that had been loaded before. The text is the repeated
        /// request, for developers.
        case repeatedPage(String)
        /// An ``Interceptor`` failed the call. The text is the reason, a sentence for people.
        case interceptor(String)
        /// The request needs a token, and the client's session has none that the server accepts;
        /// the associated value is the reason.
        case authentication(AuthenticationFailure)
        /// The caller cancelled the call.
        case cancelled
    }

    /// The reason why a session has no token that the server accepts.
    ///
    /// A minor version may add cases: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AuthenticationFailure: Sendable, Hashable {
        /// No account is signed in, or the account has to sign in again; nothing was sent.
        case signedOut
        /// The server refused a token that it had just issued, or the request couldn't be sent
        /// again with another one.
        case refused
        /// The token couldn't be renewed; a later call tries again. The associated value is the
        /// error of the renewal.
        case renewalFailed(FetchError)
        /// The token was renewed five times within 30 seconds, and the server still refuses it.
        case tooManyRenewals
    }

    /// The reason why no connection could be opened.
    ///
    /// A minor version may add cases: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ConnectionFailure: String, Sendable, Hashable {
        /// The device has no network connection.
        case offline
        /// The host refused the connection: nothing listens on the port.
        case refused
        /// The host name couldn't be resolved.
        case unknownHost
        /// The network or the host is unreachable.
        case unreachable
        /// The proxy refused the connection.
        case proxy
        /// Another reason, which ``FetchError/underlying`` describes.
        case other
    }

    /// The kind of a timeout.
    ///
    /// A minor version may add cases: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Timeout: Sendable, Hashable {
        /// No connection was opened within the transport's time limit.
        case connect
        /// The head of an attempt's response didn't arrive within ``RetryPolicy/attemptTimeout``.
        case attempt(Duration)
        /// For this time, the server neither sent nor accepted a byte.
        case idle(Duration)
        /// The whole call took longer than this time.
        case call(Duration)
    }

    /// The reason why a redirect wasn't followed.
    ///
    /// A minor version may add cases: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum RedirectFailure: Sendable, Hashable {
        /// There were more redirects than the limit.
        case tooMany(limit: Int)
        /// The target isn't allowed. The text is the reason, for developers.
        case forbidden(String)
    }

    /// The reason why a server refused a write: its condition, or the lack of one.
    ///
    /// A minor version may add cases: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum PreconditionFailure: Sendable, Hashable {
        /// The resource doesn't meet the condition, usually because somebody else has changed it
        /// (412, RFC 9110 §15.5.13). Some servers include the current version:
        /// ``FetchError/currentRepresentation``.
        case failed
        /// The server accepts the request only with a condition (428, RFC 6585 §3).
        case required

        /// Reads the reason from a status; `nil` for any status but 412 and 428.
        init?(_ status: HTTPResponse.Status) {
            switch status {
            case .preconditionFailed: self = .failed
            case .preconditionRequired: self = .required
            default: return nil
            }
        }
    }

    /// A response with a content type that the request doesn't accept.
    public struct WrongContent: Sendable, Hashable {
        /// The content type of the response.
        public let received: String
        /// The content types that the request accepts.
        public let expected: String
        /// The first characters of the body, on one line.
        public let excerpt: String

        /// Makes the description of a wrong content type, for tests.
        public init(received: String, expected: String, excerpt: String) {
            self.received = received
            self.expected = expected
            self.excerpt = excerpt
        }
    }

    /// The size limit that a response exceeded.
    ///
    /// A minor version may add cases: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SizeLimit: Sendable, Hashable {
        /// The decoded body is larger than the limit.
        case body(limit: Int)
        /// The header section is larger than the transport accepts.
        case header
        /// The status line, including any blank lines before it, has more bytes than the limit.
        case statusLine(limit: Int)
        /// An event, a line or a value of a stream is larger than the limit.
        case element(limit: Int)
        /// There were more interim (1xx) responses than the limit.
        case interimResponses(limit: Int)
    }
}
