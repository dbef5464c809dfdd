import Foundation
import FreshetCore

final class PageReader<API: Service, Page: Sendable>: Sendable {
    private typealias Outcome = Result<Response<Page>?, FetchError>

    private let loader: PageLoader<API, Page>
    private let prefetch: Int
    /// The pages requested ahead, in order. Each waits for the one before it.
    private let ahead = Lock<[Task<Outcome, Never>]>([])

    init(_ pages: Pages<API, Page>) {
        loader = PageLoader(pages)
        prefetch = pages.prefetch
    }

    deinit {
        for task in ahead.withLock({ $0 }) { task.cancel() }
    }

    func next() async throws(FetchError) -> Response<Page>? {
        let page = try await taken()
        if page != nil { requestAhead() }
        return page
    }

    private func taken() async throws(FetchError) -> Response<Page>? {
        guard let task = ahead.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return try await loader.next() }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        // Otherwise, the tasks after a failed page would request it again before the caller does.
        if case .failure = outcome { cancelAhead() }
        return try outcome.get()
    }

    private func requestAhead() {
        // The tasks must not retain this reader: its `deinit`, which cancels them, runs when the caller leaves the
        // loop.
        let loader = loader
        ahead.withLock { tasks in
            while tasks.count < prefetch {
                let last = tasks.last
                let task = Task { () -> Outcome in
                    // The loader is reentrant: without waiting for the previous task, two tasks would request the same
                    // page.
                    if case .failure(let error)? = await last?.value { return .failure(error) }
                    do throws(FetchError) { return .success(try await loader.next()) } catch { return .failure(error) }
                }
                tasks.append(task)
            }
        }
    }

    private func cancelAhead() {
        let tasks = ahead.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in tasks { task.cancel() }
    }
}

/// Loads the pages of one iteration. It is an actor so that the pages are requested in order.
actor PageLoader<API: Service, Page: Sendable> {
    private let client: Client<API>
    private let list: PagedRequest<API, Page>
    private var request: Request<API, Page>?
    /// It stays `true` when a page is requested again after an error.
    private var isChecked = false
    private var left: Int
    private var repeated = RepeatedRequests()
    /// When the server made or confirmed the last page.
    private var lastDate: Date?

    init(_ pages: Pages<API, Page>) {
        client = pages.client
        list = pages.list
        request = pages.start
        left = pages.limit
    }

    /// Returns the next page, or `nil` at the end. After an error, the same page is next.
    func next() async throws(FetchError) -> Response<Page>? {
        guard let request, left > 0 else { return nil }
        try check(request)
        let page = try await response(to: request)
        self.request = try list.next(after: page, of: request)
        isChecked = false
        left -= 1
        return page
    }

    private func check(_ request: Request<API, Page>) throws(FetchError) {
        guard !isChecked else { return }
        let (number, summary) = try request.fingerprint(for: client.service)
        guard !repeated.isRepeated(number) else {
            throw FetchError(.repeatedPage(summary.description)).adding(request: summary, mayRepeat: false)
        }
        isChecked = true
    }

    /// Returns a page that is at least as recent as the one before it, since positions in cached
    /// pages of different ages don't match.
    private func response(to request: Request<API, Page>) async throws(FetchError) -> Response<Page> {
        var page = try await client.response(for: request)
        var date = date(of: page)
        // `Age` is in whole seconds, so the dates may differ by one second.
        if let lastDate, date.addingTimeInterval(1) < lastDate {
            page = try await client.response(for: request.caching(.revalidate))
            date = self.date(of: page)
        }
        lastDate = date
        return page
    }

    private func date(of page: Response<Page>) -> Date {
        client.time.date().addingTimeInterval(-((page.source.age ?? .zero) / .seconds(1)))
    }
}
