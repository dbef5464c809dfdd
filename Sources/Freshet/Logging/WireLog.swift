public import FreshetCore
import FreshetHTTP
package import HTTPTypes
public import Logging

/// A transport that logs what another one sends and receives.
///
/// It sees every request that is sent over the network, with all of its fields, including retries,
/// the cache's conditional requests, redirects, and the requests with which a session renews its
/// token.
///
/// ```swift
/// let log = WireLog(around: DefaultTransport.shared) { line in print(line) }
/// let client = Client(Weather(), transport: log, cache: nil)
/// ```
///
/// It is meant for development and debugging. Use ``LogObserver`` for logs in production.
///
/// Put it directly around the transport that sends. It then also shows the fields that the
/// transport adds (`AsyncHTTPClientTransport`: `Accept-Encoding`, and `Content-Encoding` of a
/// compressed upload). It doesn't know the fields that belong to the connection, such as `Host`,
/// `Content-Length` and `Transfer-Encoding`, or those that URLSession adds. It logs the body's
/// length instead.
///
/// ## Secrets
///
/// Secrets are recognised by name. The ``Service/secretNames`` of the request's service apply to
/// header fields, query and form items, JSON members, XML and HTML elements and attributes, and
/// lines like `name: value`. A common name such as `code` may hide a value that isn't secret;
/// ``SecretNames/removing(_:)`` shows it again. A value that a request carries under such a name,
/// or as its service's ``Credentials``, is removed from the rest of the exchange as well. A secret
/// with a harmless name that only the server knows can't be recognised. Set `bodyLimit` to 0 to log
/// no bodies at all.
///
/// ## Bodies
///
/// The beginning of a body of a textual type (JSON, XML, forms, `text/*` and the like) is logged in
/// complete lines when the limit is reached or the body ends; event streams and JSON lines are
/// logged as they arrive. For other bodies, such as images and multipart forms, only the length and
/// type are logged. The transport decompresses responses, so their text and length are the
/// decompressed ones. For a body that is still compressed, the length and coding are logged.
///
/// A body passes through unchanged, chunk by chunk, at the pace of its reader. If a body isn't read
/// to its end, the log states how many bytes were read.
///
/// Control characters, and invisible characters that reorder text, are escaped (`\u{1B}`), so that
/// a server can neither forge a line nor control a terminal.
public struct WireLog: FieldAddingTransport {
    /// The format of the lines.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Style: Sendable, Hashable {
        /// Several lines per exchange, each beginning with the exchange's number and a mark.
        ///
        /// `#3 >` marks the request, `#3 <` the response, and `#3 !` the failure with its
        /// ``FetchError/code``. Lines of concurrent exchanges may alternate. Times are measured
        /// from the beginning of the exchange.
        case exchange
        /// One line per request: a curl command for a POSIX shell.
        ///
        /// A secret becomes a shell variable named after its field or item, such as
        /// `$AUTHORIZATION`. A body that is a stream, exceeds the limit or isn't text becomes the
        /// file `$BODY_FILE`. Responses and failures aren't logged.
        ///
        /// ```swift
        /// let log = WireLog(style: .curl) { line in print(line) }
        /// let weather = Client(Weather(), transport: log, cache: nil)
        /// ```
        case curl
    }

    /// The number of bytes shown of each body by default: 2,048.
    public static let defaultBodyLimit = 2048

    private let base: any Transport
    private let style: Style
    private let bodyLimit: Int
    private let time: TimeSource
    private let isEnabled: @Sendable () -> Bool
    private let write: @Sendable (String) -> Void
    /// The number of exchanges so far, shared by all copies.
    private let count = Lock(0)

    /// Makes a transport that passes each line to a closure.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests. The platform's by default.
    ///   - style: The format of the lines.
    ///   - bodyLimit: The maximum number of bytes shown of each request and response body; 0 shows
    ///     none.
    ///   - time: The clock that measures the exchanges.
    ///   - write: Receives each line, without a line break. It may be called on any thread, and on
    ///     several at once. The exchange waits until it returns.
    public init(
        around base: any Transport = DefaultTransport.shared, style: Style = .exchange,
        bodyLimit: Int = WireLog.defaultBodyLimit, time: TimeSource = .system,
        write: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.init(base, style, bodyLimit, time, isEnabled: { true }, write)
    }

    /// Makes a transport that logs each line to a swift-log logger.
    ///
    /// ```swift
    /// let log = WireLog(logger: Logger(label: "wire"), level: .trace)
    /// let weather = Client(Weather(), transport: log, cache: nil)
    /// ```
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests. The platform's by default.
    ///   - logger: The logger. While its level is above `level`, requests are passed on with no
    ///     extra work.
    ///   - level: The level of all lines; `debug` by default.
    ///   - style: The format of the lines.
    ///   - bodyLimit: The maximum number of bytes shown of each request and response body; 0 shows
    ///     none.
    ///   - time: The clock that measures the exchanges.
    public init(
        around base: any Transport = DefaultTransport.shared, logger: Logger, level: Logger.Level = .debug,
        style: Style = .exchange, bodyLimit: Int = WireLog.defaultBodyLimit, time: TimeSource = .system
    ) {
        self.init(base, style, bodyLimit, time, isEnabled: { logger.logLevel <= level }) { line in
            logger.log(level: level, "\(line)")
        }
    }

    private init(
        _ base: any Transport, _ style: Style, _ bodyLimit: Int, _ time: TimeSource,
        isEnabled: @escaping @Sendable () -> Bool, _ write: @escaping @Sendable (String) -> Void
    ) {
        self.base = base
        self.style = style
        self.bodyLimit = max(0, bodyLimit)
        self.time = time
        self.isEnabled = isEnabled
        self.write = write
    }

    /// Sends a request through the wrapped transport, logs it, and returns the final response.
    ///
    /// - Throws: The error of the wrapped transport.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard isEnabled() else { return try await base.send(request) }
        let redaction = RequestRedaction(request, body: knownText(of: request))
        let added = addedFields(to: request)
        guard style == .exchange else {
            write(CurlCommand(request, added: added, redaction: redaction, bodyLimit: bodyLimit).text)
            return try await base.send(request)
        }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let exchange = LoggedExchange(number, redaction, bodyLimit: bodyLimit, time: time, write: write)
        var request = request
        request.body = exchange.writeRequest(request, added: added)
        do throws(FetchError) {
            return exchange.writeResponse(try await base.send(request))
        } catch {
            exchange.writeFailure(error)
            throw error
        }
    }

    package func addedFields(to request: TransportRequest) -> HTTPFields {
        (base as? any FieldAddingTransport)?.addedFields(to: request) ?? [:]
    }

    /// Returns a request body as text, so that secrets can be found in it.
    private func knownText(of request: TransportRequest) -> (text: String, isForm: Bool)? {
        let fields = request.head.headerFields
        let form = BodyTranscript.Form(contentType: fields[.contentType], coding: fields[.contentEncoding])
        guard case .bytes(let data) = request.body, form.isText, bodyLimit > 0,
            let (text, _) = LogBytes.text(data.prefix(max(bodyLimit, Self.defaultBodyLimit)), isCut: true)
        else { return nil }
        return (text, form.isForm)
    }
}
