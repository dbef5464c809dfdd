/// A section of the reader, the same in every front end; the web app uses the raw value in its addresses.
public enum ReaderSection: String, CaseIterable, Sendable {
    case news, sources, hn, feeds, movies, meals, lab, people, saved

    /// The name for people.
    public var title: String {
        switch self {
        case .news: "News"
        case .sources: "Sources"
        case .hn: "Hacker News"
        case .feeds: "Feeds"
        case .movies: "Movies"
        case .meals: "Meals"
        case .lab: "Lab"
        case .people: "People"
        case .saved: "Saved"
        }
    }

    /// The name of the section's SF Symbol.
    public var symbol: String {
        switch self {
        case .news: "newspaper"
        case .sources: "building.columns"
        case .hn: "y.square"
        case .feeds: "dot.radiowaves.up.forward"
        case .movies: "film"
        case .meals: "fork.knife"
        case .lab: "testtube.2"
        case .people: "person.2"
        case .saved: "bookmark"
        }
    }
}
