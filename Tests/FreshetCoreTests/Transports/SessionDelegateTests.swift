import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate, called in the order in which a session of Apple's platforms calls it. Nothing is sent.
final class SessionDelegateTests {
    /// Leaves each request open.
    private final class OpenProtocol: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {}
        override func stopLoading() {}
    }

    private let url = URL(string: "https://a.example/")!
    private let delegate = SessionDelegate(trustRoots: [])
    private let session: URLSession
    private let task: URLSessionDataTask

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [OpenProtocol.self]
        session = URLSession(configuration: configuration)
        task = session.dataTask(with: url)
    }

    deinit {
        session.invalidateAndCancel()
    }

    private func receiver(onSent: (@Sendable (Int) -> Void)? = nil) -> SessionReceiver {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/")
        var request = TransportRequest(head: head)
        request.onSent = onSent
        let receiver = SessionReceiver(task: task, upload: nil, request)
        delegate.add(receiver, for: task)
        return receiver
    }

    private func response(_ status: Int, headers: [String: String] = [:]) throws -> HTTPURLResponse {
        try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers))
    }

    private func deliver(_ response: URLResponse) {
        let disposition = Lock<URLSession.ResponseDisposition?>(nil)
        delegate.urlSession(session, dataTask: task, didReceive: response) { chosen in
            disposition.withLock { $0 = chosen }
        }
        #expect(disposition.withLock { $0 } == .allow)
    }

    @Test func aResponseIsReadAsItIsDelivered() async throws {
        let receiver = receiver()
        deliver(try response(201, headers: ["X-Kind": "a"]))
        let head = try await receiver.start()
        #expect(head.status.code == 201)
        #expect(head.headerFields[.init("X-Kind")!] == "a")
        delegate.urlSession(session, dataTask: task, didReceive: Data("on".utf8))
        delegate.urlSession(session, dataTask: task, didReceive: Data("e".utf8))
        #expect(try await receiver.next() == Data("one".utf8))
        delegate.urlSession(session, task: task, didCompleteWithError: nil)
        #expect(try await receiver.next() == nil)
    }

    /// A session with `waitsForConnectivity` calls nothing of the delegate until there is a network.
    @Test func aTaskThatWaitsForConnectivityGetsItsResponseLater() async throws {
        let receiver = receiver()
        let head = Task { try await receiver.start() }
        try await tasksAtRest()
        deliver(try response(200))
        #expect(try await head.value.status.code == 200)
    }

    @Test func aTaskThatWaitsForConnectivityCanBeCancelled() async throws {
        let receiver = receiver()
        let head = Task { try await receiver.start() }
        try await tasksAtRest()
        head.cancel()
        let error = await #expect(throws: FetchError.self) { try await head.value }
        #expect(error?.kind == .cancelled)
        #expect(task.state != .running)
    }

    @Test func aRedirectIsLeftToTheClient() async throws {
        let receiver = receiver()
        let redirect = try response(302, headers: ["Location": "/b"])
        let request = URLRequest(url: url)
        let followed = Lock<URLRequest?>(request)
        delegate.urlSession(session, task: task, willPerformHTTPRedirection: redirect, newRequest: request) { next in
            followed.withLock { $0 = next }
        }
        #expect(followed.withLock { $0 } == nil)
        // The session delivers the redirect itself, then.
        deliver(redirect)
        let head = try await receiver.start()
        #expect(head.status.code == 302)
        #expect(head.headerFields[.location] == "/b")
    }

    @Test func sentBytesAreReported() {
        let sent = Lock<[Int]>([])
        let receiver = receiver { bytes in sent.withLock { $0.append(bytes) } }
        for total in [3, 5] as [Int64] {
            delegate.urlSession(
                session, task: task, didSendBodyData: total == 3 ? 3 : 2, totalBytesSent: total,
                totalBytesExpectedToSend: 5)
        }
        #expect(sent.withLock { $0 } == [3, 2])
        withExtendedLifetime(receiver) {}
    }

    @Test func aFailureBeforeTheHeadEndsTheExchange() async {
        let receiver = receiver()
        delegate.urlSession(session, task: task, didCompleteWithError: URLError(.notConnectedToInternet))
        let error = await #expect(throws: FetchError.self) { try await receiver.start() }
        #expect(error?.kind == .cannotConnect(.offline))
    }

    @Test func aFailureInTheBodyFollowsItsBytes() async throws {
        let receiver = receiver()
        deliver(try response(200))
        _ = try await receiver.start()
        delegate.urlSession(session, dataTask: task, didReceive: Data("half".utf8))
        delegate.urlSession(session, task: task, didCompleteWithError: URLError(.networkConnectionLost))
        #expect(try await receiver.next() == Data("half".utf8))
        let error = await #expect(throws: FetchError.self) { try await receiver.next() }
        #expect(error?.kind == .connectionLost)
    }

    @Test func anEndWithoutAHeadIsAnError() async {
        let receiver = receiver()
        delegate.urlSession(session, task: task, didCompleteWithError: nil)
        let error = await #expect(throws: FetchError.self) { try await receiver.start() }
        #expect(error?.code == "protocol_violation")
    }

    @Test func nothingReachesAnExchangeThatHasEnded() async throws {
        let receiver = receiver()
        deliver(try response(200))
        delegate.urlSession(session, task: task, didCompleteWithError: nil)
        delegate.urlSession(session, dataTask: task, didReceive: Data("late".utf8))
        delegate.urlSession(session, task: task, didCompleteWithError: URLError(.timedOut))
        _ = try await receiver.start()
        #expect(try await receiver.next() == nil)
    }

    @Test func aResponseOfAnotherProtocolHasNoHead() async {
        let receiver = receiver()
        deliver(URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil))
        delegate.urlSession(session, task: task, didCompleteWithError: nil)
        await #expect(throws: FetchError.self) { try await receiver.start() }
    }
}
