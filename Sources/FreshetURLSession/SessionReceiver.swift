import Foundation
import FreshetCore
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Connects a URLSession delegate's callbacks for one exchange with the reader of the body.
final class SessionReceiver: TransportBody {
    private struct State {
        var chunks: [Data] = []
        var bufferedBytes = 0
        var isSuspended = false
        /// The end of the body; `nil` while more may arrive.
        var end: Result<Void, FetchError>?
        var reader: CheckedContinuation<Result<Data?, FetchError>, Never>?
        var isCancelled = false
    }

    /// The number of buffered bytes above which the task is suspended until the reader has caught
    /// up. Foundation on Linux crashes if a task is resumed before its suspension took effect, so
    /// the bytes are buffered in memory there.
    #if canImport(FoundationNetworking)
    private static let highWaterMark = Int.max
    #else
    private static let highWaterMark = 1 << 20
    #endif

    private let task: URLSessionTask
    /// Retained until the exchange has ended, because releasing it deletes its temporary file.
    private let upload: UploadBody?
    /// Receives the number of bytes of the request body that were sent since the last call.
    let onSent: (@Sendable (Int) -> Void)?
    /// Receives the session's measurements before the exchange ends.
    let onMetrics: (@Sendable (AttemptMetrics) -> Void)?
    private let head = Pending<Result<HTTPResponse, FetchError>>()
    private let state = Lock(State())

    init(task: URLSessionTask, upload: UploadBody?, _ request: TransportRequest) {
        self.task = task
        self.upload = upload
        onSent = request.onSent
        onMetrics = request.onMetrics
    }

    deinit {
        task.cancel()
    }

    // MARK: - The reader's side

    /// Sends the request and waits for the head of its response.
    func start() async throws(FetchError) -> HTTPResponse {
        // A call that is already cancelled must not send anything. `cancel` resolves the head, so the wait below
        // returns.
        if Task.isCancelled { cancel() }
        if !state.withLock({ $0.isCancelled }) { task.resume() }
        return try await head.value { [self] in cancel() }.get()
    }

    private static func joined(_ chunks: [Data]) -> Data {
        guard chunks.count > 1 else { return chunks[0] }
        var whole = Data(capacity: chunks.reduce(0) { $0 + $1.count })
        for chunk in chunks { whole.append(chunk) }
        return whole
    }

    func next() async throws(FetchError) -> Data? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Result<Data?, FetchError>? in
                    // The cancellation handler below may have run before this closure, and nobody would resume a reader
                    // stored now.
                    if state.isCancelled { return .failure(.cancelled) }
                    guard state.chunks.isEmpty else {
                        let chunks = state.chunks
                        state.chunks = []
                        state.bufferedBytes = 0
                        return .success(Self.joined(chunks))
                    }
                    if let end = state.end { return end.map { nil } }
                    state.reader = continuation
                    return nil
                }
                resumeTask()
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    func cancel() {
        let reader = state.withLock { state in
            state.isCancelled = true
            defer { state.reader = nil }
            return state.reader
        }
        task.cancel()
        head.resolve(.failure(.cancelled))
        reader?.resume(returning: .failure(.cancelled))
    }

    private func resumeTask() {
        let wasSuspended = state.withLock { state in
            defer { state.isSuspended = false }
            return state.isSuspended
        }
        if wasSuspended { task.resume() }
    }

    // MARK: - The delegate's side

    func received(_ response: HTTPURLResponse) {
        head.resolve(.success(HTTPResponse(response)))
    }

    func received(_ data: Data) {
        guard !data.isEmpty else { return }
        let (reader, mustSuspend) = state.withLock { state in
            if let reader = state.reader {
                state.reader = nil
                return (reader as CheckedContinuation<Result<Data?, FetchError>, Never>?, false)
            }
            state.chunks.append(data)
            state.bufferedBytes += data.count
            let mustSuspend = state.bufferedBytes > Self.highWaterMark && !state.isSuspended
            if mustSuspend { state.isSuspended = true }
            return (nil, mustSuspend)
        }
        if mustSuspend { task.suspend() }
        reader?.resume(returning: .success(data))
    }

    func completed(_ error: (any Error)?) {
        let failure = error.map(FetchError.init(session:))
        let reader = state.withLock { state in
            state.end = failure.map { .failure($0) } ?? .success(())
            defer { state.reader = nil }
            return state.reader
        }
        // Without effect if a head was received, since only the first resolution counts.
        head.resolve(.failure(failure ?? FetchError(.protocolViolation("the response has no head"))))
        reader?.resume(returning: failure.map { .failure($0) } ?? .success(nil))
    }
}

extension HTTPResponse {
    /// Converts a response head, without the fields of a content coding that URLSession has
    /// decoded.
    init(_ response: HTTPURLResponse) {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
                continue
            }
            // URLSession joins several Set-Cookie fields with commas, which also occur within their dates (RFC 6265
            // §3).
            for value in name == .setCookie ? JoinedCookies.split(value) : [value] {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        // URLSession decompresses the body but reports the fields of the compressed one, whose length would be wrong.
        if fields[.contentEncoding] != nil {
            fields[.contentEncoding] = nil
            fields[.contentLength] = nil
        }
        self.init(status: Status(code: response.statusCode), headerFields: fields)
    }
}

extension FetchError {
    /// Converts an error of URLSession.
    init(session error: any Error) {
        guard let error = (error as? URLError)?.withoutAddress else {
            self.init(.connectionLost, underlying: error)
            return
        }
        switch error.code {
        case .cancelled: self = .cancelled
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff:
            self.init(.cannotConnect(.offline), underlying: error)
        case .cannotFindHost, .dnsLookupFailed: self.init(.cannotConnect(.unknownHost), underlying: error)
        case .cannotConnectToHost: self.init(.cannotConnect(.refused), underlying: error)
        case .timedOut: self.init(.timedOut(.connect), underlying: error)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self.init(.tls(error.localizedDescription), underlying: error)
        case .cannotDecodeRawData, .cannotDecodeContentData:
            self.init(.contentCoding(error.localizedDescription), underlying: error)
        case .badServerResponse, .cannotParseResponse:
            self.init(.protocolViolation(error.localizedDescription), underlying: error)
        case .badURL, .unsupportedURL: self.init(.invalidRequest("its URL is not supported"), underlying: error)
        default: self.init(.connectionLost, underlying: error)
        }
    }
}

extension URLError {
    /// The error without the failed address, which may contain credentials.
    fileprivate var withoutAddress: URLError {
        // There are two such keys. The one for the address as a string is deprecated but still set.
        URLError(code, userInfo: userInfo.filter { !$0.key.hasPrefix("NSErrorFailingURL") })
    }
}
