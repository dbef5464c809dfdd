public import FreshetCore
import HTTPTypes

/// Describes a paged list by its first request and by how to find the next and the previous page.
///
/// ```swift
/// extension PagedRequest where API == Cinema, Page == [Film] {
///     static var films: Self { .links(Request("films")) }
/// }
/// ```
///
/// It is a plain value. Read the pages with `client.pages(of:)`.
public struct PagedRequest<API: Service, Page: Sendable>: Sendable {
    /// A function that returns the request for the next or the previous page, or `nil` at the end
    /// of the list.
    public typealias Step =
        @Sendable (_ page: Response<Page>, _ request: Request<API, Page>) throws(FetchError) -> Request<API, Page>?

    /// The request for the first page.
    public let first: Request<API, Page>
    private let nextStep: Step
    private let previousStep: Step?

    /// Makes a list with functions that return the requests for the next and the previous page.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - next: Returns the request for the following page, given a page's response and request.
    ///   - previous: Returns the request for the preceding page; `nil` for a list that is read in
    ///     one direction only.
    public init(_ first: Request<API, Page>, next: @escaping Step, previous: Step? = nil) {
        self.first = first
        nextStep = next
        previousStep = previous
    }

    /// Returns the request for the following page, or `nil` after the last page.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/redirect(_:)`` if the address must not be followed.
    public func next(
        after page: Response<Page>, of request: Request<API, Page>
    ) throws(FetchError) -> Request<API, Page>? {
        try nextStep(page, request)
    }

    package func beginning(with first: Request<API, Page>) -> Self {
        PagedRequest(first, next: nextStep, previous: previousStep)
    }

    /// Returns the request for the preceding page, or `nil` before the first page and for lists
    /// without links to previous pages.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/redirect(_:)`` if the address must not be followed.
    public func previous(
        before page: Response<Page>, of request: Request<API, Page>
    ) throws(FetchError) -> Request<API, Page>? {
        try previousStep?(page, request)
    }
}

// MARK: - The usual ways

extension PagedRequest {
    /// Returns a list whose responses link to the next and the previous page in the `Link` field.
    ///
    /// The relations are `next` and `prev` (RFC 8288).
    public static func links(_ first: Request<API, Page>) -> Self {
        PagedRequest(
            first, next: following { $0.links["next"] },
            previous: following { $0.links["prev"] ?? $0.links["previous"] })
    }

    /// Returns a list whose pages contain the address of the next page.
    ///
    /// ```swift
    /// let listing = PagedRequest<Cinema, Listing>.addresses(Request("films"), next: { $0.nextAddress })
    /// for try await page in client.pages(of: listing) { show(page.value.films) }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - next: Returns the address, which may be absolute or relative to the response's; `nil` or
    ///     an empty string on the last page.
    ///   - previous: Returns the address of the previous page.
    public static func addresses(
        _ first: Request<API, Page>, next: @escaping @Sendable (Page) -> String?,
        previous: @escaping @Sendable (Page) -> String? = { _ in nil }
    ) -> Self {
        PagedRequest(first, next: following { next($0.value) }, previous: following { previous($0.value) })
    }

    private static func following(_ target: @escaping @Sendable (Response<Page>) -> String?) -> Step {
        { page, request throws(FetchError) in
            guard let target = target(page), !target.isEmpty else { return nil }
            return try request.following(target, from: page)
        }
    }

    /// Returns a list whose pages contain a cursor for the next page, which is sent as a query item.
    ///
    /// ```swift
    /// let listing = PagedRequest<Cinema, Listing>.cursor(Request("films"), item: "after", next: { $0.cursor })
    /// for try await page in client.pages(of: listing) { show(page.value.films) }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - item: The name of the query item.
    ///   - next: Returns the cursor; `nil` or an empty string on the last page.
    ///   - previous: Returns the cursor of the previous page.
    public static func cursor(
        _ first: Request<API, Page>, item: String, next: @escaping @Sendable (Page) -> String?,
        previous: @escaping @Sendable (Page) -> String? = { _ in nil }
    ) -> Self {
        func step(_ cursor: @escaping @Sendable (Page) -> String?) -> Step {
            { page, request throws(FetchError) in
                cursor(page.value).flatMap { $0.isEmpty ? nil : request.replacing(item, $0) }
            }
        }
        return PagedRequest(first, next: step(next), previous: step(previous))
    }

    /// Returns a list whose pages are numbered by a query item.
    ///
    /// ```swift
    /// let films = PagedRequest<Cinema, [Film]>.numbered(Request("films"), hasNext: { !$0.isEmpty })
    /// for try await page in client.pages(of: films) { show(page.value) }
    /// ```
    ///
    /// If the list grows at its front while it is read, an element is returned twice; if it
    /// shrinks, some are skipped: the number is a position, not the identity of an element.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - item: The name of the query item.
    ///   - start: The number of the first page, if the request doesn't contain one.
    ///   - hasNext: Whether there is a page after this one, such as `!$0.films.isEmpty` or `$0.page < $0.pageCount`.
    public static func numbered(
        _ first: Request<API, Page>, item: String = "page", from start: Int = 1,
        hasNext: @escaping @Sendable (Page) -> Bool
    ) -> Self {
        PagedRequest(first) { page, request throws(FetchError) in
            hasNext(page.value) ? request.adding(1, to: item, default: start) : nil
        } previous: { _, request throws(FetchError) in
            let number = request.number(item, default: start)
            return number > start ? request.replacing(item, number - 1) : nil
        }
    }

    /// Returns a list whose pages begin at an offset, which is sent as a query item.
    ///
    /// ```swift
    /// let films = PagedRequest<Cinema, [Film]>.offset(Request("films"), count: { $0.count })
    /// for try await page in client.pages(of: films) { show(page.value) }
    /// ```
    ///
    /// If the list grows at its front while it is read, an element is returned twice; if it
    /// shrinks, some are skipped: the offset is a position, not the identity of an element.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - item: The name of the query item.
    ///   - count: Returns the number of elements to add to the offset for the next page; `nil` or 0 on the last page.
    public static func offset(
        _ first: Request<API, Page>, item: String = "offset", count: @escaping @Sendable (Page) -> Int?
    ) -> Self {
        PagedRequest(first) { page, request throws(FetchError) in
            guard let count = count(page.value), count > 0 else { return nil }
            return request.adding(count, to: item, default: 0)
        }
    }
}

extension Request {
    /// Returns the request for the target of a link in a response. Credentials are sent only to the
    /// service's origin.
    fileprivate func following(_ target: String, from page: Response<Value>) throws(FetchError) -> Self {
        guard let base = try? WebAddress(page.url.text), let address = try? base.resolving(target) else {
            throw FetchError(.redirect(.forbidden("the next page has the wrong address \"\(target.prefix(200))\"")))
        }
        guard address.origin.isSecure || !base.origin.isSecure else {
            throw FetchError(.redirect(.forbidden("the next page leads from https to http")))
        }
        var request = self
        request.path = .absolute(address.text)
        request.query = [:]
        request.options[ComesFromResponse.self] = true
        return request
    }

    fileprivate func replacing(_ name: String, _ value: any QueryValue) -> Self {
        var request = self
        request.query = Query(query.items.filter { $0.name != name })
        request.query.append(name, value)
        return request
    }

    /// Returns the request with an increased number, or `nil` on overflow, since a server may send
    /// any number.
    fileprivate func adding(_ count: Int, to name: String, default start: Int) -> Self? {
        let (sum, overflow) = number(name, default: start).addingReportingOverflow(count)
        return overflow ? nil : replacing(name, sum)
    }

    fileprivate func number(_ name: String, default start: Int) -> Int {
        query.items.first { $0.name == name }.flatMap { Int($0.value) } ?? start
    }
}
