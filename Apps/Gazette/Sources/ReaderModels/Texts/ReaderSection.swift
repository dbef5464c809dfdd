/// A section of the reader, the same on every screen; the raw value stands in the addresses of the web.
public enum ReaderSection: String, CaseIterable, Sendable {
    case news, sources, hn, movies, meals, lab, people, saved

    /// The name for people.
    public var title: String {
        switch self {
        case .news: "News"
        case .sources: "Sources"
        case .hn: "Hacker News"
        case .movies: "Movies"
        case .meals: "Meals"
        case .lab: "Lab"
        case .people: "People"
        case .saved: "Saved"
        }
    }

    /// The name of its symbol among those of Apple's platforms.
    public var symbol: String {
        switch self {
        case .news: "newspaper"
        case .sources: "building.columns"
        case .hn: "y.square"
        case .movies: "film"
        case .meals: "fork.knife"
        case .lab: "testtube.2"
        case .people: "person.2"
        case .saved: "bookmark"
        }
    }
}
