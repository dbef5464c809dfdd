public import Foundation
public import HTTPTypes

/// The error of a failed call, the same for the async, callback and Combine interfaces.
///
/// Switch over ``kind-swift.property`` to react to a failure, show `localizedDescription` and
/// ``recoverySuggestion`` to people, log ``description``, and group metrics by ``code``. None of
/// them contains a secret.
///
/// ```swift
/// do throws(FetchError) {
///     let page = try await news.value(for: .headlines)
///     show(page.articles)
/// } catch {
///     guard !error.isCancellation else { return }
///     count(error.code)
///     log(error.description)
///     showAlert(error.localizedDescription, error.recoverySuggestion)
/// }
/// ```
///
/// The error is a struct with boxed storage, one word in size, so passing it on is as cheap as
/// passing a class reference.
public struct FetchError: Error, Sendable {
    /// The method and URL of the call that failed, without secrets.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        /// The method.
        public let method: HTTPRequest.Method
        /// The URL, with the values of secret query items replaced.
        public let url: String
        /// The host, for texts that people read.
        public let host: String
        /// The template of the path (``RequestPath/template``); `nil` if it has none.
        public let template: String?
        /// The path of the base URL, to which the template is appended, without a trailing slash.
        private let basePath: String

        init(method: HTTPRequest.Method, url: String, host: String, template: String?, basePath: String) {
            (self.method, self.url, self.host) = (method, url, host)
            (self.template, self.basePath) = (template, basePath)
        }

        /// The template of the whole path, including the path of the service's base URL; `nil` if
        /// the request has no template.
        public var pathTemplate: String? {
            template.map { $0.hasPrefix("/") || $0.isEmpty ? basePath + $0 : "\(basePath)/\($0)" }
        }

        /// The method and the URL.
        public var description: String { "\(method.rawValue) \(url)" }

        /// Makes the summary of a request without a valid URL.
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

    /// The upper limit of ``retryAfter``.
    private static let longestRetryAfter = Duration.seconds(86_400)

    private let storage: Box<Content>
    private var content: Content { storage.value }

    /// The kind of the failure.
    public var kind: Kind { content.kind }

    /// The request that failed: the original one, or the last one after redirects; `nil` if the
    /// error wasn't thrown by a call.
    public var request: Request? { content.request }

    /// The redirects that were followed before the failure, in order, with secrets replaced in
    /// their URLs.
    public var redirects: [Redirection] { content.redirects.followed }

    /// The response that caused the failure; `nil` if there was none.
    ///
    /// It is present for ``Kind-swift.enum/status(_:)``, ``Kind-swift.enum/service(_:)``,
    /// ``Kind-swift.enum/precondition(_:)``, ``Kind-swift.enum/wrongContent(_:)`` and
    /// ``Kind-swift.enum/decoding(_:)``. If the body broke off or was too large, only the head is
    /// present.
    public var response: Response? { content.response }

    /// The interim (1xx) responses that were received before the failure, in order, including those
    /// before redirects.
    ///
    /// They don't affect equality: two errors that differ only in them are equal.
    public var interim: [InterimResponse] { content.interim }

    /// The source of the refused response; `nil` if there was none.
    ///
    /// A service may allow an error response to be stored. While it is fresh, the same error is
    /// then thrown from the cache, with the source ``ResponseSource/fresh(age:)``, and nothing is
    /// sent. The source doesn't affect equality: two errors that differ only in it are equal.
    public var source: ResponseSource? { content.source }

    /// The error that the server reported in the body of its response; `nil` if it reported none.
    ///
    /// It is the associated value of ``Kind-swift.enum/service(_:)``. If a token couldn't be
    /// renewed (``Kind-swift.enum/authentication(_:)``), it is the error from the server that
    /// issues tokens; its code may be `invalid_grant`, for example (RFC 6749 §5.2).
    public var serviceError: ServiceError? {
        switch kind {
        case .service(let error): error
        case .authentication(.renewalFailed(let error)): error.serviceError
        case .authentication: (underlying as? FetchError)?.serviceError
        default: nil
        }
    }

    /// The error that the transport, the decoder or a check threw; `nil` if the client itself
    /// detected the failure.
    public var underlying: (any Error)? { content.underlying }

    /// The time after which the server accepts the request again, counted from its response; `nil`
    /// if it names none.
    ///
    /// It is read from the response of ``Kind-swift.enum/status(_:)`` and
    /// ``Kind-swift.enum/service(_:)``: from `Retry-After`, in seconds or as a date (RFC 9110
    /// §10.2.3), otherwise from `RateLimit`, `RateLimit-Reset` or `X-RateLimit-Reset` if the status
    /// is 429 or no requests remain. A date in the past gives zero. A delay of more than one day is
    /// shortened to one day, so that whatever waits for the server, such as a write in an outbox,
    /// asks it again by then.
    ///
    /// The client waits this long before its own retries (``RetryPolicy``). After the last retry,
    /// the app decides what to do, for example to disable a button until the delay is over.
    public var retryAfter: Duration? { content.retryAfter }

    /// Makes an error, to be thrown by a transport, an interceptor or a stub; the client adds the
    /// request.
    ///
    /// - Parameters:
    ///   - kind: The kind of the failure.
    ///   - response: The response that caused the failure; `nil` for none.
    ///   - underlying: The error that caused the failure; `nil` for none.
    ///   - now: The current date, with which dates in the response are compared if it has no `Date`
    ///     field.
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

    /// The cancellation of a call by its caller. It isn't a failure: don't show it to the user.
    public static let cancelled = FetchError(.cancelled)

    /// Whether this is a cancellation, which isn't a failure and shouldn't be shown.
    public var isCancellation: Bool { kind == .cancelled }

    /// Whether the same request may be sent again and could then succeed.
    ///
    /// True for network failures, timeouts, token renewals that failed for such a reason, and the
    /// statuses 408, 425, 429, 500, 502, 503 and 504, provided that the request's ``RetryRule``
    /// allows a retry. An error from the service may override the status
    /// (``ServiceError/isRetryable``).
    public var isRetryable: Bool { content.mayRepeat && isTransient }

    /// Whether the same request could succeed later, regardless of whether it may be sent again.
    package var isTransient: Bool {
        switch kind {
        case .cannotConnect, .connectionLost, .timedOut: return true
        case .status(let status): return status.isTransient
        case .service(let error): return error.isRetryable ?? response?.head.status.isTransient ?? false
        case .authentication(.renewalFailed(let error)): return error.isTransient
        default: return false
        }
    }

    /// Returns the error with the response during which it occurred, unless it already has one.
    package func adding(response: Response) -> FetchError {
        // Stages add what they know on the way out. The first one was closest to the failure, so a
        // later stage must not replace its response, redirects or request.
        guard content.response == nil else { return self }
        return changed { $0.response = response }
    }

    /// Returns the error with the source of its response.
    ///
    /// ``retryAfter`` counts from the time at which the server made the response, so the age of a
    /// stored one is subtracted.
    func adding(source: ResponseSource) -> FetchError {
        changed { content in
            content.source = source
            content.retryAfter = content.retryAfter.map { max(.zero, $0 - (source.age ?? .zero)) }
        }
    }

    /// Returns the error with interim responses added in front of those that it already has.
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
            // After redirects the failing server is the last target, and the host in the message
            // has to be its host.
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
    /// Compares the kind, the request, the response, the redirects, and the domain, code and text
    /// of the underlying error.
    public static func == (first: FetchError, second: FetchError) -> Bool {
        first.storage === second.storage
            || first.kind == second.kind && first.request == second.request && first.response == second.response
                && first.redirects == second.redirects && first.underlyingIdentity == second.underlyingIdentity
    }

    private var underlyingIdentity: String? {
        underlying.map { error in
            // An arbitrary error is not `Equatable`. Its text alone would not do: two codes of one
            // domain may share a description.
            let bridged = error as NSError
            return "\(bridged.domain) \(bridged.code) \(error)"
        }
    }
}

extension FetchError: Hashable {
    /// Hashes the kind and the request.
    public func hash(into hasher: inout Hasher) {
        // Leaves out what `==` compares beyond these two: hashing a whole body would cost more than
        // a rare collision.
        hasher.combine(kind)
        hasher.combine(request)
    }
}

extension FetchError: Identifiable {
    /// The code and the message. Failures that look the same to a person have the same identifier.
    public var id: String { "\(code): \(message)" }
}
