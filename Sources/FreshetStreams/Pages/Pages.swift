public import FreshetCore

/// The pages of a list, one after another.
///
/// ```swift
/// for try await page in client.pages(of: .films) { show(page.value) }
/// ```
///
/// Nothing is requested until the first page is awaited. Each page is requested when the caller awaits it, except
/// with ``prefetching(_:)``. Leaving the loop, or cancelling its task, cancels the requests in flight.
///
/// A page that fails throws its error. The iterator stays usable: its next `next()` requests the same page again. A
/// list that returns to a request that it had before fails with ``FetchError/Kind-swift.enum/repeatedPage(_:)``.
public struct Pages<API: Service, Page: Sendable>: AsyncSequence, Sendable {
    /// The pages with their responses.
    public typealias Element = Response<Page>
    /// The error of a failed call.
    public typealias Failure = FetchError

    let client: Client<API>
    let list: PagedRequest<API, Page>
    var start: Request<API, Page>
    var prefetch = 0
    var limit = Int.max

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: PageReader(self))
    }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let reader: PageReader<API, Page>

        /// Returns the next page; `nil` at the end. After an error, requests the page that failed again.
        ///
        /// - Throws: The ``FetchError`` of the page.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchError) -> Response<Page>? {
            try await reader.next()
        }
    }

    /// Returns the pages with a number of them requested ahead: when the caller receives a page, this many after it
    /// are requested, one after another. By default none are.
    public func prefetching(_ count: Int) -> Self {
        var pages = self
        pages.prefetch = Swift.max(0, count)
        return pages
    }

    /// Returns at most the given number of pages. Then the sequence ends, as at the end of the list.
    public func limit(_ count: Int) -> Self {
        var pages = self
        pages.limit = Swift.max(0, count)
        return pages
    }

    /// Returns the pages beginning with a given request, such as one that failed or the last one of an earlier
    /// iteration.
    public func starting(at request: Request<API, Page>) -> Self {
        var pages = self
        pages.start = request
        return pages
    }
}

extension Client {
    /// Returns the pages of a list.
    ///
    /// ```swift
    /// for try await page in client.pages(of: .films) { show(page.value) }
    /// for try await film in client.pages(of: .films).items({ $0 }) { show(film) }
    /// ```
    public func pages<Page>(of list: PagedRequest<API, Page>) -> Pages<API, Page> {
        Pages(client: self, list: list, start: list.first)
    }
}
