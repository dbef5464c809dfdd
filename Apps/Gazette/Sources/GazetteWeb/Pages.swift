import Freshet
import FreshetCombine
import HackerNews
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage
import TMDb

/// The mapping from addresses to views.
enum Pages {
    typealias Maker = @Sendable (PageTools) -> any PageContent

    /// The maker of the view at an address; `nil` when there is none.
    static func maker(for address: PageAddress) -> Maker? {
        switch (address.path.first, Array(address.path.dropFirst())) {
        case (nil, _): return { FrontPage($0) }
        case ("search", []): return { EverythingPage(address, $0) }
        case ("news", []):
            if let name = address["category"], !NewsAPI.Category.all.contains(.init(rawValue: name)) { return nil }
            return { NewsPage(address, $0) }
        case ("news", ["read"]): return { ReadingPage(address, $0) }
        case ("feeds", []): return { FeedsPage(address, $0) }
        case ("feeds", let rest) where rest.count == 2 && rest[0] == "item":
            return numbered(rest[1]) { FeedItemPage(id: $0, address, $1) }
        case ("sources", []): return { SourcesPage(address, $0) }
        case ("sources", let rest) where rest.count == 1: return { SourcePage(id: rest[0], address, $0) }
        case ("hn", let rest): return hackerNews(rest, address)
        case ("movies", let rest): return movies(rest, address)
        case ("meals", []): return { MealsPage(address, $0) }
        case ("meals", ["search"]): return { SearchPage.meals(address, $0) }
        case ("meals", let rest) where rest.count == 1:
            return numbered(rest[0]) { MealPage(id: String($0), address, $1) }
        case ("saved", []): return { SavedPage(address, $0) }
        case ("settings", []): return { SettingsPage(address, $0) }
        case ("lab", []): return { LabPage(address, $0) }
        case ("people", []): return { PeoplePage(address, $0) }
        case ("people", ["sign-up"]): return { SignUpPage(address, $0) }
        case ("people", let rest) where rest.count == 1:
            return numbered(rest[0]) { PersonPage(id: $0, address, $1) }
        default: return nil
        }
    }

    /// Whether the view at an address shows what one visitor has stored, so that no other visitor gets an edition of it.
    static func isPersonal(_ address: PageAddress) -> Bool {
        ["feeds", "saved", "settings", "search"].contains(address.path.first)
    }

    private static func hackerNews(_ rest: [String], _ address: PageAddress) -> Maker? {
        guard rest.count <= 2 else { return nil }
        switch (rest.first, rest.dropFirst().first) {
        case (nil, _): return { StoriesPage(.top, address, $0) }
        case ("search", nil): return { SearchPage.hackerNews(address, $0) }
        case ("item", let id?): return numbered(id) { ThreadPage(id: $0, address, $1) }
        case ("user", let name?): return { UserPage(name: name, address, $0) }
        case (let name?, nil):
            guard let list = HackerNews.StoryList(rawValue: name) else { return nil }
            return { StoriesPage(list, address, $0) }
        default: return nil
        }
    }

    private static func movies(_ rest: [String], _ address: PageAddress) -> Maker? {
        guard let first = rest.first else { return { MoviesPage(.nowPlaying, address, $0) } }
        guard rest.count == 1 else { return nil }
        if first == "search" { return { SearchPage.movies(address, $0) } }
        if first == "discover" { return { DiscoverPage(address, $0) } }
        if let list = MovieTabs.list(at: first) { return { MoviesPage(list, address, $0) } }
        return numbered(first) { MoviePage(id: $0, address, $1) }
    }

    /// Returns the maker of a view with a numeric id; `nil` if the text is not a number in decimal digits.
    private static func numbered(
        _ text: String, _ make: @escaping @Sendable (Int, PageTools) -> any PageContent
    ) -> Maker? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(text) else {
            return nil
        }
        return { make(number, $0) }
    }
}
