import Freshet

/// Collects a page of a requested length from the pages of a service, whose lengths differ.
///
/// An element on two of the service's pages, as after a change of its order, counts once. A page of the service that
/// has nothing new ends the collection, whatever number of pages the service names.
struct PageCollector<Element: Identifiable> where Element.ID: Sendable {
    /// Fetches a page of the service, counted from 1. `hasMore` is whether another one follows.
    let fetch: (_ page: Int) async throws(FetchError) -> (elements: [Element], hasMore: Bool)

    /// Returns one page of elements.
    ///
    /// - Parameters:
    ///   - page: Counts from 1.
    ///   - limit: The elements of a page.
    func elements(page: Int, limit: Int) async throws(FetchError) -> Collected<Element> {
        let (end, overflow) = page.multipliedReportingOverflow(by: limit)
        let wanted = overflow ? Int.max : end
        var collected: [Element] = []
        var seen: Set<Element.ID> = []
        var number = 1
        while true {
            let result = try await fetch(number)
            let new = result.elements.filter { seen.insert($0.id).inserted }
            collected += new
            let isCutShort = new.isEmpty && result.hasMore && collected.count < wanted
            if !result.hasMore || isCutShort || collected.count >= wanted {
                let elements = Array(collected.dropFirst(wanted - limit).prefix(limit))
                return Collected(elements: elements, uselessPage: isCutShort ? number : nil)
            }
            number += 1
        }
    }
}

/// What was collected from the pages of a service.
struct Collected<Element> {
    let elements: [Element]
    /// The page of the service that had nothing new although the service announces further pages; `nil` if none had.
    var uselessPage: Int?

    /// Prints a note on a list that ended early.
    func printNote() {
        if let note { Output.note(note) }
    }

    var note: String? {
        uselessPage.map { "The list ends early: page \($0) had nothing new, although the service announced more." }
    }
}
