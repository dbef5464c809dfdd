#if NIO
import AsyncHTTPClient
import Foundation
import FreshetCore
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

extension HTTPClient.Request {
    init(
        _ request: TransportRequest, of receiver: ResponseReceiver, _ addresses: KnownAddresses,
        _ listening: ResponseEvents.Registration?, absoluteHost: String?, continueTimeout: Duration
    ) throws(FetchError) {
        let head = request.head
        var headers = HTTPHeaders()
        headers.reserveCapacity(head.headerFields.count + 2)
        // Before all other fields, since `RequestTarget.apply` looks only at the first one.
        try RequestTarget.add(head.path ?? "/", to: &headers)
        for field in head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        if let accepted = request.addedAcceptEncoding { headers.add(name: "Accept-Encoding", value: accepted) }
        listening?.mark(&headers)
        do { self = try addresses.request(head, absoluteHost: absoluteHost, &headers) } catch {
            throw FetchError(transport: error)
        }
        let expectsContinue = head.headerFields.value(of: .expect)?.lowercased() == "100-continue"
        var upload = Upload(receiver: receiver, wait: expectsContinue ? continueTimeout : nil)
        if request.isSentInGzip {
            headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
            upload.isCompressed = true
        }
        self.headers = headers
        body = try upload.body(request.body)
    }
}

extension TransportRequest {
    fileprivate var isSentInGzip: Bool { body != nil && isCompressed }

    /// The content codings that this transport accepts for the request; `nil` if the request sets
    /// the field itself.
    fileprivate var addedAcceptEncoding: String? {
        guard head.headerFields.value(of: .acceptEncoding) == nil else { return nil }
        // A part of a compressed body can't be decoded.
        return head.headerFields.contains(.range) ? "identity" : ContentCoding.accepted
    }

    /// The fields that this transport adds to the request, or that replace the request's own.
    var addedFields: HTTPFields {
        var fields = HTTPFields()
        fields[.acceptEncoding] = addedAcceptEncoding
        if isSentInGzip { fields[.contentEncoding] = "gzip" }
        return fields
    }
}

/// A cache of prepared requests by origin, without targets, header fields and bodies.
///
/// AsyncHTTPClient parses a URL with Foundation, which takes as long as all other work that is done
/// for a request here.
final class KnownAddresses: Sendable {
    /// The facts on which a prepared request depends.
    fileprivate struct Key: Hashable {
        let method: String
        let scheme: String
        let authority: String
        let absoluteHost: String?
    }

    private static let limit = 64

    private let requests = NIOLockedValueBox<[Key: HTTPClient.Request]>([:])
    /// The paths of the Unix domain sockets by host.
    private let sockets: [String: String]

    init(sockets: [String: String]) {
        self.sockets = sockets
    }

    /// Whether the host of a request stands for a Unix domain socket.
    func isSocket(_ head: HTTPRequest) -> Bool { head.scheme == "http" && socket(of: head.authority ?? "") != nil }

    private func socket(of authority: String) -> String? {
        sockets.isEmpty ? nil : sockets[authority] ?? sockets[String(authority.prefix { $0 != ":" })]
    }

    /// Makes the request for a head. If its host stands for a socket or ends with a dot, a `Host`
    /// field is added.
    ///
    /// - Parameter absoluteHost: The host without its dot, as in ``HTTPClients/absoluteHost(of:)``.
    func request(
        _ head: HTTPRequest, absoluteHost: String?, _ headers: inout HTTPHeaders
    ) throws -> HTTPClient.Request {
        let key = Key(
            method: head.method.rawValue, scheme: head.scheme ?? "https", authority: head.authority ?? "",
            absoluteHost: absoluteHost)
        let socket = key.scheme == "http" ? socket(of: key.authority) : nil
        // AsyncHTTPClient takes the field from the URL that it gets, which here names another host
        // or none.
        if absoluteHost != nil || socket != nil, !headers.contains(name: "Host") {
            headers.add(name: "Host", value: key.authority)
        }
        if let request = requests.withLockedValue({ $0[key] }) { return request }
        let request = try HTTPClient.Request(url: key.origin(socket), method: HTTPMethod(rawValue: key.method))
        requests.withLockedValue { requests in
            // A server that calls thousands of hosts must not hold them all. They are cheap to
            // prepare again.
            if requests.count >= Self.limit { requests.removeAll(keepingCapacity: true) }
            requests[key] = request
        }
        return request
    }
}

extension KnownAddresses.Key {
    /// Returns the URL without a path, as AsyncHTTPClient expects it.
    fileprivate func origin(_ socket: String?) -> String {
        if let absoluteHost { return "https://\(absoluteHost)\(authority.dropFirst(absoluteHost.count + 1))" }
        guard let socket else { return "\(scheme)://\(authority)" }
        var path = ""
        PercentEncoding.append(socket, to: &path)
        return "http+unix://\(path)"
    }
}

/// The upload of a request body.
private struct Upload: Sendable {
    /// The maximum number of bytes that are passed to the connection at once. Each accepted piece
    /// shows that the connection isn't idle.
    private static let pieceBytes = 64 << 10

    let receiver: ResponseReceiver
    /// The maximum wait until the server asks for the body; `nil` to send it at once.
    let wait: Duration?
    var isCompressed = false

    func body(_ body: TransportRequest.Body?) throws(FetchError) -> HTTPClient.Body? {
        switch body {
        case nil: return nil
        case .bytes(let data):
            let data = isCompressed ? GzipEncoder.encoded(data) : data
            if data.count <= Self.pieceBytes, wait == nil { return .byteBuffer(ByteBuffer(data: data)) }
            let rest = NIOLockedValueBox(Data?.some(data))
            return sending(AsyncThrowingStream { rest.withLockedValue { $0.take() } }, length: data.count)
        case .stream(let length, let stream):
            return isCompressed ? sending(stream.gzipped(), length: nil) : sending(stream, length: length)
        case .file(let url):
            let (length, chunks) = try Self.open(url)
            return try self.body(.stream(length: length, chunks))
        }
    }

    /// Opens a file, which is read while it is sent.
    private static func open(_ url: URL) throws(FetchError) -> (length: Int, AsyncThrowingStream<Data, any Error>) {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            let length = try handle.fileLength()
            // `fileLength` has moved to the end.
            try handle.seek(toOffset: 0)
            let chunks = AsyncThrowingStream<Data, any Error> {
                guard let data = try handle.read(upToCount: pieceBytes), !data.isEmpty else { return nil }
                return data
            }
            return (length, chunks)
        } catch {
            throw FetchError(.file("The file \(url.path) can't be read."), underlying: error)
        }
    }

    /// Sends chunks as fast as the connection accepts them, until the exchange ends.
    private func sending(_ chunks: AsyncThrowingStream<Data, any Error>, length: Int?) -> HTTPClient.Body {
        .stream(contentLength: length.map { Int64($0) }) { writer in
            let sent = HTTPClient.defaultEventLoopGroup.any().makePromise(of: Void.self)
            receiver.begin(
                Task {
                    do {
                        try await send(chunks, by: writer)
                        sent.succeed()
                    } catch {
                        sent.fail(error)
                    }
                })
            return sent.futureResult
        }
    }

    private func send(
        _ chunks: AsyncThrowingStream<Data, any Error>, by writer: HTTPClient.Body.StreamWriter
    ) async throws {
        if let wait, await !receiver.isBodyWanted(within: wait) {
            // The end of the exchange cancels this task. A body that ends here would be one that is too short.
            while true { try await Task.sleep(for: .seconds(3600)) }
        }
        var iterator = chunks.makeAsyncIterator()
        while true {
            let chunk: Data?
            do { chunk = try await iterator.next(isolation: #isolation) } catch {
                throw UploadError(underlying: error)
            }
            // A cancelled stream ends like a complete one.
            try Task.checkCancellation()
            guard var rest = chunk else { return }
            while !rest.isEmpty {
                try await wait(for: writer.write(.byteBuffer(ByteBuffer(data: rest.prefix(Self.pieceBytes)))))
                rest = rest.dropFirst(Self.pieceBytes)
            }
        }
    }

    /// Waits until a piece is written, or the task is cancelled.
    ///
    /// AsyncHTTPClient forgets the promise of a request that fails while its connection accepts no
    /// more bytes. Without this method, the task would wait forever, and hold the body.
    private func wait(for written: EventLoopFuture<Void>) async throws {
        let result = Pending<Result<Void, any Error>>()
        // It holds the future, which has to outlive a forgotten promise: SwiftNIO's debug build traps at the release of
        // one without a result.
        written.whenComplete {
            result.resolve($0)
            withExtendedLifetime(written) {}
        }
        try await result.value { result.resolve(.failure(CancellationError())) }.get()
    }
}

extension HTTPResponse {
    /// The names of common fields as servers write them. Finding a name costs less than checking
    /// and converting it.
    private static let usualNames = Dictionary(
        uniqueKeysWithValues: [
            "Accept-Ranges", "Access-Control-Allow-Origin", "Age", "Alt-Svc", "Cache-Control", "Connection",
            "Content-Encoding", "Content-Length", "Content-Type", "Date", "ETag", "Expires", "Keep-Alive",
            "Last-Modified", "Server", "Set-Cookie", "Strict-Transport-Security", "Transfer-Encoding", "Vary", "Via",
        ].compactMap { name in HTTPField.Name(name).map { (name, $0) } })

    /// Converts a head, leaving out the fields of a content coding that is decoded.
    init(_ head: HTTPResponseHead, isDecoded: Bool) {
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers {
            guard let name = Self.usualNames[name] ?? HTTPField.Name(name) else { continue }
            // Both describe the encoded bytes: a reader would decode again, or wait for a length
            // that never comes.
            if isDecoded, name == .contentEncoding || name == .contentLength { continue }
            // SwiftNIO adds it over HTTP/2, where it is forbidden (RFC 9113 §8.2.2).
            if head.version.major >= 2, name == .transferEncoding { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let status = Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
        self.init(status: status, headerFields: fields)
    }
}

/// The error for a request body that can't be read. It has its own type so that it can be
/// distinguished from a network failure.
struct UploadError: Error {
    let underlying: any Error
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
#endif
