// Each constant is its own description.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The words of buttons, fields and headings that several screens share.
public enum Words {
    public static let loading = "Loading…"
    public static let tryAgain = "Try again"
    public static let loadAgain = "Load again"
    public static let showMore = "Show more"
    public static let stop = "Stop"
    public static let ok = "OK"
    public static let savedCopy = "Stored copy"
    public static let more = "More"
    public static let search = "Search"

    public static let views = "Views"
    public static let category = "Category"
    public static let country = "Country"
    public static let list = "List"
    public static let read = "Read"
    public static let articles = "Articles"
    public static let articleWords = "Words in all articles"
    public static let sourceName = "Name"

    public static let cast = "Cast"
    public static let crew = "Crew"
    public static let videos = "Videos"
    public static let reviews = "Reviews"
    public static let recommended = "Recommended"
    public static let homepage = "Homepage"
    public static let companies = "Companies"
    public static let languages = "Languages"

    public static let comments = "Comments"
    public static let noComments = "There are no comments yet."
    public static let foldAll = "Fold all"
    public static let unfoldAll = "Unfold all"
    public static let author = "author"
    public static let writtenLast = "Latest items"

    public static let ingredients = "Ingredients"
    public static let steps = "Steps"
    public static let video = "Watch the video"

    public static let fetch = "Fetch"
    public static let cancel = "Cancel"
    public static let info = "Info"
    public static let mockFails = "The sample fails"

    public static let peopleFields = "Name, e-mail, city or company"
    public static let website = "Website"
    public static let album = "Album"
    public static let signUp = "Sign up"
    public static let userName = "Name"
    public static let password = "Password"
    public static let passwordAgain = "Repeat the password"

    public static let feedAddress = "Address of a feed or a page"
    public static let addFeed = "Add"
    public static let severalFeeds = "This page has several feeds. Choose one:"
    public static let remove = "Remove"
    public static let markRead = "Mark as read"
    public static let markUnread = "Mark as unread"
    public static let markAllRead = "Mark all as read"
    public static let itemWords = "Words in these items"
    public static let links = "Links"

    public static let error = "Error"
}

/// The names of SF Symbols, besides those of sections.
public enum Symbols {
    public static let more = "ellipsis.circle"
    public static let search = "magnifyingglass"
    public static let failure = "exclamationmark.triangle"
    public static let stale = "clock.arrow.circlepath"
    public static let info = "info.circle"
    public static let signUp = "person.badge.plus"
}
