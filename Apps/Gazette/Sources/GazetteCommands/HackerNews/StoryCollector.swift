import Freshet
import HackerNews

/// Collects a page of a list of stories as a person counts it: what is deleted or absent takes no place.
struct StoryCollector {
    /// Fetches some items: those that there are, and the errors of those that failed.
    let fetch: (_ ids: [Int]) async -> (items: [HackerNews.Item], failures: [Int: FetchError])

    struct Page {
        /// The places of the page: the stories that came, and those that failed.
        var ids: [Int] = []
        var stories: [HackerNews.Item] = []
        var failures: [Int: FetchError] = [:]
    }

    /// Returns a page of a list. What stands before it is fetched, too: only so it is known where the page begins.
    ///
    /// - Parameters:
    ///   - number: Counts from 1.
    ///   - limit: The places of a page.
    ///   - ids: The whole list.
    func page(_ number: Int, limit: Int, of ids: [Int]) async throws(FetchError) -> Page {
        let (end, overflow) = number.multipliedReportingOverflow(by: limit)
        guard !overflow, end - limit < ids.count else { return Page() }
        var places: [(id: Int, outcome: Result<HackerNews.Item, FetchError>)] = []
        var rest = ids[...]
        while places.count < end, !rest.isEmpty {
            let part = rest.prefix(end - places.count)
            rest = rest.dropFirst(part.count)
            let batch = await fetch(Array(part))
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
        var page = Page()
        for (id, outcome) in places.dropFirst(end - limit).prefix(limit) {
            page.ids.append(id)
            switch outcome {
            case .success(let story): page.stories.append(story)
            case .failure(let error): page.failures[id] = error
            }
        }
        return page
    }
}
