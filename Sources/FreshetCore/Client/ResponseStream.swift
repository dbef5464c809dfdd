public import Foundation
public import HTTPTypes

/// The body of an answer as it arrives, chunk by chunk.
///
/// The server sends only as fast as chunks are taken. One reader may iterate, once. Ending the iteration early
/// and releasing the stream, or cancelling the reading task, closes the exchange.
public struct ResponseStream: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = FetchError

    private let opened: OpenResponse

    init(_ opened: OpenResponse) {
        self.opened = opened
    }

    /// The status and fields of the answer, which are there before the first chunk.
    public var head: HTTPResponse { opened.response.head }

    /// The address that answered, behind all redirects, with secrets replaced.
    public var url: String { opened.url }

    /// Whether the server or a cache gives the answer, and how old it is.
    public var source: ResponseSource { opened.response.source }

    /// What the caches between the client and the origin say that they did, the one closest to the origin first.
    public var caches: [CacheStatus] { CacheStatus.list(in: head.headerFields) }

    /// The length that the server announced; `nil` when it did not, and for compressed bodies.
    public var expectedBytes: Int? { head.headerFields[.contentLength].flatMap { Int($0) } }

    /// What the call took until now.
    public var metrics: CallMetrics { opened.metrics }

    /// Closes the exchange; the reader gets ``FetchError/cancelled``.
    public func cancel() {
        opened.cancel()
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(opened: opened)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let opened: OpenResponse

        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(FetchError) -> Data?
        {
            try await opened.next()
        }
    }
}

extension Client {
    /// Opens the answer to a request as a stream of chunks.
    ///
    /// Returns when the head is there and its status is 2xx. The whole call has no limit of time unless
    /// ``Request/timeout`` sets one; ``Limits/idleTimeout`` holds for every wait for the server.
    public func stream<Value>(for request: Request<API, Value>) async throws(FetchError) -> ResponseStream {
        ResponseStream(try await engine.open(request, service: service, caching: cachePolicy))
    }
}
