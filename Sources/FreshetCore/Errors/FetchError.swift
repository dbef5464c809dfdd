public import Foundation
public import HTTPTypes

/// Why a call gave no value; the one error of every face.
///
/// Switch on ``kind-swift.property`` to react, show `localizedDescription` and ``recoverySuggestion`` to people, log
/// ``description``, and count by ``code``. No secret is in any of them.
///
/// The error is a struct over boxed storage, one word wide: it travels through typed throws, `Result` and
/// publishers at no more cost than a class.
public struct FetchError: Error, Sendable {
    /// The method and address of the call that failed, without secrets.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        public let method: HTTPRequest.Method
        /// The address with the values of secret items replaced.
        public let url: String
        /// The host, to name it to people.
        public let host: String

        public var description: String { "\(method.rawValue) \(url)" }

        /// What is told of a call whose description gives no address.
        static func undescribable(method: HTTPRequest.Method, baseURL: String, secretNames: SecretNames) -> Request {
            let base = try? WebAddress(baseURL)
            return Request(
                method: method, url: base?.redacted(secretNames) ?? "", host: base?.origin.host ?? "the server")
        }
    }

    /// The answer that was refused: its head, and its body as far as it was read.
    public struct Response: Sendable, Hashable {
        public let head: HTTPResponse
        /// At most ``Limits/errorBodyBytes`` of the body.
        public let body: Data

        public init(head: HTTPResponse, body: Data = Data()) {
            self.head = head
            self.body = body
        }

        /// The body as text in UTF-8.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private final class Storage: Sendable {
        let kind: Kind
        let request: Request?
        let response: Response?
        let source: ResponseSource?
        let mayRepeat: Bool
        let retryAfter: Duration?
        let underlying: (any Error)?

        init(
            kind: Kind, request: Request?, response: Response?, source: ResponseSource?, mayRepeat: Bool,
            retryAfter: Duration?, underlying: (any Error)?
        ) {
            self.kind = kind
            self.request = request
            self.response = response
            self.source = source
            self.mayRepeat = mayRepeat
            self.retryAfter = retryAfter
            self.underlying = underlying
        }
    }

    private let storage: Storage

    /// What went wrong.
    public var kind: Kind { storage.kind }

    /// The call that failed; `nil` where none could be made.
    public var request: Request? { storage.request }

    /// The response that was refused, for ``Kind-swift.enum/status(_:)``, ``Kind-swift.enum/service(_:)``,
    /// ``Kind-swift.enum/wrongContent(_:)`` and ``Kind-swift.enum/decoding(_:)``; the head of a response whose body broke off or
    /// was too large.
    public var response: Response? { storage.response }

    /// Whether the server, a cache or an interceptor gave the response that was refused; `nil` where there was none.
    ///
    /// An error that a service allows to be stored comes again out of the cache while it is fresh, as ``ResponseSource/fresh(age:)``:
    /// the same error, and nothing was sent. Two errors that differ in nothing else are equal.
    public var source: ResponseSource? { storage.source }

    /// The error beneath, as it was thrown: of the transport, the decoder or a check.
    public var underlying: (any Error)? { storage.underlying }

    /// The time after which the server wants to receive the request again, counted from its response; `nil` where it
    /// names none.
    ///
    /// It is read from the response behind ``Kind-swift.enum/status(_:)`` and ``Kind-swift.enum/service(_:)``: from
    /// `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3), else from `RateLimit`, `RateLimit-Reset` or
    /// `X-RateLimit-Reset` where the status is 429 or nothing remains. A date that is past gives zero.
    ///
    /// The client has waited for it before its own further attempts (``RetryPolicy``). What remains to do after the last
    /// of them, such as a button that is disabled until then, is up to the app.
    public var retryAfter: Duration? { storage.retryAfter }

    /// Makes an error; transports and stubs throw it with a kind, and the client adds the rest.
    ///
    /// - Parameter now: The time that a date in the response is compared with, where it has no `Date` of its own.
    public init(
        _ kind: Kind, response: Response? = nil, underlying: (any Error)? = nil, now: @autoclosure () -> Date = Date()
    ) {
        let retryAfter: Duration? =
            switch kind {
            case .status, .service: response.flatMap { RetryAfter($0.head, now: now())?.wait }
            default: nil
            }
        storage = Storage(
            kind: kind, request: nil, response: response, source: nil, mayRepeat: true, retryAfter: retryAfter,
            underlying: underlying)
    }

    private init(_ storage: Storage) {
        self.storage = storage
    }

    /// The call was cancelled by its caller: not a failure, never to be shown.
    public static let cancelled = FetchError(.cancelled)

    /// Whether this is a cancellation, which is no failure and is never shown to anybody.
    public var isCancellation: Bool { kind == .cancelled }

    /// Whether the same request, sent again later, may succeed and may be sent.
    ///
    /// True for failures of the network, timeouts and the statuses 408, 425, 429, 500, 502, 503 and 504, if the
    /// request's ``RetryRule`` allows it. An error of the service itself may say so for itself
    /// (``ServiceError/isRetryable``).
    public var isRetryable: Bool {
        guard storage.mayRepeat else { return false }
        switch kind {
        case .cannotConnect, .connectionLost, .timedOut: return true
        case .status(let status): return status.isTransient
        case .service(let error): return error.isRetryable ?? response?.head.status.isTransient ?? false
        default: return false
        }
    }

    /// Returns the error with the response that it interrupted.
    func adding(response: Response) -> FetchError {
        guard storage.response == nil else { return self }
        return FetchError(
            Storage(
                kind: kind, request: request, response: response, source: source, mayRepeat: storage.mayRepeat,
                retryAfter: retryAfter, underlying: underlying))
    }

    /// Returns the error with the source of its response. What a server asked to wait for began when it made the response.
    func adding(source: ResponseSource) -> FetchError {
        FetchError(
            Storage(
                kind: kind, request: request, response: response, source: source, mayRepeat: storage.mayRepeat,
                retryAfter: retryAfter.map { max(.zero, $0 - (source.age ?? .zero)) }, underlying: underlying))
    }

    /// Returns the error with another head of its response.
    func replacing(head: HTTPResponse) -> FetchError {
        FetchError(
            Storage(
                kind: kind, request: request, response: Response(head: head, body: response?.body ?? Data()),
                source: storage.source,
                mayRepeat: storage.mayRepeat, retryAfter: retryAfter, underlying: underlying))
    }

    /// Returns the error with the call it belongs to.
    package func adding(request: Request, mayRepeat: Bool) -> FetchError {
        guard storage.request == nil else { return self }
        return FetchError(
            Storage(
                kind: kind, request: request, response: response, source: source, mayRepeat: mayRepeat,
                retryAfter: retryAfter, underlying: underlying))
    }
}

// MARK: - Equality

extension FetchError: Equatable {
    /// Two errors are equal when they tell the same: kind, request, answer, and the domain, code and text beneath.
    public static func == (first: FetchError, second: FetchError) -> Bool {
        first.storage === second.storage
            || first.kind == second.kind && first.request == second.request && first.response == second.response
                && first.underlyingIdentity == second.underlyingIdentity
    }

    private var underlyingIdentity: String? {
        underlying.map { error in
            let bridged = error as NSError
            return "\(bridged.domain) \(bridged.code) \(error)"
        }
    }
}

extension FetchError: Identifiable {
    /// The code and the text for people: two failures that look the same to a person have one id.
    public var id: String { "\(code): \(message)" }
}
