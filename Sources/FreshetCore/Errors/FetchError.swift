public import Foundation
public import HTTPTypes

/// The error of a failed call, the same for every interface of a client.
///
/// Switch over ``kind-swift.property`` to react, show `localizedDescription` and ``recoverySuggestion`` to people, log
/// ``description``, and count by ``code``. None of them contains a secret.
///
/// The error is a struct with boxed storage, one word in size: passing it on costs no more than passing a class.
public struct FetchError: Error, Sendable {
    /// The method and address of the call that failed, without secrets.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        /// The method.
        public let method: HTTPRequest.Method
        /// The address with the values of secret items replaced.
        public let url: String
        /// The host, for texts that people read.
        public let host: String
        /// The template of the path (``RequestPath/template``); `nil` if it has none.
        public let template: String?
        /// The path below which the template is, without a slash at its end.
        private let basePath: String

        init(method: HTTPRequest.Method, url: String, host: String, template: String?, basePath: String) {
            (self.method, self.url, self.host) = (method, url, host)
            (self.template, self.basePath) = (template, basePath)
        }

        /// The template of the whole path, with that of the service's base URL; `nil` if it has none.
        public var pathTemplate: String? {
            template.map { $0.hasPrefix("/") || $0.isEmpty ? basePath + $0 : "\(basePath)/\($0)" }
        }

        /// The method and the address.
        public var description: String { "\(method.rawValue) \(url)" }

        /// The summary of a request that has no valid address.
        static func undescribable(method: HTTPRequest.Method, baseURL: String, secretNames: SecretNames) -> Request {
            let base = try? WebAddress(baseURL)
            return Request(
                method: method, url: base?.redacted(secretNames) ?? "", host: base?.origin.host ?? "the server",
                template: nil, basePath: "")
        }
    }

    /// A refused response: its head, and the part of its body that was read.
    public struct Response: Sendable, Hashable {
        /// The status and fields.
        public let head: HTTPResponse
        /// The beginning of the body, at most ``Limits/errorBodyBytes``.
        public let body: Data

        /// Makes a refused response.
        public init(head: HTTPResponse, body: Data = Data()) {
            self.head = head
            self.body = body
        }

        /// The body as text in UTF-8.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The redirects that were followed before the failure, and the final request.
    private struct Redirects: Sendable {
        var followed: [Redirection] = []
        var target: Request?
    }

    private struct Content: Sendable {
        let kind: Kind
        var request: Request?
        var redirects = Redirects()
        var response: Response?
        var source: ResponseSource?
        var interim: [InterimResponse] = []
        var mayRepeat = true
        var retryAfter: Duration?
        let underlying: (any Error)?
    }

    /// The longest ``retryAfter``.
    private static let longestRetryAfter = Duration.seconds(86_400)

    private let storage: Box<Content>
    private var content: Content { storage.value }

    /// The kind of the failure.
    public var kind: Kind { content.kind }

    /// The request that failed: that of the call, or the final one after redirects. `nil` if there is none.
    public var request: Request? { content.request }

    /// The redirects that were followed before the failure, in their order: each status and its address, with secrets
    /// replaced.
    public var redirects: [Redirection] { content.redirects.followed }

    /// The refused response, for ``Kind-swift.enum/status(_:)``, ``Kind-swift.enum/service(_:)``,
    /// ``Kind-swift.enum/precondition(_:)``,
    /// ``Kind-swift.enum/wrongContent(_:)`` and ``Kind-swift.enum/decoding(_:)``. If a body broke off or was too
    /// large, only the head of its response.
    public var response: Response? { content.response }

    /// The interim (1xx) responses that came before the failure, in their order: before the refused response or the one
    /// that broke off, and before redirects. Two errors that differ in nothing else are equal.
    public var interim: [InterimResponse] { content.interim }

    /// The source of the refused response; `nil` if there was none.
    ///
    /// An error that a service allows to be stored comes again out of the cache while it is fresh, as
    /// ``ResponseSource/fresh(age:)``: the same error, and nothing was sent. Two errors that differ in nothing else are
    /// equal.
    public var source: ResponseSource? { content.source }

    /// The error that the server reported in the body of its response; `nil` if it reported none.
    ///
    /// It is that of ``Kind-swift.enum/service(_:)``. Where a token could not be renewed
    /// (``Kind-swift.enum/authentication(_:)``), it is that of the server that issues tokens: its code may be
    /// `invalid_grant` then (RFC 6749 §5.2).
    public var serviceError: ServiceError? {
        switch kind {
        case .service(let error): error
        case .authentication(.renewalFailed(let error)): error.serviceError
        case .authentication: (underlying as? FetchError)?.serviceError
        default: nil
        }
    }

    /// The underlying error, as the transport, the decoder or a check threw it.
    public var underlying: (any Error)? { content.underlying }

    /// The time after which the server accepts the request again, counted from its response; `nil` if it names none.
    ///
    /// It is read from the response of ``Kind-swift.enum/status(_:)`` and ``Kind-swift.enum/service(_:)``: from
    /// `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3), else from `RateLimit`, `RateLimit-Reset` or
    /// `X-RateLimit-Reset` if the status is 429 or no requests remain. A date in the past gives zero, and more than a
    /// day gives a day: what waits for a server, such as a write of an outbox, asks it again after that.
    ///
    /// The client waits for it before its own retries (``RetryPolicy``). After the last one, the app decides, for
    /// example to disable a button until then.
    public var retryAfter: Duration? { content.retryAfter }

    /// Makes an error. Transports and stubs throw one with a kind, and the client adds the rest.
    ///
    /// - Parameter now: The present date, to which dates in the response are compared if it has no `Date` field.
    public init(
        _ kind: Kind, response: Response? = nil, underlying: (any Error)? = nil, now: @autoclosure () -> Date = Date()
    ) {
        let retryAfter: Duration? =
            switch kind {
            case .status, .service:
                response.flatMap { RetryAfter($0.head, now: now()) }.map { min($0.wait, Self.longestRetryAfter) }
            default: nil
            }
        storage = Box(Content(kind: kind, response: response, retryAfter: retryAfter, underlying: underlying))
    }

    private init(_ content: Content) {
        storage = Box(content)
    }

    /// The cancellation of a call by its caller. It is not a failure; never show it.
    public static let cancelled = FetchError(.cancelled)

    /// Whether this is a cancellation, which is not a failure and is never shown.
    public var isCancellation: Bool { kind == .cancelled }

    /// Whether the request may be sent again and may then succeed.
    ///
    /// True for network failures, timeouts, renewals that failed for such a reason, and the statuses 408, 425, 429,
    /// 500, 502, 503 and 504, if the request's ``RetryRule`` allows it. An error of the service may override the status
    /// (``ServiceError/isRetryable``).
    public var isRetryable: Bool { content.mayRepeat && isTransient }

    /// Whether the same request may succeed later, if it may be sent again.
    package var isTransient: Bool {
        switch kind {
        case .cannotConnect, .connectionLost, .timedOut: return true
        case .status(let status): return status.isTransient
        case .service(let error): return error.isRetryable ?? response?.head.status.isTransient ?? false
        case .authentication(.renewalFailed(let error)): return error.isTransient
        default: return false
        }
    }

    /// Returns the error with the response during which it occurred.
    package func adding(response: Response) -> FetchError {
        guard content.response == nil else { return self }
        return changed { $0.response = response }
    }

    /// Returns the error with the source of its response.
    ///
    /// The delay that a server asked for is counted from the time at which it made the response.
    func adding(source: ResponseSource) -> FetchError {
        changed { content in
            content.source = source
            content.retryAfter = content.retryAfter.map { max(.zero, $0 - (source.age ?? .zero)) }
        }
    }

    /// Returns the error with interim responses that came before those that it has.
    package func adding(interim: [InterimResponse]) -> FetchError {
        interim.isEmpty ? self : changed { $0.interim = interim + $0.interim }
    }

    func adding(redirects: [Redirection], to target: Request) -> FetchError {
        guard content.redirects.target == nil else { return self }
        return changed { $0.redirects = Redirects(followed: redirects.map(\.redacted), target: target) }
    }

    package func replacing(head: HTTPResponse) -> FetchError {
        changed { $0.response = Response(head: head, body: $0.response?.body ?? Data()) }
    }

    package func adding(request: Request, mayRepeat: Bool) -> FetchError {
        guard content.request == nil else { return self }
        return changed { content in
            content.request = content.redirects.target ?? request
            content.mayRepeat = mayRepeat
        }
    }

    private func changed(_ change: (inout Content) -> Void) -> FetchError {
        var content = content
        change(&content)
        return FetchError(content)
    }
}

// MARK: - Equality

extension FetchError: Equatable {
    /// Compares the kind, the request, the response, and the domain, code and text of the underlying error.
    public static func == (first: FetchError, second: FetchError) -> Bool {
        first.storage === second.storage
            || first.kind == second.kind && first.request == second.request && first.response == second.response
                && first.redirects == second.redirects && first.underlyingIdentity == second.underlyingIdentity
    }

    private var underlyingIdentity: String? {
        underlying.map { error in
            let bridged = error as NSError
            return "\(bridged.domain) \(bridged.code) \(error)"
        }
    }
}

extension FetchError: Hashable {
    /// Hashes the kind and the request.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(request)
    }
}

extension FetchError: Identifiable {
    /// The code and the message: failures that look the same to a person have the same id.
    public var id: String { "\(code): \(message)" }
}
