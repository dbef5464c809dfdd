import AppleUI
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import HackerNews
import JSONPlaceholder
import NewsAPI
import ReaderModels
import TMDb
import Testing
import TheMealDB

@testable import GazetteViews

/// The SwiftUI screens, evaluated on the stub.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreensTests {
    @Test func theTabsNameTheSections() async throws {
        let tools = try await Reader.tools()
        let words = try await Reader.words(of: GazetteTabs(tools)) { _ in true }
        for title in ["News", "Sources", "Hacker News", "Movies", "More"] { #expect(words.contains(title)) }
        for title in ["Meals", "Lab", "People", "Sign up"] { #expect(words.contains(title)) }
    }

    @Test func listsShowHowManyThereAre() async throws {
        let tools = try await Reader.tools()
        // When the last row appears, the next page is loaded: 20 articles are shown, or more.
        let news = try await Reader.words(of: NewsView(tools)) { words in
            words.contains("Show more") && words.contains { $0.contains(" articles in ") }
        }
        let count = try #require(news.first { $0.contains(" articles in ") })
        #expect(count.wholeMatch(of: /[2-9]\d of \d+ articles in .+/) != nil, "\(count)")
        #expect(news.contains("Read") && !news.contains("Category: "))
        let movies = try await Reader.words(of: MoviesView(tools)) { $0.contains { $0.contains(" movies in ") } }
        #expect(movies.contains("Upcoming movies") && movies.contains("List 2"))
        #expect(movies.contains { $0.wholeMatch(of: /Rated \d+%/) != nil })
        let stories = try await Reader.words(of: StoriesView(tools)) { $0.contains { $0.contains(" stories in ") } }
        #expect(stories.contains("Hacker News: Top"))
        #expect(stories.contains { $0.contains(" points · by ") })
        #expect(stories.contains { $0.wholeMatch(of: /\d?\d:\d\d/) != nil })
        let meals = try await Reader.words(of: MealsView(tools)) { $0.contains { $0.contains(" meals in ") } }
        #expect(meals.contains("Category"))
    }

    @Test func listsThatComeAsAWholeShowTheirCount() async throws {
        let tools = try await Reader.tools()
        let sources = try await Reader.words(of: SourcesView(tools)) { $0.contains { $0.hasSuffix(" sources") } }
        #expect(sources.contains("United States"))
        let people = try await Reader.words(of: PeopleView(tools)) { $0.contains("10 people") }
        #expect(people.contains { $0.hasSuffix(" · 10 albums") })
    }

    @Test func detailsShowTheirParts() async throws {
        let tools = try await Reader.tools()
        let clients = tools.clients
        let movie = try #require(try await clients.movies.value(for: .movies(.popular)).results.first)
        let words = try await Reader.words(of: MovieView(id: movie.id, tools)) { $0.contains("Cast") }
        #expect(words.contains(movie.title) && words.contains(movie.overview) && words.contains("Reviews"))

        let summary = try #require(try await clients.meals.value(for: .meals(category: "Pasta")).first)
        let meal = try await Reader.words(of: MealView(id: summary.id, tools)) { $0.contains("Ingredients") }
        #expect(meal.contains(summary.name) && meal.contains { $0.hasPrefix("1. ") })

        // Some ids of a list lead nowhere, as those of the service do.
        let ids = try await clients.hackerNews.value(for: .list(.top))
        let story = try #require(await clients.hackerNews.items(ids).items.first { !$0.kids.isEmpty })
        let thread = try await Reader.words(of: ThreadView(id: story.id, tools)) {
            $0.contains("Comments") && !$0.contains("Loading…")
        }
        #expect(thread.contains(story.headline) && thread.contains("Fold all"))

        let name = try #require(story.by)
        let user = try await Reader.words(of: UserView(name: name, tools)) { $0.contains { $0.contains(" items in ") } }
        #expect(user.contains { $0.contains(" karma · since ") } && user.contains("Latest items"))

        let source = try #require(try await clients.news.value(for: .sources(country: .us)).sources.first)
        let articles = try await Reader.words(of: SourceView(source, tools)) {
            $0.contains { $0.contains(" articles in ") }
        }
        #expect(articles.contains(source.screenTitle) && articles.contains("Articles"))

        let person = try #require(try await clients.people.people().people.first)
        let album = try await Reader.words(of: PersonView(person: person, tools: tools)) { _ in true }
        #expect(album.contains(person.user.username) && album.contains(person.albums[0].album.title))
    }

    @Test func formsAndTheLabShowWhatTheyAre() async throws {
        let tools = try await Reader.tools()
        let lab = try await Reader.words(of: LabView(tools)) { _ in true }
        #expect(lab.count { $0 == "Tap to fetch" } == 4 && lab.contains("Meal Categories"))
        let form = try await Reader.words(of: SignUpView()) { _ in true }
        #expect(form.contains(SignUpViewModel.introduction) && form.contains("Repeat the password"))
    }

    @Test("A refused key opens an alert that offers to try again")
    func alert() async throws {
        let refused = StubTransport { _ throws(FetchError) in
            StubTransport.Response(
                status: 401, headers: [.contentType: "application/json"],
                chunks: [Data(#"{"status":"error","code":"apiKeyInvalid","message":"It is wrong."}"#.utf8)])
        }
        var clients = try ReaderClients(ReaderSettings(), base: refused, cache: nil)
        clients.news = Client(NewsAPI(apiKey: "wrong"), transport: refused, cache: nil)
        let tools = ReaderTools(clients)
        let words = try await Reader.words(of: NewsView(tools)) { $0.contains("Key rejected") }
        #expect(words.contains("It is wrong.") && words.contains("Try again") && words.contains("OK"))
        // Where nothing can stand beside it, the failure has its place.
        let sources = try await Reader.words(of: SourcesView(tools)) { $0.contains("Key rejected") }
        #expect(sources.contains("Try again") && !sources.contains("OK"))
    }

    @Test func anAddressThatIsNoneIsReported() async throws {
        let root = GazetteRoot(environment: ["GAZETTE_EMULATOR": "no address"])
        let words = try await Reader.words(of: root) { _ in true }
        #expect(words.contains("Something went wrong") && !words.contains("Try again"))
        #expect(StubHost.words(of: GazetteRoot(environment: [:])).contains("Hacker News"))
    }
}
