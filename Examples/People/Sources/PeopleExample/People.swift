// Users with their albums and photos: three requests, one response, a filter, and pictures one after the other.

import Foundation
import FreshetCombine

struct People: Service {
    let baseURL = "https://jsonplaceholder.typicode.com"
}

struct User: Decodable, Sendable {
    let id: Int
    let username: String
    /// A person without albums has an empty list: taking the first of an optional list crashes (T34).
    var albums: [Album] = []

    private enum CodingKeys: CodingKey {
        case id, username
    }
}

struct Album: Decodable, Sendable {
    let id: Int
    let userId: Int
    let title: String
    var photos: [Picture] = []

    private enum CodingKeys: CodingKey {
        case id, userId, title
    }
}

struct Picture: Decodable, Sendable {
    let id: Int
    let albumId: Int
    let thumbnailUrl: String
}

extension Request where API == People, Value == [User] {
    static var users: Self { Request("users") }
}

extension Request where API == People, Value == [Album] {
    static var albums: Self { Request("albums") }
}

extension Request where API == People, Value == [Picture] {
    static var photos: Self { Request("photos") }
}

extension Client where API == People {
    /// All three at once, and one response when the last has come, or the failure of the first that fails.
    ///
    /// Each call checks its status, so that no error page is data (T31), and the failure arrives as it is: often each list is
    /// replaced by an empty one instead, and half a merge looks like a whole (T32).
    func usersWithAlbums() -> AnyPublisher<[User], FetchError> {
        publisher(for: .users)
            // As `Publishers.Zip3` would, where each side has one value; that of OpenCombine may trap when it is cancelled.
            .combineLatest(publisher(for: .albums), publisher(for: .photos))
            .map { users, albums, photos in User.merge(users, albums, photos) }
            .eraseToAnyPublisher()
    }

    /// The same as an async function, where the three run at the same time, too.
    func usersWithAlbums() async throws -> [User] {
        async let users = value(for: .users)
        async let albums = value(for: .albums)
        async let photos = value(for: .photos)
        return try await User.merge(users, albums, photos)
    }
}

extension User {
    /// One pass over each list, in the order they came: loops in loops are half a million comparisons (T33).
    static func merge(_ users: [User], _ albums: [Album], _ photos: [Picture]) -> [User] {
        let photos = Dictionary(grouping: photos, by: \.albumId)
        let albums = Dictionary(grouping: albums, by: \.userId)
        return users.map { user in
            var user = user
            user.albums = (albums[user.id] ?? []).map { album in
                var album = album
                album.photos = photos[album.id] ?? []
                return album
            }
            return user
        }
    }
}
