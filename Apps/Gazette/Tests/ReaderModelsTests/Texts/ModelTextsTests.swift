import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import JSONPlaceholder
import NewsAPI
import ReaderModels
import TMDb
import Testing
import TheMealDB

/// The texts of view models.
@Suite(.timeLimit(.minutes(2)))
struct ModelTextsTests {
    let clock = ManualClock()
    let backend = Backend.ofAllScreens()

    @Test func articlesSayWhyThereAreNone() async throws {
        let model = ArticlesViewModel(
            Client(NewsAPI(apiKey: "key"), transport: backend.transport, cache: nil, retry: .never), section: .search,
            scheduler: clock.scheduler)
        model.start()
        #expect(model.status.notice == "Type something to search for.")
        model.searchText = "lava"
        #expect(model.search.text == "lava" && model.searchText == "lava")
        #expect(model.emptyText == "No article matches “lava”. Try fewer words or different ones.")
        model.section = .headlines
        try await clock.settle { !model.articles.items.isEmpty && !model.articles.fetch.isFetching }
        #expect(model.status.count?.hasPrefix("1 result") == true)
        #expect(model.emptyText == "There are no articles of this kind for this country at the moment.")
        model.section = .source
        #expect(model.emptyText == "This source has no articles at the moment.")
    }

    @Test func moviesTellTheirListAndItsNumber() {
        let model = MoviesViewModel(
            Client(TMDb(.token("token")), transport: backend.transport, cache: nil), scheduler: clock.scheduler)
        #expect(model.indexText == "List 2" && model.title == "Upcoming movies" && MoviesViewModel.indices == 0...3)
        model.indexEndpoint = 3
        #expect(model.indexText == "List 3" && model.title == "Top Rated movies")
    }

    @Test func aMovieHasATitleBeforeItHasCome() async throws {
        let model = MovieDetailViewModel(
            Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never), id: 7,
            scheduler: clock.scheduler)
        #expect(model.title == "Movie" && model.factsText == "")
        model.load()
        try await clock.settle { model.movie.value != nil }
        #expect(model.title == "Mario")
    }

    @Test func storiesTellWhatIsNewAndWhyNotToLook() async throws {
        // The test lets more time pass than a call may take.
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        let model = StoriesViewModel(
            Client(
                HackerNews(), transport: backend.transport, cache: nil, limits: limits, retry: .never, time: clock.time),
            scheduler: clock.scheduler)
        #expect(model.title == "Hacker News: Top" && model.newText == nil && model.watchNotice == nil)
        model.start()
        try await clock.settle { !model.stories.items.isEmpty && !model.stories.fetch.isFetching }
        model.watchForNew()
        let asked = backend.count("/topstories")
        try await clock.run { backend.count("/topstories") > asked }
        backend.respond(to: "/topstories", with: .ids([9, 8, 1]))
        try await clock.run { model.newText != nil }
        #expect(model.newText == "2 new")
        backend.fail("/topstories")
        try await clock.run { model.watchNotice != nil }
        #expect(model.watchNotice?.hasPrefix("Can't check for new stories at the moment: ") == true)
        model.pauseWatching()
    }

    @Test func aThreadShowsWhatIsFoldedAndWhatIsMissing() async throws {
        let model = ThreadViewModel(
            Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never), id: 1,
            scheduler: clock.scheduler)
        #expect(model.title == "Discussion" && model.isSilent && !model.isFolded)
        backend.fail("/item/3.json")
        model.load()
        try await clock.settle { model.loadedCount == 1 && !model.isLoadingComments }
        #expect(model.title == model.root.value?.headline && !model.isSilent)
        #expect(model.missingText == "1 comment could not be loaded.")
        #expect(model.rows.first?.hiddenText == nil && model.rows.first?.foldLabel == "Fold")
        #expect(model.rows.first?.indentation == 0 && model.rows.first?.shownDepth == 0)
        model.foldAll()
        #expect(
            model.isFolded && model.rows.first?.hiddenText == "1 comment" && model.rows.first?.foldLabel == "Unfold")
    }

    @Test func theChosenCategoryIsATextForPickers() async throws {
        let model = MealBrowserViewModel(
            Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never), scheduler: clock.scheduler)
        #expect(model.chosenCategory == "" && model.title == "Meals")
        model.start()
        try await clock.settle { model.category != nil }
        #expect(model.chosenCategory == "Beef" && model.title == "Meals: Beef")
        model.chosenCategory = "Pasta"
        #expect(model.category == "Pasta")
    }

    @Test func theLabReportsOneRowAtATime() {
        let model = MealsViewModel(
            Client(TheMealDB(), transport: backend.transport, cache: nil), scheduler: clock.scheduler)
        let changes = PublisherRecorder(model.objectWillChange.map { _ in 1 })
        #expect(!model.isExplaining)
        model.explain(model.pasta)
        #expect(model.isExplaining && model.explained === model.pasta && changes.values.count == 1)
        model.isExplaining = true
        #expect(model.explained === model.pasta)
        model.isExplaining = false
        #expect(model.explained == nil)
    }

    @Test func goingBackClosesThePersonThatIsShown() async throws {
        let model = UsersViewModel(
            Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never),
            scheduler: clock.scheduler)
        model.load()
        try await clock.settle { model.people.value != nil && !model.people.isFetching }
        #expect(model.status.count == "2 people")
        model.open(1)
        #expect(model.shownPerson?.id == 1)
        model.shownPerson = nil
        #expect(model.opened == nil)
        model.shownPerson = model.people.value?.last
        #expect(model.opened?.id == 2)
    }

    @Test func theFormWelcomesOnlyWhoMayEnter() {
        let model = SignUpViewModel(scheduler: clock.scheduler)
        #expect(model.verdict == nil)
        model.signUp()
        #expect(
            model.verdict?.text
                == "Enter a name and the same password twice, each with more than 3 characters.")
        #expect(model.verdict?.isRight == false)
        model.username = "maria"
        #expect(!model.isSent && model.verdict == nil)
        model.password = "secret"
        model.passwordAgain = "secret"
        clock.advance(by: .milliseconds(200))
        #expect(model.verdict?.text == "Everything is valid. You can sign up." && model.verdict?.isRight == true)
        model.signUp()
        #expect(model.verdict?.text == "Welcome, maria. The form is complete. Nothing was stored or sent.")
        model.passwordAgain = "secre"
        #expect(!model.isSent && model.verdict == nil)
    }

    @Test func picturesTellTheirAlbumAndWhatIsMissing() async throws {
        let store = ImageStore(
            client: Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never))
        let photo = JSONPlaceholder.Photo(
            id: 1, albumId: 1, title: "a", url: "https://a.example/600/1", thumbnailUrl: "https://a.example/900/1")
        let album = JSONPlaceholder.FilledAlbum(album: .init(id: 1, userId: 1, title: "quidem"), photos: [photo])
        let model = PicturesViewModel(album, store: store, scheduler: clock.scheduler)
        #expect(model.title == "quidem" && model.missingText == nil)
        model.load()
        try await clock.settle { model.failureCount == 1 }
        #expect(model.missingText == "1 picture could not be loaded.")
        #expect(PicturesViewModel(nil, store: store, scheduler: clock.scheduler).title == "Pictures")
    }
}
