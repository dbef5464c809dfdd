/// A folder of a reader's feeds.
public struct FeedFolder: Sendable, Identifiable {
    /// The name; empty for the feeds without a folder.
    public let name: String
    /// The feeds, in their order.
    public internal(set) var feeds: [FeedSubscription]

    /// The name.
    public var id: String { name }
}

extension [FeedSubscription] {
    /// The number of items that the reader has not read.
    public var unread: Int { reduce(0) { $0 + $1.unread } }

    /// The folders of feeds that are ordered by folder.
    public var folders: [FeedFolder] {
        reduce(into: []) { folders, feed in
            if folders.last?.name == feed.folder {
                folders[folders.count - 1].feeds.append(feed)
            } else {
                folders.append(FeedFolder(name: feed.folder, feeds: [feed]))
            }
        }
    }

    /// Returns the feeds of a list.
    public func members(of scope: ItemQuery.Scope) -> [FeedSubscription] {
        switch scope {
        case .all: self
        case .folder(let name): filter { $0.folder == name }
        case .feed(let id): filter { $0.id == id }
        }
    }

    /// Returns the title of a list; `nil` for an unknown feed.
    public func title(of scope: ItemQuery.Scope) -> String? {
        switch scope {
        case .all: FeedTexts.allFeeds
        case .folder(let name): name
        case .feed: members(of: scope).first?.title
        }
    }
}
