extension FeedFilter {
    /// What the filter does, as a sentence.
    public var sentence: String {
        switch part {
        case .words: "\(action.title) items with “\(words)”."
        case .author: "\(action.title) items by “\(words)”."
        case .site: "\(action.title) items from “\(words)”."
        }
    }
}

extension FeedFilter.Part {
    /// Its name for people.
    public var title: String {
        switch self {
        case .words: "Words"
        case .author: "Author"
        case .site: "Site or feed"
        }
    }
}

extension FeedFilter.Action {
    /// Its name for people.
    public var title: String {
        switch self {
        case .hide: "Hide"
        case .read: "Mark as read"
        case .highlight: "Highlight"
        }
    }

    /// What it does to an item, in a sentence.
    public var verb: String {
        switch self {
        case .hide: "hides"
        case .read: "marks as read"
        case .highlight: "highlights"
        }
    }
}
