// Users with their albums and photos: three requests, one response, and a filter.

import Foundation
import FreshetCombine

struct People: Service {
    let baseURL = "https://people.example"
}

struct User: Decodable, Equatable {
    let id: Int
    let username: String
    var albums: [Album]? = []
}

struct Album: Decodable, Equatable {
    let id: Int
    let userId: Int
    var photos: [Picture]? = []
}

struct Picture: Decodable, Equatable {
    let id: Int
    let albumId: Int
    let url: String
}

extension Client where API == People {
    func users() -> AnyPublisher<[User], FetchError> { publisher(for: Request("users")).eraseToAnyPublisher() }
    func albums() -> AnyPublisher<[Album], FetchError> { publisher(for: Request("albums")).eraseToAnyPublisher() }
    func photos() -> AnyPublisher<[Picture], FetchError> { publisher(for: Request("photos")).eraseToAnyPublisher() }

    /// Photos into albums into users: one pass over each, in the order they came.
    func usersWithAlbums() -> AnyPublisher<[User], FetchError> {
        Publishers.Zip3(users(), albums(), photos())
            .map { users, albums, photos in
                let photos = Dictionary(grouping: photos, by: \.albumId)
                let albums = Dictionary(
                    grouping: albums.map { album -> Album in
                        var album = album
                        album.photos = photos[album.id] ?? []
                        return album
                    }, by: \.userId)
                return users.map { user -> User in
                    var user = user
                    user.albums = albums[user.id] ?? []
                    return user
                }
            }
            .eraseToAnyPublisher()
    }
}

protocol Filterable {
    var filterField: String { get }
}

extension User: Filterable {
    var filterField: String { username }
}

/// A list, and the part of it that fits a text.
@propertyWrapper
struct Filtered<Element: Filterable> {
    var wrappedValue: [Element]
    var filter = ""

    var projectedValue: Filtered {
        get { self }
        set { self = newValue }
    }

    var elements: [Element] {
        filter.isEmpty
            ? wrappedValue : wrappedValue.filter { $0.filterField.range(of: filter, options: .caseInsensitive) != nil }
    }
}

final class UsersViewModel: ObservableObject {
    @Published var searchText = ""
    @Published private(set) var visible: [User] = []
    @Published private(set) var error: FetchError?
    /// How often the screen was opened.
    @Published private(set) var opened = 0

    @Filtered private var users: [User] = []
    private let loader: Loader<[User]>
    private var subscriptions = Set<AnyCancellable>()

    init(_ people: Client<People>, scheduler: AnyScheduler = .main) {
        loader = Loader(scheduler: scheduler) { people.usersWithAlbums() }
        loader.$state
            .sink { [weak self] state in
                guard let self = self else { return }
                self.error = state.error as? FetchError
                guard let users = state.value else { return }
                self.users = users
                self.visible = self.$users.elements
                self.opened += 1
            }
            .store(in: &subscriptions)
        $searchText
            .sink { [weak self] text in
                guard let self = self else { return }
                self.$users.filter = text
                self.visible = self.$users.elements
            }
            .store(in: &subscriptions)
    }

    /// The button: a second tap while it loads starts nothing.
    func showUsers() {
        if !loader.state.isLoading { loader.load() }
    }
}
