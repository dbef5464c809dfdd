public import Foundation
public import FreshetCore
import HTTPTypes

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A transport that uses URLSession, the default on Apple platforms.
///
/// The session's own redirects, cookies, caches and credentials are turned off because the client
/// handles them. The guide "Platforms" lists the limitations of URLSession on Linux; prefer
/// AsyncHTTPClient there.
public final class URLSessionTransport: CancellableTransport {
    /// The transport that the process shares.
    public static let shared = URLSessionTransport()

    private static let longLivedConnectionsPerHost = 10_000

    /// A session and its delegate, which finds exchanges by their task identifiers.
    private struct Connections: Sendable {
        let session: URLSession
        let delegate: SessionDelegate

        init(_ configuration: URLSessionConfiguration, trustRoots: [Data]) {
            delegate = SessionDelegate(trustRoots: trustRoots)
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }
    }

    private let connections: Connections
    /// Created for the first long-lived exchange.
    private let longLivedConnections = Lock<Connections?>(nil)
    private let trustRoots: [Data]

    /// Makes a transport with its own session.
    ///
    /// - Parameters:
    ///   - configuration: The session's configuration. The features that the client provides are
    ///     turned off in a copy of it.
    ///   - trustRoots: DER certificates that are trusted instead of the system's. They have an
    ///     effect only on Apple platforms, because URLSession doesn't support this elsewhere.
    public init(configuration: URLSessionConfiguration = .ephemeral, trustRoots: [Data] = []) {
        self.trustRoots = trustRoots
        connections = Connections(.forExchanges(configuration), trustRoots: trustRoots)
    }

    deinit {
        connections.session.finishTasksAndInvalidate()
        longLivedConnections.withLock { $0 }?.session.finishTasksAndInvalidate()
    }

    private func connections(for request: TransportRequest) -> Connections {
        guard request.isLongLived else { return connections }
        return longLivedConnections.withLock { connections in
            if let connections { return connections }
            let configuration = URLSessionConfiguration.forExchanges(self.connections.session.configuration)
            configuration.httpMaximumConnectionsPerHost = Self.longLivedConnectionsPerHost
            let new = Connections(configuration, trustRoots: trustRoots)
            connections = new
            return new
        }
    }

    /// Sends a request, and returns its final response once the head has arrived.
    ///
    /// - Throws: A ``FetchError`` of one of the network error kinds.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let body = try await UploadBody(request.body, onSent: request.onSent)
        let outgoing = try URLRequest(request.head, body: body)
        let connections = connections(for: request)
        let task: URLSessionDataTask
        if case .file(let file) = body?.content {
            task = connections.session.uploadTask(with: outgoing, fromFile: file)
        } else {
            task = connections.session.dataTask(with: outgoing)
        }
        let receiver = SessionReceiver(task: task, upload: body, request)
        connections.delegate.add(receiver, for: task)
        let head = try await receiver.start()
        return TransportResponse(head: head, body: receiver)
    }
}

extension URLSessionTransport: Inspectable {
    /// The maximum number of connections per host.
    public var inspectedPart: InspectedPart {
        let connections = connections.session.configuration.httpMaximumConnectionsPerHost
        return InspectedPart("Transport", [("type", "URLSession"), ("connections per host", "\(connections)")])
    }
}

extension URLSessionConfiguration {
    fileprivate static func forExchanges(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        let configuration = configuration.copy() as! URLSessionConfiguration
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        // The client's own timeouts are stricter and the same on all platforms.
        configuration.timeoutIntervalForRequest = 24 * 3600
        return configuration
    }
}

extension URLRequest {
    fileprivate init(_ head: HTTPRequest, body: UploadBody?) throws(FetchError) {
        let target = head.path ?? "/"
        let text = "\(head.scheme ?? "https")://\(head.authority ?? "")\(target)"
        // On Linux, Foundation resolves dot segments, so another path would be sent.
        let path = String(target.prefix { $0 != "?" })
        guard WebAddress.isTarget(target), URIReference.removingDotSegments(path) == path else {
            throw FetchError(.invalidRequest("its path can't be sent"))
        }
        guard let url = URL(string: text), url.absoluteString == text else {
            throw FetchError(.invalidRequest("its address isn't a URL"))
        }
        self.init(url: url)
        httpMethod = head.method.rawValue
        httpShouldHandleCookies = false
        for field in head.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if head.headerFields.contains(.range), !head.headerFields.contains(.acceptEncoding) {
            // A range of a compressed body can't be decompressed.
            setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        if case .bytes(let data) = body?.content { httpBody = data }
    }
}

/// A request body in a form that URLSession can send.
///
/// URLSession reads streamed bodies from an input stream, which can't be fed chunk by chunk on all
/// platforms. Chunks are therefore written to a temporary file first, which keeps memory use
/// constant.
final class UploadBody: Sendable {
    enum Content {
        case bytes(Data)
        case file(URL)
    }

    let content: Content
    private let isTemporary: Bool

    init?(_ body: TransportRequest.Body?, onSent: (@Sendable (Int) -> Void)?) async throws(FetchError) {
        switch body {
        case nil:
            return nil
        case .bytes(let data):
            content = .bytes(data)
            isTemporary = false
        case .file(let url):
            guard (try? FileHandle(forReadingFrom: url).fileLength()) != nil else {
                throw FetchError(.file("The file \(url.path) can't be read."))
            }
            content = .file(url)
            isTemporary = false
        case .stream(_, let stream):
            content = .file(try await Self.gather(stream) { onSent?(0) })
            isTemporary = true
        }
    }

    deinit {
        if isTemporary, case .file(let url) = content { try? FileManager.default.removeItem(at: url) }
    }

    private static func gather(
        _ stream: AsyncThrowingStream<Data, any Error>, onChunk: () -> Void
    ) async throws(FetchError) -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString).upload")
        do {
            try Data().write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            defer { try? handle.close() }
            for try await chunk in stream {
                try handle.write(contentsOf: chunk)
                onChunk()
            }
            // An AsyncThrowingStream ends without an error if its reader is cancelled, which would look like a complete
            // body.
            if Task.isCancelled { throw CancellationError() }
            return url
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error is CancellationError
                ? .cancelled : FetchError(.invalidRequest("its body could not be read"), underlying: error)
        }
    }
}
