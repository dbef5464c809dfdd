import Freshet
import FreshetCombine
import HackerNews

extension Client where API == HackerNews {
    /// The items of some ids in pages, in their order. One that fails or is not to be shown costs itself only.
    func itemPages<Query>(
        of ids: [Int], size: Int, maxConcurrent: Int, isShown: @escaping (HackerNews.Item) -> Bool
    ) -> AnyPublisher<PagedModel<Query, HackerNews.Item>.Page, FetchError> {
        itemPage(of: ids[...], total: ids.count, size, maxConcurrent, isShown)
    }

    /// After so many further items the page is sent again.
    private static var itemsAtOnce: Int { 10 }

    private func itemPage<Query>(
        of ids: ArraySlice<Int>, total: Int, _ size: Int, _ maxConcurrent: Int,
        _ isShown: @escaping (HackerNews.Item) -> Bool
    ) -> AnyPublisher<PagedModel<Query, HackerNews.Item>.Page, FetchError> {
        let wanted = ids.prefix(size)
        typealias Page = PagedModel<Query, HackerNews.Item>.Page
        func page(_ results: PartialResults<HackerNews.Item?, FetchError>) -> Page {
            let rest = ids.dropFirst(results.results.count)
            return Page(
                results.values.compactMap(\.self).filter(isShown), totalCount: total,
                missingCount: results.failures.count, isPartial: results.results.count < wanted.count,
                next: rest.isEmpty ? nil : { itemPage(of: rest, total: total, size, maxConcurrent, isShown) })
        }
        guard !wanted.isEmpty else { return .just(page(.init([]))) }
        // The beginning of a page is there before its end: each time some more have come, all so far are sent.
        return wanted.inOrder(maxConcurrent: maxConcurrent) { publisher(for: .item($0)) }
            .collect(Self.itemsAtOnce)
            .scan([]) { $0 + $1 }
            .setFailureType(to: FetchError.self)
            .flatMap(maxPublishers: .max(1)) { outcomes -> AnyPublisher<Page, FetchError> in
                let results = PartialResults(outcomes)
                // When nothing came at all, that is a failure and no empty list.
                guard results.values.isEmpty, let failure = results.failures.first else { return .just(page(results)) }
                return outcomes.count == wanted.count
                    ? .fail(with: failure.error) : Empty().eraseToAnyPublisher()
            }
            .eraseToAnyPublisher()
    }
}
