/// The pages of a list as far as they are loaded, and the activities at its ends.
public struct PagesState<Page: Sendable>: Sendable {
    /// The pages, in their order.
    public let pages: [Page]
    /// Whether there is a page after the last one.
    public let hasNext: Bool
    /// Whether there is a page before the first one.
    public let hasPrevious: Bool
    /// The activity for the page after the last one.
    public let next: PageActivity
    /// The activity for the page before the first one.
    public let previous: PageActivity

    init<API>(_ list: PageList<API, Page>) {
        pages = list.values
        hasNext = list.hasNext
        hasPrevious = list.hasPrevious
        next = list.next
        previous = list.previous
    }
}
