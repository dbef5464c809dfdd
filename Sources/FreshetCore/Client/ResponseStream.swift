public import Foundation
public import HTTPTypes

/// The body of a response as it arrives, chunk by chunk.
///
/// ```swift
/// let stream = try await news.stream(for: .headlines)
/// var received = 0
/// for try await chunk in stream {
///     received += chunk.count
///     update(chunk)
/// }
/// ```
///
/// The server sends only as fast as chunks are read. The stream can be iterated once, by one reader. To
/// close the exchange early, leave the loop and release the stream, or cancel the task that reads it.
/// Chunks can have any size.
public struct ResponseStream: AsyncSequence, Sendable {
    /// The chunks of the body.
    public typealias Element = Data
    /// The error of a failed call.
    public typealias Failure = FetchError

    let opened: OpenResponse

    init(_ opened: OpenResponse) {
        self.opened = opened
    }

    /// The status and fields of the response, which are available before the first chunk.
    public var head: HTTPResponse { opened.response.head }

    /// The address of the response after all redirects.
    ///
    /// ``ResponseURL/text`` is the real address. Printing the value shows no secrets.
    public var url: ResponseURL { opened.url }

    /// The redirects that were followed, in order.
    public var redirects: [Redirection] { opened.response.redirects }

    /// The interim (1xx) responses received before the head and before the redirects to it, in
    /// order.
    public var interim: [InterimResponse] { opened.response.interim }

    /// Whether the response comes from the server or the cache, and how old it is.
    public var source: ResponseSource { opened.response.source }

    /// The statuses that intermediate caches report, the one closest to the origin first.
    public var caches: [CacheStatus] { CacheStatus.list(in: head.headerFields) }

    /// The length in bytes that the server announced; `nil` if it didn't, and for compressed
    /// bodies.
    public var expectedBytes: Int? { head.headerFields.contentLength }

    /// The metrics of the call so far.
    public var metrics: CallMetrics { opened.metrics }

    package var request: FetchError.Request { opened.request }

    /// Closes the exchange; the reader gets ``FetchError/cancelled``.
    public func cancel() {
        opened.cancel()
    }

    /// Makes an iterator. All iterators of a stream read the same body.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(opened: opened)
    }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let opened: OpenResponse

        /// Returns the next chunk; `nil` at the end of the body and afterwards.
        ///
        /// - Throws: The ``FetchError`` of the call; ``FetchError/cancelled`` when the task is
        ///   cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(FetchError) -> Data?
        {
            try await opened.next()
        }
    }
}

extension Client {
    /// Opens the response to a request as a stream of chunks.
    ///
    /// Returns once the head was received with an accepted status. The call as a whole has a
    /// timeout only if ``Request/timeout`` sets one; ``Limits/idleTimeout`` applies to every wait
    /// for the server.
    ///
    /// - Throws: ``FetchError``, both from this method and while the stream is read.
    public func stream<Value>(for request: Request<API, Value>) async throws(FetchError) -> ResponseStream {
        ResponseStream(try await engine.open(request, service: service, caching: cachePolicy))
    }
}
