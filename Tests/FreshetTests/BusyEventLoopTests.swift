#if NIO
import Dispatch
import Freshet
import FreshetTesting
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

/// What happens to a request while its event loop is busy.
struct BusyEventLoopTests {
    @Test("A request that is cancelled before its event loop begins it is not sent")
    func cancelledBeforeItBegins() async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        try await withServer { _ in
            .text("fine")
        } test: { (server) async throws in
            let transport = AsyncHTTPClientTransport()
            let send = { @Sendable (path: String) async throws(FetchError) in
                let request = TransportRequest(
                    head: HTTPRequest(
                        method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path))
                let response = try await transport.send(request)
                while try await response.body.next() != nil {}
            }
            // A connection, which the next request would use at once.
            try await send("/before")
            let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
            let gate = DispatchSemaphore(value: 0)
            for loop in loops { loop.execute { gate.wait() } }
            let task = Task.immediate { () -> FetchError? in
                await failure { () async throws(FetchError) in try await send("/cancelled") }
            }
            task.cancel()
            for _ in loops { gate.signal() }
            #expect(await task.value == .cancelled)
            try await send("/after")
            #expect(server.requests.map(\.path) == ["/before", "/after"])
        }
    }
}
#endif
