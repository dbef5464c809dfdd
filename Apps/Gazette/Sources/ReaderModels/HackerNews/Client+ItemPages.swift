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

    private func itemPage<Query>(
        of ids: ArraySlice<Int>, total: Int, _ size: Int, _ maxConcurrent: Int,
        _ isShown: @escaping (HackerNews.Item) -> Bool
    ) -> AnyPublisher<PagedModel<Query, HackerNews.Item>.Page, FetchError> {
        let rest = ids.dropFirst(size)
        return ids.prefix(size).collectInOrder(maxConcurrent: maxConcurrent) { publisher(for: .item($0)) }
            .setFailureType(to: FetchError.self)
            .flatMap { results in
                // When nothing came at all, that is a failure and no empty list.
                if results.values.isEmpty, let failure = results.failures.first {
                    return AnyPublisher<PagedModel<Query, HackerNews.Item>.Page, FetchError>.fail(with: failure.error)
                }
                return .just(
                    .init(
                        results.values.compactMap(\.self).filter(isShown), totalCount: total,
                        missingCount: results.failures.count,
                        next: rest.isEmpty ? nil : { itemPage(of: rest, total: total, size, maxConcurrent, isShown) }))
            }
            .eraseToAnyPublisher()
    }
}
