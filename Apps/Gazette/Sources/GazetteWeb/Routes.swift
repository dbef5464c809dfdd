import Freshet
import HackerNews
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage
import TMDb

/// The routes of the web app: each address, with what applies to its requests before their handlers run. Of several
/// that match, the first applies.
enum Routes {
    static let table = RouteTable(
        files + states + pages + news + hackerNews + movies + meals + people + feeds + marks + accounts + sync)

    /// Files that are the same for all.
    private static let files: [Route] = [
        .get("/assets/{name}", .open),
        // The addresses of pictures are signed: only readers of the page know them.
        .get("/picture/{signature}/{name}", .open),
        .get("/favicon.ico", .open),
        .get("/sw.js", .open),
        .get("/offline", .signIn, files: .lines),
    ]

    private static let states: [Route] = [
        .get("/healthz", .open),
        .get("/readyz", .open),
        .get("/live", isOwn: true),
        .post("/live/{id}", limit: 4096, isSecret: true),
        .post("/live/{id}/leave", limit: 0, isSecret: true),
    ]

    private static let pages: [Route] = [
        .get("/", .readers, .withFeeds) { _, _ in { FrontPage($0) } },
        .get("/search", .readers, .partlyPersonal) { address, _ in { EverythingPage(address, $0) } },
        .get("/saved", .readers, .personal) { address, _ in { SavedPage(address, $0) } },
        .get("/settings", .readers, .partlyPersonal, files: .forms) { address, _ in { SettingsPage(address, $0) } },
        .post("/settings"),
        .post("/settings/density"),
        .get("/lab", files: .lab) { address, _ in { LabPage(address, $0) } },
    ]

    private static let news: [Route] = [
        .get("/news") { address, _ in
            if let name = address["category"], !NewsAPI.Category.all.contains(.init(rawValue: name)) { return nil }
            return { NewsPage(address, $0) }
        },
        .get("/news/read", marks: true) { address, _ in { ReadingPage(address, $0) } },
        .get("/sources", files: .lines) { address, _ in { SourcesPage(address, $0) } },
        .get("/sources/{id}") { address, values in { SourcePage(id: values[0], address, $0) } },
    ]

    private static let hackerNews: [Route] = [
        .get("/hn") { address, _ in { StoriesPage(.top, address, $0) } },
        .get("/hn/search") { address, _ in { SearchPage.hackerNews(address, $0) } },
        .get("/hn/item/{id}", marks: true) { address, values in
            numbered(values) { ThreadPage(id: $0, address, $1) }
        },
        .get("/hn/user/{name}") { address, values in { UserPage(name: values[0], address, $0) } },
        .get("/hn/{list}") { address, values in
            guard let list = HackerNews.StoryList(rawValue: values[0]) else { return nil }
            return { StoriesPage(list, address, $0) }
        },
    ]

    private static let movies: [Route] =
        [
            .get("/movies") { address, _ in { MoviesPage(.nowPlaying, address, $0) } },
            .get("/movies/search") { address, _ in { SearchPage.movies(address, $0) } },
            .get("/movies/discover") { address, _ in { DiscoverPage(address, $0) } },
        ]
        + TMDb.MovieList.allCases.map { list in
            .get("/movies/\(MovieTabs.path(of: list))") { address, _ in { MoviesPage(list, address, $0) } }
        } + [
            .get("/movies/{id}", marks: true) { address, values in
                numbered(values) { MoviePage(id: $0, address, $1) }
            },
            .get("/account", .readers, .personal, files: .forms),
            .get("/account/movie/{id}", .readers, .personal, files: .formsWithContents),
            .post("/account/sign-in", .readers, .personal),
            .post("/account/sign-out", .readers, .personal),
            .post("/account/rate", .readers, .personal),
            .post("/account/list", .readers, .personal),
            .get("/changes", .readers, .personal, files: .forms),
            .post("/changes/send", .readers, .personal),
            .post("/changes/retry", .readers, .personal),
            .post("/changes/discard", .readers, .personal),
            .post("/changes/edit", .readers, .personal),
        ]

    private static let meals: [Route] = [
        .get("/meals") { address, _ in { MealsPage(address, $0) } },
        .get("/meals/search") { address, _ in { SearchPage.meals(address, $0) } },
        .get("/meals/{id}", marks: true) { address, values in
            numbered(values) { MealPage(id: String($0), address, $1) }
        },
    ]

    private static let people: [Route] = [
        .get("/people", files: .lines) { address, _ in { PeoplePage(address, $0) } },
        .get("/people/sign-up", files: .forms) { address, _ in { SignUpPage(address, $0) } },
        .post("/people/sign-up"),
        .get("/people/{id}") { address, values in numbered(values) { PersonPage(id: $0, address, $1) } },
    ]

    private static let feeds: [Route] = [
        // It notes the visit.
        .get("/feeds", .readers, .personal, marks: true, files: .feeds) { address, _ in { FeedsPage(address, $0) } },
        .get("/feeds/item/{id}", .readers, .personal, marks: true, files: .feedItem) { address, values in
            numbered(values) { FeedItemPage(id: $0, address, $1) }
        },
        .get("/feeds/manage", .readers, .personal, files: .feeds),
        .get("/feeds/edit", .readers, .personal, files: .feeds),
        .get("/feeds/filters", .readers, .personal, files: .feeds),
        .get("/feeds.opml", .readers, .personal),
        .post("/feeds/import", .readers, .personal, limit: 4 << 20),
        .post("/feeds/add", .readers, .personal),
        .post("/feeds/change", .readers, .personal),
        .post("/feeds/remove", .readers, .personal),
        .post("/feeds/folder", .readers, .personal),
        .post("/feeds/refresh", .readers, .personal),
        .post("/feeds/samples", .readers, .personal),
        .post("/feeds/read", .readers, .personal),
        .post("/feeds/filters/add", .readers, .personal),
        .post("/feeds/filters/remove", .readers, .personal),
        .get("/text/{signature}/{name}", .readers, .partlyPersonal, files: .text),
    ]

    private static let marks: [Route] =
        [
            // It may name every entry of the longest list, or have two long addresses with every octet escaped.
            .post("/marks/{action}", limit: 65_536),
            .post("/positions"),
        ] + SavedExport.Format.allCases.map { .get("/saved.\($0.rawValue)", .readers, .personal) }

    private static let accounts: [Route] = [
        .get("/sign-in", .signIn, files: .forms),
        .post("/sign-in", .signIn),
        .get("/sign-up", .signIn, files: .forms),
        .post("/sign-up", .signIn),
        .get("/invitation/{token}", .signIn, isSecret: true, files: .forms),
        .get("/openid", .signIn, marks: true),
        .get("/openid/callback", .signIn, marks: true),
        .post("/sign-out", .account, .personal),
        .get("/me", .account, .personal, files: .forms),
        .post("/me/password", .account, .personal),
        .post("/me/remove", .account, .personal),
        .post("/me/sessions/end", .account, .personal),
        .post("/me/tokens", .account, .personal),
        .get("/members", .administrators, .personal, files: .forms),
        .post("/members/invitations", .administrators, .personal),
        .post("/members/invitations/end", .administrators, .personal),
        .post("/members/change", .administrators, .personal),
    ]

    /// The interface of terminals, which send the token of an account with each request.
    private static let sync: [Route] = [
        .get("/sync/marks", .open),
        .post("/sync/marks", .open, isOwn: false, limit: 1 << 20),
        .post("/sync/sign-out", .open, isOwn: false),
    ]

    /// Returns the maker of a view with a numeric id; `nil` if the text is not a number in decimal digits.
    private static func numbered(
        _ values: [String], _ make: @escaping @Sendable (Int, PageTools) -> any PageContent
    ) -> PageMaker? {
        guard let text = values.first, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let number = Int(text)
        else { return nil }
        return { make(number, $0) }
    }
}
