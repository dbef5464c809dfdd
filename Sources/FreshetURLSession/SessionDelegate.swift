import Foundation
import FreshetCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

/// A session delegate that forwards each callback to the receiver of its task.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    // The session would otherwise retain an abandoned exchange to its end: releasing the receiver cancels its task.
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
        // `nil` makes the redirect itself the response. The client follows it, and decides which credentials go along.
        completionHandler(nil)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, trust) = ServerTrust.disposition(
            for: challenge.protectionSpace.serverTrust, roots: trustRoots, isTrusted: ServerTrust.trusts)
        completionHandler(disposition, trust.map(URLCredential.init(trust:)))
    }
    #endif
}
