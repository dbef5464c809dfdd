import Freshet
import HackerNews

/// Collects a page of a list of stories; deleted and absent items do not count towards its length.
struct StoryCollector {
    /// The items that were read, and the errors of those that failed, by id.
    typealias Batch = (items: [HackerNews.Item], failures: [Int: FetchError])

    /// Fetches some items.
    let fetch: (_ ids: [Int]) async -> Batch
    /// Reads some items from the cache; those that are not cached are failures.
    let recall: (_ ids: [Int]) async -> Batch

    struct Page {
        /// The ids of the page, in order: the stories that were fetched, and those that failed.
        var ids: [Int] = []
        var stories: [HackerNews.Item] = []
        var failures: [Int: FetchError] = [:]
    }

    /// Returns a page of a list. Items before the page are read from the cache only; one that is not cached counts as a
    /// story.
    ///
    /// - Parameters:
    ///   - number: Counts from 1.
    ///   - limit: The places of a page.
    ///   - ids: The whole list.
    func page(_ number: Int, limit: Int, of ids: [Int]) async throws(FetchError) -> Page {
        let (end, overflow) = number.multipliedReportingOverflow(by: limit)
        guard !overflow, end - limit < ids.count else { return Page() }
        var rest = ids[...]
        _ = try await places(end - limit, from: &rest, by: recall)
        var page = Page()
        for (id, outcome) in try await places(limit, from: &rest, by: fetch) {
            page.ids.append(id)
            switch outcome {
            case .success(let story): page.stories.append(story)
            case .failure(let error): page.failures[id] = error
            }
        }
        return page
    }

    private typealias Place = (id: Int, outcome: Result<HackerNews.Item, FetchError>)

    /// Removes ids from the rest of a list until a number of stories or failures is read, or no ids are left.
    private func places(
        _ count: Int, from rest: inout ArraySlice<Int>, by read: (_ ids: [Int]) async -> Batch
    ) async throws(FetchError) -> [Place] {
        var places: [Place] = []
        while places.count < count, !rest.isEmpty {
            let part = rest.prefix(count - places.count)
            rest = rest.dropFirst(part.count)
            let batch = await read(Array(part))
            if Task.isCancelled { throw FetchError(.cancelled) }
            let items = Dictionary(batch.items.map { ($0.id, $0) }) { first, _ in first }
            for id in part {
                if let error = batch.failures[id] {
                    places.append((id, .failure(error)))
                } else if let item = items[id], item.isPresent {
                    places.append((id, .success(item)))
                }
            }
        }
        return places
    }
}

extension StoryCollector {
    /// Makes a collector of a client's items.
    ///
    /// - Parameter onProgress: Receives the number of items that were fetched, of how many.
    init(_ client: Client<HackerNews>, onProgress: @escaping (_ done: Int, _ count: Int) -> Void = { _, _ in }) {
        self.init { ids in
            let batch = await client.items(ids) { onProgress($0, ids.count) }
            return (batch.items, batch.failures)
        } recall: { ids in
            let batch = await client.caching(.cacheOnly).items(ids)
            return (batch.items, batch.failures)
        }
    }
}
