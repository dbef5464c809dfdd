import Freshet

/// Collects a page of a requested length from the pages of a service, whose lengths differ.
///
/// An element on two of the service's pages, as after a change of its order, counts once.
struct PageCollector<Element: Identifiable> where Element.ID: Sendable {
    /// Fetches a page of the service, counted from 1. `hasMore` is whether another one follows.
    let fetch: (_ page: Int) async throws(FetchError) -> (elements: [Element], hasMore: Bool)

    /// Returns one page of elements.
    ///
    /// - Parameters:
    ///   - page: Counts from 1.
    ///   - limit: The elements of a page.
    func elements(page: Int, limit: Int) async throws(FetchError) -> [Element] {
        let (end, overflow) = page.multipliedReportingOverflow(by: limit)
        let wanted = overflow ? Int.max : end
        var collected: [Element] = []
        var seen: Set<Element.ID> = []
        var number = 1
        while true {
            let result = try await fetch(number)
            collected += result.elements.filter { seen.insert($0.id).inserted }
            if !result.hasMore || collected.count >= wanted {
                return Array(collected.dropFirst(wanted - limit).prefix(limit))
            }
            number += 1
        }
    }
}
