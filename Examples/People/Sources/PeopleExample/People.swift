// Users with their albums and photos: three requests combined into one value, a filter, and pictures in order.

import Foundation
import FreshetCombine

struct People: Service {
    let baseURL = "https://jsonplaceholder.typicode.com"
}

struct User: Decodable, Sendable {
    let id: Int
    let username: String
    /// The albums; empty for a person without albums. Force-unwrapping the first element of an optional list crashes
    /// (T34).
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
    /// Fetches users, albums and photos concurrently, and sends the merged users once or the first failure.
    ///
    /// Each call checks its status, so that no error page is decoded as data (T31). The failure is sent unchanged:
    /// replacing a list that failed with an empty one would make an incomplete merge look complete (T32).
    func usersWithAlbums() -> AnyPublisher<[User], FetchError> {
        Publishers.Zip3(publisher(for: .users), publisher(for: .albums), publisher(for: .photos))
            .map { users, albums, photos in User.merge(users, albums, photos) }
            .eraseToAnyPublisher()
    }

    /// Fetches users, albums and photos concurrently, and returns the merged users.
    func usersWithAlbums() async throws -> [User] {
        async let users = value(for: .users)
        async let albums = value(for: .albums)
        async let photos = value(for: .photos)
        return try await User.merge(users, albums, photos)
    }
}

extension User {
    /// Merges the lists in one pass over each, and keeps their order. Nested loops would take half a million
    /// comparisons (T33).
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
