public import Foundation
public import FreshetCore
import HTTPTypes

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A transport on URLSession: the default on Apple's platforms.
///
/// Redirects, cookies, caches and credentials of the session are off: the client handles them. The limits of
/// URLSession on Linux are listed in the guide "Platforms"; prefer AsyncHTTPClient there.
public final class URLSessionTransport: CancellableTransport {
    /// The shared transport of the process.
    public static let shared = URLSessionTransport()

    private static let longLivedConnectionsPerHost = 10_000

    /// A session and its delegate, which knows the exchanges by the numbers that the session gives them.
    private struct Connections: Sendable {
        let session: URLSession
        let delegate: SessionDelegate

        init(_ configuration: URLSessionConfiguration, trustRoots: [Data]) {
            delegate = SessionDelegate(trustRoots: trustRoots)
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }
    }

    private let connections: Connections
    /// Made with the first long-lived exchange.
    private let longLivedConnections = Lock<Connections?>(nil)
    private let trustRoots: [Data]

    /// Makes a transport with a session of its own.
    ///
    /// - Parameters:
    ///   - configuration: The session's configuration. Features that the client provides are switched off in a copy of
    ///     it.
    ///   - trustRoots: Certificates in DER that are trusted instead of the system's. Only on Apple's platforms;
    ///     elsewhere URLSession does not support it and the parameter has no effect.
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

    /// Sends a request and returns the head of its final response.
    ///
    /// - Throws: A ``FetchError`` of one of the network's kinds.
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
    /// How many connections to a host there may be.
    public var inspectedPart: InspectedPart {
        let connections = connections.session.configuration.httpMaximumConnectionsPerHost
        return InspectedPart("Transport", [("type", "URLSession"), ("most connections to a host", "\(connections)")])
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
        // The client's own limits are stricter and the same everywhere.
        configuration.timeoutIntervalForRequest = 24 * 3600
        return configuration
    }
}

extension URLRequest {
    fileprivate init(_ head: HTTPRequest, body: UploadBody?) throws(FetchError) {
        let target = head.path ?? "/"
        let text = "\(head.scheme ?? "https")://\(head.authority ?? "")\(target)"
        // On Linux dot segments are resolved: another path would be sent.
        let path = String(target.prefix { $0 != "?" })
        guard WebAddress.isTarget(target), URIReference.removingDotSegments(path) == path else {
            throw FetchError(.invalidRequest("its path can't be sent"))
        }
        guard let url = URL(string: text), url.absoluteString == text else {
            throw FetchError(.invalidRequest("its address is not a URL"))
        }
        self.init(url: url)
        httpMethod = head.method.rawValue
        httpShouldHandleCookies = false
        for field in head.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if head.headerFields.contains(.range), !head.headerFields.contains(.acceptEncoding) {
            // A part of a compressed body can't be decoded.
            setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        if case .bytes(let data) = body?.content { httpBody = data }
    }
}

/// The body of a request in a form that URLSession can send.
///
/// URLSession reads an input stream, which can't be fed chunk by chunk on all platforms. Chunks are written to a
/// temporary file first, so that memory stays constant.
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
            if Task.isCancelled { throw CancellationError() }
            return url
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error is CancellationError
                ? .cancelled : FetchError(.invalidRequest("its body could not be read"), underlying: error)
        }
    }
}
