import Foundation
import FreshetCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session's delegate, which passes each callback to the receiver of its task.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct Weak: Sendable {
        weak let receiver: SessionReceiver?
    }

    private let receivers = Lock<[Int: Weak]>([:])
    private let trustRoots: [Data]

    init(trustRoots: [Data]) {
        self.trustRoots = trustRoots
    }

    func add(_ receiver: SessionReceiver, for task: URLSessionTask) {
        receivers.withLock { $0[task.taskIdentifier] = Weak(receiver: receiver) }
    }

    private func receiver(of task: URLSessionTask) -> SessionReceiver? {
        receivers.withLock { $0[task.taskIdentifier]?.receiver }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { receiver(of: dataTask)?.received(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        receiver(of: dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        receiver(of: task)?.onSent?(Int(bytesSent))
    }

    #if canImport(Darwin)
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        guard let report = receiver(of: task)?.onMetrics, let last = metrics.transactionMetrics.last else { return }
        report(AttemptMetrics(last))
    }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let receiver = receivers.withLock { $0.removeValue(forKey: task.taskIdentifier)?.receiver }
        receiver?.completed(error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard !trustRoots.isEmpty, let trust = challenge.protectionSpace.serverTrust else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        if ServerTrust.trusts(trust, roots: trustRoots) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
    #endif
}

#if canImport(Darwin)
extension AttemptMetrics {
    fileprivate init(_ metrics: URLSessionTaskTransactionMetrics) {
        func time(_ start: Date?, _ end: Date?) -> Duration? {
            guard let start, let end else { return nil }
            return .seconds(max(0, end.timeIntervalSince(start)))
        }
        protocolVersion = metrics.networkProtocolName.map { name in
            name.hasPrefix("http/") ? String(name.dropFirst(5)) : name.hasPrefix("h") ? String(name.dropFirst()) : name
        }
        isConnectionReused = metrics.isReusedConnection
        remoteAddress = metrics.remoteAddress.map { address in
            let host = address.contains(":") ? "[\(address)]" : address
            return metrics.remotePort.map { "\(host):\($0)" } ?? host
        }
        connectionTime = time(metrics.fetchStartDate, metrics.requestStartDate)
        connectTime = time(metrics.domainLookupStartDate ?? metrics.connectStartDate, metrics.connectEndDate)
        handshakeTime = time(metrics.secureConnectionStartDate, metrics.secureConnectionEndDate)
        if metrics.countOfRequestBodyBytesSent > 0 {
            sendTime = time(metrics.requestStartDate, metrics.requestEndDate)
        }
        timeToFirstByte = time(metrics.requestStartDate, metrics.responseStartDate)
        sentBytes = Int(metrics.countOfRequestBodyBytesSent)
        receivedBytes = Int(metrics.countOfResponseBodyBytesReceived)
    }
}
#endif
