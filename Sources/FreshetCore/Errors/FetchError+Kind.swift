public import HTTPTypes

extension FetchError {
    /// What went wrong, to switch on.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: Sendable, Hashable {
        /// No request could be made of the description; nothing was sent.
        case invalidRequest(String)
        /// No connection came about, so the server has seen nothing of the call.
        case cannotConnect(ConnectionFailure)
        /// The connection broke before the answer was complete.
        case connectionLost
        /// A limit of time ran out.
        case timedOut(Timeout)
        /// More calls wait for the client's ``RateLimit`` than it allows; nothing was sent.
        case tooManyCalls(limit: Int)
        /// No trusted encrypted connection came about. The text names the reason for developers.
        case tls(String)
        /// The peer does not speak HTTP as it should.
        case protocolViolation(String)
        /// A redirect was not followed.
        case redirect(RedirectFailure)
        /// The answer's status is not 2xx, and the service gave no reason of its own.
        case status(HTTPResponse.Status)
        /// The service said itself what is wrong.
        case service(ServiceError)
        /// The answer is of another media type than the request can read.
        case wrongContent(WrongContent)
        /// The answer is larger than allowed.
        case tooLarge(SizeLimit)
        /// The answer has the right type but not the shape of the value.
        case decoding(DecodingFailure)
        /// The value did not pass a check of the request.
        case validation(String)
        /// The file of a download or of a request's body could not be read or written.
        case file(String)
        /// Only a stored answer was wanted, and none would do; nothing was sent. The text says why for developers.
        case notInCache(String)
        /// An ``Interceptor`` failed the call. The text says why, in a sentence for people.
        case interceptor(String)
        /// The caller cancelled the call.
        case cancelled
    }

    /// How far a connection got before it failed.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ConnectionFailure: String, Sendable, Hashable {
        /// This device has no network.
        case offline
        /// The host is there and nothing listens at the port.
        case refused
        /// The host's name has no address.
        case unknownHost
        /// No way leads to the host.
        case unreachable
        /// Another reason; see ``FetchError/underlying``.
        case other
    }

    /// Which limit of time ran out.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Timeout: Sendable, Hashable {
        /// The connection did not come about in time.
        case connect
        /// One attempt took longer than ``RetryPolicy/attemptTimeout`` to the head of its answer.
        case attempt(Duration)
        /// The server sent nothing for the given time.
        case idle(Duration)
        /// The whole call took longer than the given time.
        case call(Duration)
    }

    /// Why a redirect was not followed.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum RedirectFailure: Sendable, Hashable {
        /// More redirects than allowed, in a loop or not.
        case tooMany(limit: Int)
        /// The target may not be followed; the text says why.
        case forbidden(String)
    }

    /// An answer of another media type than the request can read.
    public struct WrongContent: Sendable, Hashable {
        /// The type that the answer declares.
        public let received: String
        /// The types that the request asked for.
        public let expected: String
        /// The first characters of the body, in one line.
        public let excerpt: String

        public init(received: String, expected: String, excerpt: String) {
            self.received = received
            self.expected = expected
            self.excerpt = excerpt
        }
    }

    /// A limit of size that an answer went past.
    ///
    /// More cases may come: see ``FetchError/Kind-swift.enum``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SizeLimit: Sendable, Hashable {
        /// The decoded body has more bytes than the limit.
        case body(limit: Int)
        /// The header section is larger than the transport accepts.
        case header
        /// More interim (1xx) answers came than the limit.
        case interimResponses(limit: Int)
    }
}
