import Foundation
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MovieServiceExampleTests {
    private func service(_ response: StubTransport.Response) -> (MovieServiceAPI, StubTransport) {
        let stub = StubTransport { _ in response }
        return (MovieServiceAPI(Client(MovieDatabase(key: "secret"), transport: stub, cache: nil, retry: .never)), stub)
    }

    private static let page =
        #"{"page":1,"results":[{"id":1,"title":"A","release_date":"2024-05-31","vote_average":7.5},{"id":2,"title":"B","release_date":"","vote_average":0}]}"#

    @Test func moviesComeOnceOnTheQueueThatWasChosen() async throws {
        let (movies, stub) = service(.json(Self.page))
        let queue = DispatchQueue(label: "movies")
        let result = await withCheckedContinuation { continuation in
            movies.fetchMovies(from: .topRated, on: queue) { result in
                // T52: on the queue of the caller's choice, once.
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(returning: result)
            }
        }
        let page = try result.get()
        #expect(page.results.map(\.title) == ["A", "B"])
        // T1, T2: a day is read as that day in UTC, and a missing one loses no movie.
        #expect(page.results[0].released == Date(timeIntervalSince1970: 1_717_113_600))
        #expect(page.results[1].released == nil)
        #expect(stub.requests.first?.head.path == "/3/movie/top_rated?api_key=secret")
    }

    @Test func anErrorKeepsItsStatusItsTextAndNoSecret() async {
        let (movies, _) = service(.json(#"{"status_code":7,"status_message":"Invalid API key"}"#, status: 401))
        let result = await withCheckedContinuation { continuation in
            movies.fetchMovie(movieId: 3, on: .global()) { continuation.resume(returning: $0) }
        }
        guard case .failure(let error) = result else {
            Issue.record("It succeeded.")
            return
        }
        // T49, T53
        #expect(error.response?.head.status == .unauthorized)
        #expect(error.response?.text.contains("Invalid API key") == true)
        #expect(!error.localizedDescription.isEmpty)
        #expect(!"\(error)".contains("secret"))
    }

    @Test("Every 2xx is a success", arguments: [200, 201, 299])
    func successes(status: Int) async throws {
        let (movies, _) = service(.json(Self.page, status: status))
        let result = await withCheckedContinuation { continuation in
            movies.fetchMovies(from: .popular, on: .global()) { continuation.resume(returning: $0) }
        }
        // T48
        #expect(try result.get().page == 1)
    }

    @Test func aTaskCanBeCancelled() async {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json(Self.page)
        }
        let movies = MovieServiceAPI(Client(MovieDatabase(key: "k"), transport: stub, cache: nil, retry: .never))
        let result = await withCheckedContinuation { continuation in
            let task = movies.fetchMovies(from: .upcoming, on: .global()) { continuation.resume(returning: $0) }
            task.cancel()
        }
        guard case .failure(let error) = result else {
            Issue.record("It succeeded.")
            return
        }
        #expect(error.isCancellation)
        gate.open()
    }

    @Test func theListsKeepTheirOrderAndNames() {
        #expect(
            MovieServiceAPI.Endpoint.allCases.map(\.rawValue) == ["now_playing", "popular", "upcoming", "top_rated"])
        #expect(
            MovieServiceAPI.Endpoint.allCases.map(\.description) == ["Now Playing", "Popular", "Upcoming", "Top Rated"])
    }
}
