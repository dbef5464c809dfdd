public import FreshetCore

/// An asynchronous sequence of the pages of a list.
///
/// ```swift
/// for try await page in client.pages(of: .films) { show(page.value) }
/// ```
///
/// Nothing is requested until the first page is awaited. Each page is requested when the caller
/// awaits it, unless ``prefetching(_:)`` is used. Leaving the loop or cancelling its task cancels
/// the in-flight requests.
///
/// If a page fails, `next()` throws its error. The iterator remains usable: the following `next()`
/// requests the same page again. A list that leads back to an earlier request fails with
/// ``FetchError/Kind-swift.enum/repeatedPage(_:)``.
public struct Pages<API: Service, Page: Sendable>: AsyncSequence, Sendable {
    /// A page with its response.
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

        /// Returns the next page, or `nil` at the end of the list. After an error, it requests the
        /// failed page again.
        ///
        /// - Throws: The ``FetchError`` of the page.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchError) -> Response<Page>? {
            try await reader.next()
        }
    }

    /// Returns pages that are requested ahead of the caller. By default, none are.
    ///
    /// When the caller receives a page, the given number of following pages are requested, one
    /// after another.
    ///
    /// ```swift
    /// for try await page in client.pages(of: .films).prefetching(1).limit(10) { show(page.value) }
    /// ```
    public func prefetching(_ count: Int) -> Self {
        var pages = self
        pages.prefetch = Swift.max(0, count)
        return pages
    }

    /// Returns at most the given number of pages, after which the sequence ends.
    public func limit(_ count: Int) -> Self {
        var pages = self
        pages.limit = Swift.max(0, count)
        return pages
    }

    /// Returns pages that begin with a given request, such as a failed one or the last one of an
    /// earlier iteration.
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
