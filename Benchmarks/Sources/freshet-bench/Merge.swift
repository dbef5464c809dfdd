import JSONPlaceholder

/// Measures merging photos into albums and albums into users, for three sizes. It is linear if the time of a photo is
/// constant.
enum Merge {
    static func measure() {
        print("photos     ms      ns a photo")
        for count in [10_000, 100_000, 1_000_000] {
            let users = (1...count / 1000).map { JSONPlaceholder.User(id: $0, name: "", username: "u") }
            let albums = (0..<count / 100).map { JSONPlaceholder.Album(id: $0 + 1, userId: $0 / 10 + 1, title: "a") }
            let photos = (0..<count).map {
                JSONPlaceholder.Photo(id: $0 + 1, albumId: $0 / 100 + 1, title: "p", url: "", thumbnailUrl: "")
            }
            let rounds = (0..<5).map { _ in
                let start = ContinuousClock.now
                let people = JSONPlaceholder.merge(users: users, albums: albums, photos: photos)
                precondition(people.map(\.user.id) == users.map(\.id))
                precondition(people.reduce(0) { $0 + $1.albums.reduce(0) { $0 + $1.photos.count } } == count)
                return (ContinuousClock.now - start) / .milliseconds(1)
            }
            let median = rounds.sorted()[2]
            let each = median * 1_000_000 / Double(count)
            print("\(count)\t\((median * 100).rounded() / 100)\t\(each.rounded())")
        }
    }
}
