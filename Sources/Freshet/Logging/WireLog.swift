public import FreshetCore
import FreshetHTTP
package import HTTPTypes
public import Logging

/// A transport that logs what another one sends and receives.
///
/// It sees every request that goes over the wire, with all of its fields: also retries, conditional requests of the
/// cache, redirects, and the requests by which a session renews its token.
///
/// ```swift
/// let log = WireLog(around: DefaultTransport.shared) { line in print(line) }
/// let client = Client(Weather(), transport: log, cache: nil)
/// ```
///
/// It is meant for development and for the search for a fault. ``LogObserver`` is for the logs of an app in use.
///
/// Put it directly around the transport that sends. It then also shows the fields that the transport adds
/// (`AsyncHTTPClientTransport`: `Accept-Encoding`, and `Content-Encoding` of a compressed upload). Further fields of
/// the connection, such as `Host`, `Content-Length` and `Transfer-Encoding`, are not known to it: the body's length is
/// logged instead. Nor are those that URLSession adds.
///
/// ## Secrets
///
/// No secret is logged that the ``Service/secretNames`` of the request's service name: values of fields, items of
/// queries and forms, members of JSON, elements and attributes of XML and HTML, and lines like `name: value`. With a
/// common name such as `code`, a value may be left out that is none; ``SecretNames/removing(_:)`` shows it. What a
/// request carries under such a name, or as the ``Credentials`` of its service, is removed from the rest of its
/// exchange, too. A secret with a harmless name that only the server knows can't be recognised: with a `bodyLimit` of
/// 0, no body is logged.
///
/// ## Bodies
///
/// The beginning of a body of a textual type (JSON, XML, forms, `text/*` and the like) is logged in complete lines:
/// when the limit is reached or the body ends, and for event streams and lines of JSON as they come. Other bodies, such
/// as pictures and multipart forms, are logged as their length and type. The transport decodes compressed responses, so
/// that their text and length are the decoded ones. A body that still has a coding is logged as its length and coding.
///
/// A body passes through unchanged, chunk by chunk as its reader takes it. A body that is not read to its end is logged
/// with the number of bytes that were read.
///
/// Control characters, and invisible characters that reorder text, are escaped (`\u{1B}`), so that what a server sends
/// can't forge a line or control a terminal.
public struct WireLog: FieldAddingTransport {
    /// The form of the lines.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Style: Sendable, Hashable {
        /// Each exchange as lines that begin with its number and a mark.
        ///
        /// `#3 >` is the request, `#3 <` the response, `#3 !` the failure with its ``FetchError/code``. Lines of
        /// exchanges at the same time may alternate. Times count from the beginning of the exchange.
        case exchange
        /// Each request as one line: a command of curl for a POSIX shell.
        ///
        /// A secret is a variable of the shell that is named as its field or item, such as `$AUTHORIZATION`. A body
        /// that is a stream, longer than the limit, or no text is the file `$BODY_FILE`. Responses and failures are
        /// not logged.
        case curl
    }

    /// The default limit of the bytes that are shown of each body: 2,048.
    public static let defaultBodyLimit = 2048

    private let base: any Transport
    private let style: Style
    private let bodyLimit: Int
    private let time: TimeSource
    private let isEnabled: @Sendable () -> Bool
    private let write: @Sendable (String) -> Void
    /// The number of exchanges so far; all copies share it.
    private let count = Lock(0)

    /// Makes a transport that passes each line to a closure.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests. By default that of the platform.
    ///   - style: The form of the lines.
    ///   - bodyLimit: The most bytes that are shown of each body of a request and of a response; 0 shows none.
    ///   - time: The clock that measures the exchanges.
    ///   - write: Receives each line, without a line break. It is called on no particular thread, and from several at
    ///     once; the exchange waits until it returns.
    public init(
        around base: any Transport = DefaultTransport.shared, style: Style = .exchange,
        bodyLimit: Int = WireLog.defaultBodyLimit, time: TimeSource = .system,
        write: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.init(base, style, bodyLimit, time, isEnabled: { true }, write)
    }

    /// Makes a transport that logs each line to a logger of swift-log.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests. By default that of the platform.
    ///   - logger: The logger. While its level is above `level`, requests pass to the transport without any work.
    ///   - level: The level of all lines. By default `debug`.
    ///   - style: The form of the lines.
    ///   - bodyLimit: The most bytes that are shown of each body of a request and of a response; 0 shows none.
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

    /// Sends a request with the wrapped transport and returns the head of its final response.
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

    /// The body of a request as text, for the secrets in it.
    private func knownText(of request: TransportRequest) -> (text: String, isForm: Bool)? {
        let fields = request.head.headerFields
        let form = BodyTranscript.Form(contentType: fields[.contentType], coding: fields[.contentEncoding])
        guard case .bytes(let data) = request.body, form.isText, bodyLimit > 0,
            let (text, _) = LogBytes.text(data.prefix(max(bodyLimit, Self.defaultBodyLimit)), isCut: true)
        else { return nil }
        return (text, form.isForm)
    }
}
