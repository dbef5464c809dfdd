import Benchmark
import Freshet
import JSONPlaceholder

/// Measures simultaneous calls for the same response, which share one request.
func sharing() {
    for callers in [1, 10, 100, 1000, 10_000] {
        Benchmark("\(callers) callers of one response") { benchmark in
            let client = Client(Words(), transport: Echo(), cache: nil)
            let request = Request<Words, [String]>("all")
            let values = await benchmark.timed {
                await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<callers { group.addTask { (try? await client.value(for: request)) != nil } }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
            }
            precondition(values == callers)
        }
    }
}

/// Measures merging photos into albums and albums into users, which must be linear in the number of photos.
func merging() {
    for count in [5000, 50_000, 1_000_000] {
        Benchmark("merge of \(count) photos") { benchmark, people in
            benchmark.timed {
                blackHole(JSONPlaceholder.merge(users: people.users, albums: people.albums, photos: people.photos))
            }
        } setup: {
            People(photos: count)
        }
    }
}

private struct People {
    let users: [JSONPlaceholder.User]
    let albums: [JSONPlaceholder.Album]
    let photos: [JSONPlaceholder.Photo]

    init(photos count: Int) {
        users = (0..<count / 500).map { JSONPlaceholder.User(id: $0 + 1, name: "", username: "u") }
        albums = (0..<count / 50).map { JSONPlaceholder.Album(id: $0 + 1, userId: $0 / 10 + 1, title: "a") }
        photos = (0..<count).map {
            JSONPlaceholder.Photo(id: $0 + 1, albumId: $0 / 50 + 1, title: "p", url: "", thumbnailUrl: "")
        }
    }
}
