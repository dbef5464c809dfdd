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

/// A view model in use, for rules that hold for all of them.
struct Screen {
    let model: AnyObject
    /// Sends before each change of an output.
    let changes: AnyPublisher<Void, Never>
    let start: () -> Void
    /// Whether what it has started is there.
    let isDone: () -> Bool

    init<Model: ObservableObject>(
        _ model: Model, start: @escaping (Model) -> Void, isDone: @escaping (Model) -> Bool
    ) where Model.ObjectWillChangePublisher == ObservableObjectPublisher {
        self.model = model
        changes = model.objectWillChange.eraseToAnyPublisher()
        self.start = { start(model) }
        self.isDone = { isDone(model) }
    }
}

/// How a screen is made, on a scheduler or on the one that it chooses itself.
struct ScreenKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (AnyScheduler?, Backend) -> Screen

    static let all = [
        ScreenKind(testDescription: "articles") { scheduler, backend in
            let client = Client(NewsAPI(apiKey: "key"), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { ArticlesViewModel(client, scheduler: $0) } ?? ArticlesViewModel(client),
                start: { $0.start() }, isDone: { !$0.articles.items.isEmpty && !$0.articles.fetch.isFetching })
        },
        ScreenKind(testDescription: "sources") { scheduler, backend in
            let client = Client(NewsAPI(apiKey: "key"), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { SourcesViewModel(client, scheduler: $0) } ?? SourcesViewModel(client),
                start: { $0.start() }, isDone: { $0.sources.value != nil && !$0.sources.isFetching })
        },
        ScreenKind(testDescription: "movies") { scheduler, backend in
            let client = Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { MoviesViewModel(client, scheduler: $0) } ?? MoviesViewModel(client),
                start: { $0.start() }, isDone: { !$0.movies.items.isEmpty && !$0.isFetchingData })
        },
        ScreenKind(testDescription: "movie search") { scheduler, backend in
            let client = Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { PagedSearch<TMDb.Movie>.movies(client, scheduler: $0) } ?? .movies(client),
                start: {
                    $0.text = "mario"
                    $0.submit()
                }, isDone: { !$0.results.items.isEmpty && !$0.results.fetch.isFetching })
        },
        ScreenKind(testDescription: "movie") { scheduler, backend in
            let client = Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { MovieDetailViewModel(client, id: 7, scheduler: $0) }
                    ?? MovieDetailViewModel(client, id: 7),
                start: { $0.load() }, isDone: { $0.movie.value != nil && !$0.movie.isFetching })
        },
        ScreenKind(testDescription: "stories") { scheduler, backend in
            let client = Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { StoriesViewModel(client, scheduler: $0) } ?? StoriesViewModel(client),
                start: { $0.start() }, isDone: { !$0.stories.items.isEmpty && !$0.stories.fetch.isFetching })
        },
        ScreenKind(testDescription: "thread") { scheduler, backend in
            let client = Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { ThreadViewModel(client, id: 1, scheduler: $0) } ?? ThreadViewModel(client, id: 1),
                start: { $0.load() }, isDone: { $0.loadedCount == 2 && !$0.isLoadingComments })
        },
        ScreenKind(testDescription: "user") { scheduler, backend in
            let client = Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { UserViewModel(client, name: "jl", scheduler: $0) } ?? UserViewModel(client, name: "jl"),
                start: { $0.load() }, isDone: { !$0.submissions.items.isEmpty && !$0.submissions.fetch.isFetching })
        },
        ScreenKind(testDescription: "lab") { scheduler, backend in
            let client = Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { MealsViewModel(client, scheduler: $0) } ?? MealsViewModel(client),
                start: { $0.categories.fetch() }, isDone: { $0.categories.status == .finished })
        },
        ScreenKind(testDescription: "meals") { scheduler, backend in
            let client = Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { MealBrowserViewModel(client, scheduler: $0) } ?? MealBrowserViewModel(client),
                start: { $0.start() }, isDone: { !$0.meals.items.isEmpty && !$0.meals.fetch.isFetching })
        },
        ScreenKind(testDescription: "meal") { scheduler, backend in
            let client = Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { MealDetailViewModel(client, id: "1", scheduler: $0) }
                    ?? MealDetailViewModel(client, id: "1"),
                start: { $0.load() }, isDone: { $0.meal.value != nil && !$0.meal.isFetching })
        },
        ScreenKind(testDescription: "users") { scheduler, backend in
            let client = Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never)
            return Screen(
                scheduler.map { UsersViewModel(client, scheduler: $0) } ?? UsersViewModel(client),
                start: { $0.load() }, isDone: { $0.people.value != nil && !$0.people.isFetching })
        },
        ScreenKind(testDescription: "pictures") { scheduler, backend in
            let store = ImageStore(
                client: Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never))
            let photo = JSONPlaceholder.Photo(
                id: 1, albumId: 1, title: "a", url: "https://a.example/600/1", thumbnailUrl: "https://a.example/150/1")
            let album = JSONPlaceholder.FilledAlbum(album: .init(id: 1, userId: 1, title: "a"), photos: [photo])
            return Screen(
                scheduler.map { PicturesViewModel(album, store: store, scheduler: $0) }
                    ?? PicturesViewModel(album, store: store),
                start: { $0.load() }, isDone: { $0.pictures[0].state.value != nil && !$0.isLoading })
        },
    ]
}

extension Backend {
    /// A service of everything that the screens ask for.
    static func ofAllScreens(holdingResponses: Bool = false) -> Backend {
        let backend = Backend()
        let gate = holdingResponses ? Gate() : nil
        backend.respond(to: "/top-headlines", with: .articles([1]), at: gate)
        backend.respond(to: "/top-headlines/sources", with: .sources([("abc", "Alpha")]), at: gate)
        backend.respond(to: "/3/movie/", with: .movies([1]), at: gate)
        backend.respond(to: "/3/search/", with: .movies([1]), at: gate)
        backend.respond(to: "/3/movie/7", with: .json(#"{"id":7,"title":"Mario"}"#), at: gate)
        backend.respond(to: "/topstories", with: .ids([1]))
        backend.respond(to: "/item/1.json", with: .story(1, fields: #","kids":[2,3]"#), at: gate)
        for id in 2...3 { backend.respond(to: "/item/\(id).json", with: .comment(id), at: gate) }
        backend.respond(to: "/user/", with: .json(#"{"id":"jl","karma":1,"submitted":[1]}"#))
        backend.respond(to: "/categories.php", with: .categories(["Beef"]), at: gate)
        backend.respond(to: "/filter.php", with: .meals([1]), at: gate)
        backend.respond(to: "/lookup.php", with: .meals([1]), at: gate)
        backend.respond(to: "/users", with: .users, at: gate)
        backend.respond(to: "/albums", with: .albums, at: gate)
        backend.respond(to: "/photos", with: .photos, at: gate)
        backend.respond(to: "/150/", with: .gif, at: gate)
        return backend
    }
}
