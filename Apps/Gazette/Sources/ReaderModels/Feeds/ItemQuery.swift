/// Which items a list contains.
public struct ItemQuery: Sendable, Hashable {
    /// The feeds of a list.
    public enum Scope: Sendable, Hashable {
        /// All feeds.
        case all
        /// Those of a folder.
        case folder(String)
        /// One feed, by its number.
        case feed(Int)
    }

    /// The items of the feeds of a list.
    public enum Selection: String, Sendable, Hashable, CaseIterable {
        /// What was not read.
        case unread
        /// Everything.
        case all
        /// What has come since the visit before this one.
        case fresh
    }

    /// The feeds.
    public var scope = Scope.all
    /// The items of them.
    public var selection = Selection.unread
    /// The words that each item contains; `nil` for no search, in which case everything is searched.
    public var words: String?
    /// The item that precedes the list; `nil` for a list from the newest item on.
    public var before: Int?
    /// The greatest number of items.
    public var limit = 50

    /// Makes the query for what is unread in all feeds.
    public init() {}
}
