public import HTTPTypes

extension FetchError {
    /// The kind of a failure, to switch over.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
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
        /// A timeout.
        case timedOut(Timeout)
        /// More calls wait for the client's ``RateLimit`` than it allows; nothing was sent.
        case tooManyCalls(limit: Int)
        /// No trusted TLS connection could be opened. The text is the reason, for developers.
        case tls(String)
        /// The server violated the HTTP protocol. The text is the reason, for developers.
        case protocolViolation(String)
        /// The compressed body is damaged or incomplete (`Content-Encoding`, RFC 9110 §8.4). The text is the reason,
        /// for developers.
        case contentCoding(String)
        /// A redirect was not followed.
        case redirect(RedirectFailure)
        /// The status is not 2xx, and the body holds no error of the service.
        case status(HTTPResponse.Status)
        /// The condition of a write is not met, or the server requires one, and the body holds no error of the service.
        /// ``FetchError/precondition`` has the reason in both cases.
        case precondition(PreconditionFailure)
        /// The response to a conditional write was lost, and the resource, read afterwards, is neither as it was before
        /// nor as it was sent. ``FetchError/response`` is what was read.
        case unknownOutcome
        /// The service reported an error in the body of its response. ``FetchError/status`` has its status.
        case service(ServiceError)
        /// The response has a content type that the request does not accept.
        case wrongContent(WrongContent)
        /// The response is larger than allowed.
        case tooLarge(SizeLimit)
        /// The body could not be decoded as the value.
        case decoding(DecodingFailure)
        /// A check of the request rejected the value (``Request/validating(_:)``).
        case validation(String)
        /// A file could not be read or written: the destination of a download or the body of a request.
        case file(String)
        /// The request is ``CachePolicy/cacheOnly`` and no stored response can be used; nothing was sent. The text is
        /// the reason, for developers.
        case notInCache(String)
        /// A list of pages led back to a page that it had before. The text is the repeated request, for developers.
        case repeatedPage(String)
        /// An ``Interceptor`` failed the call. The text is the reason, a sentence for people.
        case interceptor(String)
        /// The request needs a token, and the client's session has none that the server accepts.
        case authentication(AuthenticationFailure)
        /// The caller cancelled the call.
        case cancelled
    }

    /// The reason why a session has no token that the server accepts.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AuthenticationFailure: Sendable, Hashable {
        /// No account is signed in, or the account has to sign in again; nothing was sent.
        case signedOut
        /// The server refused a token that it had just issued, or the request could not be sent again with another one.
        case refused
        /// The token could not be renewed now; a later call tries again. The error is that of the renewal.
        case renewalFailed(FetchError)
        /// The token was renewed five times within 30 seconds, and is refused all the same.
        case tooManyRenewals
    }

    /// The reason why no connection could be opened.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ConnectionFailure: String, Sendable, Hashable {
        /// The device has no network connection.
        case offline
        /// The host refused the connection: nothing listens on the port.
        case refused
        /// The host name could not be resolved.
        case unknownHost
        /// The network or the host is unreachable.
        case unreachable
        /// The proxy refused the connection.
        case proxy
        /// Another reason; see ``FetchError/underlying``.
        case other
    }

    /// The kind of a timeout.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Timeout: Sendable, Hashable {
        /// No connection was opened in time.
        case connect
        /// The head of an attempt's response took longer than ``RetryPolicy/attemptTimeout``.
        case attempt(Duration)
        /// The server sent nothing and accepted nothing for this time.
        case idle(Duration)
        /// The whole call took longer than this time.
        case call(Duration)
    }

    /// The reason why a redirect was not followed.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum RedirectFailure: Sendable, Hashable {
        /// There were more redirects than the limit.
        case tooMany(limit: Int)
        /// The target is not allowed. The text is the reason, for developers.
        case forbidden(String)
    }

    /// The reason why a server refused a write for its condition.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum PreconditionFailure: Sendable, Hashable {
        /// The resource is not the one of the condition (412, RFC 9110 §15.5.13). Some servers send the one that is
        /// there: ``FetchError/currentRepresentation``.
        case failed
        /// The server accepts the request with a condition only (428, RFC 6585 §3).
        case required

        /// Reads the reason from a status; `nil` for others than 412 and 428.
        init?(_ status: HTTPResponse.Status) {
            switch status {
            case .preconditionFailed: self = .failed
            case .preconditionRequired: self = .required
            default: return nil
            }
        }
    }

    /// A response with a content type that the request does not accept.
    public struct WrongContent: Sendable, Hashable {
        /// The content type of the response.
        public let received: String
        /// The content types that the request accepts.
        public let expected: String
        /// The first characters of the body, in one line.
        public let excerpt: String

        /// Makes the facts of a wrong content type.
        public init(received: String, expected: String, excerpt: String) {
            self.received = received
            self.expected = expected
            self.excerpt = excerpt
        }
    }

    /// The size limit that a response exceeded.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SizeLimit: Sendable, Hashable {
        /// The decoded body is larger than the limit.
        case body(limit: Int)
        /// The header section is larger than the transport accepts.
        case header
        /// The status line, with the blank lines before it, has more bytes than the limit.
        case statusLine(limit: Int)
        /// An event, a line or a value of a stream is larger than the limit.
        case element(limit: Int)
        /// There were more interim (1xx) responses than the limit.
        case interimResponses(limit: Int)
    }
}
