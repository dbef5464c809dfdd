import Dispatch
import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// Programs as articles about Combine write them, with calls that take a random time, fail and are cancelled.
@Suite(.timeLimit(.minutes(10)))
struct ProgramTests {
    private static let rounds = TestLength.count(20, long: 200)

    /// A server that responds to `/5` with `"5"`, after a random number of turns; every fifth time or so it fails.
    private static func client(_ round: Int) -> Client<Letters> {
        let random = Lock(SeededRandom(seed: UInt64(round)))
        let stub = StubTransport { request in
            let (turns, fails) = random.withLock { random in
                (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<5, using: &random) == 0)
            }
            await passTurns(turns)
            return fails ? .status(503) : .json("[\"\(request.head.path?.dropFirst() ?? "")\"]")
        }
        return Client(Letters(), transport: stub, cache: nil, retry: .never)
    }

    private static func request(_ text: String) -> Request<Letters, [String]> { Request("\(text)") }

    /// Waits until a queue has done what it has begun.
    private func emptied(_ queue: DispatchQueue) async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    // MARK: - A search

    /// A search that shows the results of the latest query.
    final class Search: ObservableObject {
        @Published var query = ""
        @Published private(set) var results: [String] = []

        init(_ client: Client<Letters>, on queue: DispatchQueue) {
            $query
                .removeDuplicates()
                .filter { !$0.isEmpty }
                .map { query in client.publisher(for: request(query)).replaceError(with: [query]) }
                .switchToLatest()
                .receive(on: queue)
                .assign(to: &$results)
        }
    }

    @Test("A search shows results in the order of its queries", arguments: 0..<rounds)
    func search(round: Int) async throws {
        var random = SeededRandom(seed: UInt64(round))
        let queue = DispatchQueue(label: "screen")
        var search: Search? = Search(Self.client(round), on: queue)
        let recorder = PublisherRecorder(try #require(search).$results.dropFirst())
        let last = Int.random(in: 3..<10, using: &random)
        for number in 1...last {
            search?.query = "\(number)"
            await passTurns(Int.random(in: 0..<40, using: &random))
        }
        try await eventually { recorder.values.last == ["\(last)"] }
        let shown = recorder.values.compactMap { Int($0[0]) }
        #expect(shown == shown.sorted() && recorder.violations == [])

        // The screen is left while a call runs.
        search?.query = "left"
        await passTurns(Int.random(in: 0..<40, using: &random))
        weak let left = search
        recorder.cancel()
        search = nil
        try await tasksAtRest()
        await emptied(queue)
        #expect(left == nil)
    }

    // MARK: - A form

    /// A form whose three fields are checked, one of them by a server.
    final class SignUp: ObservableObject {
        @Published var name = ""
        @Published var password = ""
        @Published var repeated = ""
        @Published private(set) var isValid = false

        init(_ client: Client<Letters>, on queue: DispatchQueue) {
            let isFree =
                $name
                .removeDuplicates()
                .map { name in
                    client.publisher(for: request(name)).map { $0 == ["free"] }.replaceError(with: name == "free")
                        .prepend(false)
                }
                .switchToLatest()
            Publishers.CombineLatest3(isFree, $password, $repeated)
                .map { isFree, password, repeated in isFree && password.count > 3 && password == repeated }
                .receive(on: queue)
                .assign(to: &$isValid)
        }
    }

    @Test("A form is valid once its three fields are", arguments: 0..<rounds)
    func signUp(round: Int) async throws {
        let queue = DispatchQueue(label: "screen")
        let form = SignUp(Self.client(round), on: queue)
        let recorder = PublisherRecorder(form.$isValid.removeDuplicates())
        // Each of the tasks sets another property of it.
        nonisolated(unsafe) let fields = form
        await withTaskGroup(of: Void.self) { group in
            for (field, texts) in [
                (\SignUp.name, ["f", "fre", "free"]), (\.password, ["s", "secr", "secret"]),
                (\.repeated, ["s", "secr", "secret"]),
            ] {
                group.addTask {
                    for (number, text) in texts.enumerated() {
                        await passTurns((round * 7 + number * 3) % 20)
                        fields[keyPath: field] = text
                    }
                }
            }
        }
        try await eventually { recorder.values.last == true }
        form.repeated = "other"
        try await eventually { recorder.values.last == false }
        #expect(recorder.violations == [])
    }

    // MARK: - A reader

    /// A reader with a front page of three parts, sections in their order, and an article that the latest tap opens.
    final class Reader: ObservableObject {
        @Published private(set) var front: [String] = []
        @Published private(set) var sections: [String] = []
        @Published private(set) var article = ""
        let taps = PassthroughSubject<String, Never>()
        private let client: Client<Letters>
        private let queue: DispatchQueue
        private var loading = Set<AnyCancellable>()

        init(_ client: Client<Letters>, on queue: DispatchQueue) {
            self.client = client
            self.queue = queue
            taps
                .flatMap { tap in [tap + "0", tap + "1"].publisher }
                .map { path in
                    client.publisher(for: request(path)).map { $0[0] }.catch { _ in Just("failed") }
                }
                .switchToLatest()
                .receive(on: queue)
                .assign(to: &$article)
        }

        /// Loads everything, again where it has been loaded; `whenLoaded` is called once for what is not replaced.
        func load(_ whenLoaded: @escaping () -> Void) {
            loading.removeAll()
            let parts = ["a", "b", "c"].map { part in
                client.publisher(for: request(part)).map { $0[0] }.replaceError(with: "no \(part)")
            }
            let front = Publishers.Zip3(parts[0], parts[1], parts[2]).map { [$0, $1, $2] }
            let sections = (0..<6).publisher
                .flatMap(maxPublishers: .max(2)) { [client] in Self.section($0, client) }
                .collect()
                .map { sections in sections.sorted { $0.number < $1.number }.map(\.title) }
            front.zip(sections)
                .receive(on: queue)
                .sink { [weak self] front, sections in
                    self?.front = front
                    self?.sections = sections
                    whenLoaded()
                }
                .store(in: &loading)
        }

        private static func section(
            _ number: Int, _ client: Client<Letters>
        ) -> AnyPublisher<(number: Int, title: String), Never> {
            client.publisher(for: request("\(number)"))
                .map { (number, $0[0]) }
                .catch { _ in Just((number, "\(number)")) }
                .eraseToAnyPublisher()
        }

        func leave() { loading.removeAll() }
    }

    @Test("A reader shows its parts in their order, and the article that was tapped last", arguments: 0..<rounds)
    func reader(round: Int) async throws {
        var random = SeededRandom(seed: UInt64(round))
        let queue = DispatchQueue(label: "screen")
        let reader = Reader(Self.client(round), on: queue)
        let (fronts, sections) = (PublisherRecorder(reader.$front), PublisherRecorder(reader.$sections))
        let articles = PublisherRecorder(reader.$article.dropFirst())
        for tap in 1...4 {
            reader.load {}
            reader.taps.send("\(tap)")
            await passTurns(Int.random(in: 0..<60, using: &random))
        }
        await withCheckedContinuation { continuation in
            reader.load { continuation.resume() }
        }
        let front = try #require(fronts.values.last)
        #expect(front.map(\.last) == ["a", "b", "c"])
        #expect(sections.values.last == ["0", "1", "2", "3", "4", "5"])
        try await eventually { ["41", "failed"].contains(articles.values.last) }
        let taps = articles.values.compactMap(Int.init)
        #expect(taps == taps.sorted())

        reader.load {}
        await passTurns(Int.random(in: 0..<40, using: &random))
        reader.leave()
        await emptied(queue)
        let count = fronts.values.count
        try await tasksAtRest()
        await emptied(queue)
        #expect(fronts.values.count == count)
        for violations in [fronts.violations, sections.violations, articles.violations] { #expect(violations == []) }
    }
}
