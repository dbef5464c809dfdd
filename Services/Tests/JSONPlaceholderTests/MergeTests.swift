import JSONPlaceholder
import Testing

/// Users, albums and photos put together.
struct MergeTests {
    private func user(_ id: Int) -> JSONPlaceholder.User { .init(id: id, name: "n\(id)", username: "u\(id)") }

    private func album(_ id: Int, of user: Int) -> JSONPlaceholder.Album { .init(id: id, userId: user, title: "") }

    private func photo(_ id: Int, of album: Int) -> JSONPlaceholder.Photo {
        .init(id: id, albumId: album, title: "", url: "", thumbnailUrl: "")
    }

    @Test("Everything keeps its order (T35)")
    func order() {
        let people = JSONPlaceholder.merge(
            users: [user(2), user(1)], albums: [album(9, of: 1), album(8, of: 2), album(3, of: 1)],
            photos: [photo(7, of: 3), photo(5, of: 9), photo(6, of: 3)])
        #expect(people.map(\.id) == [2, 1])
        #expect(people.map { $0.albums.map(\.id) } == [[8], [9, 3]])
        #expect(people[1].albums.map { $0.photos.map(\.id) } == [[5], [7, 6]])
    }

    @Test func whatBelongsToNobodyIsLeftOut() {
        let people = JSONPlaceholder.merge(
            users: [user(1)], albums: [album(1, of: 1), album(2, of: 99)], photos: [photo(1, of: 2), photo(2, of: 98)])
        #expect(people.count == 1)
        #expect(people[0].albums.map(\.id) == [1])
        #expect(people[0].albums[0].photos == [])
    }

    @Test("Users without albums are there, with an empty list (T34)")
    func usersWithoutAlbums() {
        let people = JSONPlaceholder.merge(users: [user(1), user(2)], albums: [], photos: [photo(1, of: 1)])
        #expect(people.map(\.user.username) == ["u1", "u2"])
        #expect(people.map(\.albums) == [[], []])
        #expect(JSONPlaceholder.merge(users: [], albums: [album(1, of: 1)], photos: []) == [])
    }

    @Test("The time is linear (T33)", .timeLimit(.minutes(2)))
    func linearTime() {
        // Comparing each with each would take minutes here.
        let count = 20_000
        let people = JSONPlaceholder.merge(
            users: (1...count).map(user), albums: (1...count).map { album($0, of: $0) },
            photos: (1...count).map { photo($0, of: $0) })
        #expect(people.count == count)
        #expect(people.allSatisfy { $0.albums.map(\.photos.count) == [1] })
    }

    @Test func theWholeService() {
        let people = JSONPlaceholder.merge(
            users: (1...10).map(user), albums: (1...100).map { album($0, of: ($0 - 1) / 10 + 1) },
            photos: (1...5000).map { photo($0, of: ($0 - 1) / 50 + 1) })
        #expect(people.allSatisfy { $0.albums.count == 10 && $0.albums.allSatisfy { $0.photos.count == 50 } })
        #expect(people.last?.albums.last?.photos.last?.id == 5000)
    }
}
