import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide "Coming from Alamofire".

struct Library: Service {
    let baseURL = "https://library.example/v2"
    let credentials: Credentials?

    init(token: @escaping @Sendable () -> String?) {
        credentials = .bearer(token())
    }

    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Problem: Decodable {
            let code: String
            let title: String
        }
        guard let problem = try? decoder.decode(Problem.self, from: body) else { return nil }
        return ServiceError(code: problem.code, message: problem.title)
    }
}

struct Book: Codable, Sendable {
    var id: Int
    var title: String
}

extension Request where API == Library, Value == [Book] {
    static func books(matching text: String, page: Int = 1) -> Self {
        Request("books", query: ["q": text, "page": page])
    }
}

extension Request where API == Library, Value == Book {
    static func add(_ book: Book) -> Self { Request("books", method: .post, body: .json(book)) }
}

func threeForms(_ library: Client<Library>) async throws -> AnyCancellable {
    let task = library.fetch(.books(matching: "rivers")) { result in
        print(result)  // Result<[Book], FetchError>, on the main queue
    }
    task.cancel()

    let books = try await library.value(for: .books(matching: "rivers"))
    print(books.count)

    return library.publisher(for: .books(matching: "rivers"))
        .sink { completion in
            print(completion)
        } receiveValue: { books in
            print(books.count)
        }
}

@MainActor
final class BookSearch {
    private let library: Client<Library>
    private var task: FetchTask?
    private var newest = 0
    private(set) var books: [Book] = []

    init(_ library: Client<Library>) { self.library = library }

    func search(_ text: String, completion: @escaping @MainActor @Sendable (FetchError?) -> Void) {
        task?.cancel()
        newest += 1
        task = library.fetch(.books(matching: text)) { [weak self, newest] result in
            MainActor.assumeIsolated {
                // The call may have ended just before it was cancelled.
                guard let self, self.newest == newest else { return }
                switch result {
                case .success(let books):
                    self.books = books
                    completion(nil)
                case .failure(let error): completion(error)
                }
            }
        }
    }
}

func retryingLibrary(token: @escaping @Sendable () -> String?) -> Client<Library> {
    var configuration = ClientConfiguration.platform
    configuration.limits.callTimeout = .seconds(20)
    configuration.retry = RetryPolicy(attempts: 5)
    configuration.rateLimit = RateLimit(callsPerSecond: 10, burst: 20, callsAtOnce: 4)
    configuration.observers = [LogObserver()]
    return Client(Library(token: token), configuration)
}

func downloads(_ library: Client<Library>, to file: URL) async throws {
    let cover = Request<Library, Data>("covers/7")
    let response = try await library.download(cover, to: file) { progress in
        print(progress.fraction ?? 0)
    }
    print(response.metrics.bodyBytes)

    for try await chunk in try await library.stream(for: cover) {
        print(chunk.count)
    }
}

func uploads(_ pages: [Data], to library: Client<Library>) async throws {
    let upload = Request<Library, Void>(
        "covers/7", method: .put,
        body: .stream(
            AsyncThrowingStream { chunks in
                for page in pages { chunks.yield(page) }
                chunks.finish()
            }),
        reading: .nothing)
    try await library.value(for: upload)
}

func message(of error: FetchError) -> String? {
    switch error.kind {
    case .cancelled: nil
    case .cannotConnect(.offline): "You are offline."
    case .status(.unauthorized), .status(.forbidden): "Sign in again."
    case .service(let error): error.message
    default: error.localizedDescription
    }
}

@Test func theReasonOfTheLibraryIsShown() async {
    let server = StubTransport { _ in .json(#"{"code": "closed", "title": "The library is closed."}"#, status: 503) }
    let library = Client(Library(token: { "t" }), transport: server, cache: nil, retry: .never)
    let error = await #expect(throws: FetchError.self) {
        try await library.value(for: .books(matching: "rivers"))
    }
    #expect(error.flatMap { message(of: $0) } == "The library is closed.")
}

@MainActor
@Test func aServiceClassWithCallbacksShowsTheBooks() async {
    let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Rivers"}]"#) }
    let search = BookSearch(Client(Library(token: { nil }), transport: server, cache: nil))
    search.search("lakes") { _ in Issue.record("The first search was replaced.") }
    let error = await withCheckedContinuation { continuation in
        search.search("rivers") { continuation.resume(returning: $0) }
    }
    #expect(error == nil && search.books.map(\.title) == ["Rivers"])
}
