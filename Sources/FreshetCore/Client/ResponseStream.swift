public import Foundation
public import HTTPTypes

/// The body of a response as it arrives, chunk by chunk.
///
/// The server sends only as fast as chunks are read. The stream can be iterated once, by one reader. To
/// close the exchange early, leave the loop and release the stream, or cancel the task that reads it.
public struct ResponseStream: AsyncSequence, Sendable {
    /// The chunks of the body.
    public typealias Element = Data
    /// The error of a failed call.
    public typealias Failure = FetchError

    let opened: OpenResponse

    init(_ opened: OpenResponse) {
        self.opened = opened
    }

    /// The status and fields of the response, which are there before the first chunk.
    public var head: HTTPResponse { opened.response.head }

    /// The address of the response, after all redirects. ``ResponseURL/text`` is the true one; printing it shows no
    /// secret.
    public var url: ResponseURL { opened.url }

    /// The redirects that were followed, in their order.
    public var redirects: [Redirection] { opened.response.redirects }

    /// The interim (1xx) responses that came before the head and before the redirects to it, in their order.
    public var interim: [InterimResponse] { opened.response.interim }

    /// Whether the server or a cache gives the response, and how old it is.
    public var source: ResponseSource { opened.response.source }

    /// The statuses that intermediate caches report, the one closest to the origin first.
    public var caches: [CacheStatus] { CacheStatus.list(in: head.headerFields) }

    /// The length that the server announced; `nil` when it did not, and for compressed bodies.
    public var expectedBytes: Int? { head.headerFields.contentLength }

    /// The metrics of the call until now.
    public var metrics: CallMetrics { opened.metrics }

    package var request: FetchError.Request { opened.request }

    /// Closes the exchange; the reader gets ``FetchError/cancelled``.
    public func cancel() {
        opened.cancel()
    }

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(opened: opened)
    }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let opened: OpenResponse

        /// Returns the next element; `nil` at the end.
        ///
        /// - Throws: The ``FetchError`` of the call.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(FetchError) -> Data?
        {
            try await opened.next()
        }
    }
}

extension Client {
    /// Opens the response to a request as a stream of chunks.
    ///
    /// Returns once the head has come with a status of 2xx. The whole call has a timeout only if ``Request/timeout``
    /// sets one; ``Limits/idleTimeout`` applies to every wait for the server.
    ///
    /// - Throws: ``FetchError``, also while the stream is read.
    public func stream<Value>(for request: Request<API, Value>) async throws(FetchError) -> ResponseStream {
        ResponseStream(try await engine.open(request, service: service, caching: cachePolicy))
    }
}
