import Foundation
import Freshet
import FreshetCore
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about clients, caches, callbacks and events.

extension BoxOffice {
    /// What the service adds to a refusal.
    struct Seats: Hashable, Sendable {
        let left: Int
    }
}

enum CallComments {
    static func values() async throws(FetchError) -> News.Page {
        let news = Client(News())
        let page = try await news.value(for: .headlines)
        return page
    }

    static func configured() -> Client<Weather> {
        var configuration = ClientConfiguration.platform
        configuration.retry = RetryPolicy(attempts: 5)
        configuration.rateLimit = RateLimit(callsPerSecond: 5, burst: 10)
        configuration.rateLimit = RateLimit(followsServer: true)
        configuration.observers = [LogObserver()]
        let weather = Client(Weather(), configuration)
        return weather
    }

    static func logged() -> Client<Weather> {
        let log = WireLog(around: DefaultTransport.shared) { line in print(line) }
        let client = Client(Weather(), transport: log, cache: nil)
        return client
    }

    static func callback(
        _ news: Client<News>, show: @escaping @Sendable (Any) -> Void
    ) -> FetchTask {
        let task = news.fetch(.headlines) { result in
            switch result {
            case .success(let page): show(page)
            case .failure(let error): if !error.isCancellation { show(error) }
            }
        }
        return task
    }

    static func states(of news: Client<News>, show: (FetchState<News.Page>) -> Void) async {
        for await state in news.states(for: .headlines) { show(state) }
    }

    static func intermediateCaches(_ news: Client<News>) async throws {
        let response = try await news.response(for: .headlines)
        if response.caches.last?.isHit == true { print("from the CDN") }
    }

    static func inMemory() -> Client<News> {
        let cache = HTTPCache(store: MemoryCacheStore(byteLimit: 64 << 20))
        let news = Client(News(), cache: cache)
        return news
    }

    static func onDisk() -> Client<News> {
        let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
        let cache = HTTPCache(store: SQLiteCacheStore(file: folder.appending(path: "news/responses.sqlite")))
        let news = Client(News(), cache: cache)
        return news
    }

    static func jars(in folder: URL, listFile: URL) throws -> [CookieJar] {
        func stored() -> CookieJar {
            let jar = CookieJar(file: folder.appendingPathComponent("cookies.json"))
            return jar
        }
        let list = try String(contentsOf: listFile, encoding: .utf8)
        let jar = CookieJar(suffixes: PublicSuffixes(list: list))
        return [stored(), jar]
    }

    static func show(_ error: FetchError, show: (String) -> Void, showTopUp: () -> Void) {
        switch error.kind {
        case .status(.forbidden) where error.problem?.type == "https://bank.example/probs/out-of-credit": showTopUp()
        default: show(error.localizedDescription)
        }
    }

    static func seats(after error: ServiceError, show: (Int) -> Void) {
        if let seats = error.details as? BoxOffice.Seats { show(seats.left) }
    }

    static func hints(_ hints: InterimResponse, prefetch: (String) -> Void) {
        for target in hints.links(relation: "preload") { prefetch(target) }
    }

    static func deliver(_ event: FetchEvent, to observer: any FetchObserver) {
        let events = SerialDelivery<ArraySlice<FetchEvent>>([])
        events.withLock { $0.append(event) }
        events.deliver {
            $0.popFirst()
        } to: {
            observer.observe($0)
        }
    }

    struct SlowCalls: FetchObserver {
        let log: @Sendable (String) -> Void

        func observe(_ event: FetchEvent) {
            guard case .finished(let metrics) = event.step, metrics.duration > .seconds(2) else { return }
            log("\(event.request) took \(metrics.duration), with \(metrics.attempts) attempts")
        }
    }

    struct Timing: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            let start = context.elapsed
            let response = try await next(request)
            print(request.url, response.head.status.code, context.elapsed - start)
            return response
        }
    }

    static func routed(_ base: any Transport) throws -> RoutingTransport {
        let transport = try RoutingTransport(base, routes: ["https://api.example.com": "http://127.0.0.1:8080"])
        return transport
    }

    static func roots(in file: URL) throws -> TrustRoots {
        let text = try String(contentsOf: file, encoding: .utf8)
        let own = try Certificate.all(inPEM: text)
        let roots = TrustRoots.certificates(own)  // trusts no other authority
        return roots
    }

    final class HeadPrinter: ExchangeObserver {
        private let request: HTTPRequest

        init(_ request: HTTPRequest) { self.request = request }

        func prepare(_ request: inout TransportRequest) {}
        func receive(_ head: HTTPResponse) { print(request.path ?? "", head.status) }
        func receive(_ chunk: Data) {}
        func end(_ error: FetchError?) {}
    }

    static func printing() -> Client<News> {
        let transport = DefaultTransport.shared.observed { request in
            request.head.path == "/health" ? nil : HeadPrinter(request.head)
        }
        let news = Client(News(), transport: transport, cache: nil)
        return news
    }

    struct Stamping: Transport {
        let base: any Transport
        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            var request = request
            request.head.headerFields[.init("X-Stamp")!] = "1"
            return try await base.send(request)
        }
    }
}

// MARK: - Callbacks

/// Code with callbacks in three forms.
struct OldDirectory: Sendable {
    struct Task: Sendable {
        func cancel() {}
    }

    func user(named name: String, _ completion: @Sendable (String?, (any Error)?) -> Void) -> Task {
        completion(name, nil)
        return Task()
    }

    func load(_ completion: (String?, (any Error)?) -> Void) { completion("pair", nil) }
    func load(onSuccess: (String) -> Void, onFailure: (any Error) -> Void) { onSuccess("two") }
    func load(_ completion: (Result<String, any Error>) -> Void) { completion(.success("result")) }
}

extension CallComments {
    static func threeForms(_ old: OldDirectory, _ completion: Completion<String, any Error>) {
        old.load(completion.pair)  // (Value?, (any Error)?) -> Void
        old.load(onSuccess: completion.success, onFailure: completion.failure)
        old.load(completion.result)  // (Result<Value, any Error>) -> Void
    }

    static func pair(
        _ news: Client<News>, show: @escaping @Sendable (News.Page?, FetchError?) -> Void
    ) {
        news.fetch(.headlines, completion: Completion(pair: show).result)
    }

    static func awaited(_ name: String, in directory: OldDirectory) async throws -> String {
        let user = try await withCompletion { completion in
            let task = directory.user(named: name, completion.pair)
            return { task.cancel() }
        }
        return user
    }
}

@Suite(.timeLimit(.minutes(1)))
struct CallCommentTests {
    @Test func aStampIsSent() async throws {
        let stub = StubTransport { _ in .json(#"{"text": "Sunny"}"#) }
        let weather = Client(Weather(), transport: CallComments.Stamping(base: stub), cache: nil)
        _ = try await weather.value(for: .forecast(for: "Oslo"))
        #expect(stub.requests[0].head.headerFields[.init("X-Stamp")!] == "1")
    }

    @Test func aCallbackIsAwaited() async throws {
        #expect(try await CallComments.awaited("ann", in: OldDirectory()) == "ann")
    }

    @Test func onlyTheFirstFormCounts() async throws {
        let text = try await withCompletion { completion in
            CallComments.threeForms(OldDirectory(), completion)
            return nil
        }
        #expect(text == "pair")
    }
}
