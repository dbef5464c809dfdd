import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// An app's own interceptors, at both positions and in every face.
@Suite(.timeLimit(.minutes(5)))
struct InterceptorTests {
    struct Words: Service {
        var baseURL = "https://words.example"
        var credentials: Credentials?
    }

    typealias WordsRequest = Request<Words, [String]>

    /// Where an interceptor stands: on the client or on the request, around the call or around the attempt.
    enum Position: String, CaseIterable, CustomTestStringConvertible {
        case callOfClient, callOfRequest, attemptOfClient, attemptOfRequest

        var testDescription: String { rawValue }
        var isAttempt: Bool { self == .attemptOfClient || self == .attemptOfRequest }
    }

    let clock = ManualClock()
    let events = EventRecorder()
    let mark = HTTPField.Name("X-Mark")!

    static let response = StubTransport.Response.json(#"["a","b"]"#)

    func client(
        _ transport: some Transport, _ interceptor: some Interceptor, at position: Position, cache: HTTPCache? = nil,
        limits: Limits = Limits(), retry: RetryPolicy = .never
    ) -> (client: Client<Words>, request: Request<Words, [String]>) {
        let request = WordsRequest("all")
        var configuration = ClientConfiguration(transport: transport, cache: cache)
        configuration.limits = limits
        configuration.retry = retry
        configuration.callInterceptors = position == .callOfClient ? [interceptor] : []
        configuration.attemptInterceptors = position == .attemptOfClient ? [interceptor] : []
        configuration.observers = [events]
        configuration.time = clock.time
        let client = Client(Words(), configuration)
        switch position {
        case .callOfClient, .attemptOfClient: return (client, request)
        case .callOfRequest: return (client, request.intercepting(call: interceptor))
        case .attemptOfRequest: return (client, request.intercepting(attempt: interceptor))
        }
    }

    /// A client without a cache, with interceptors around its calls and around its attempts.
    func client<API: Service>(
        of service: API, _ transport: any Transport, call: [any Interceptor] = [], attempt: [any Interceptor] = [],
        retry: RetryPolicy = .never
    ) -> Client<API> {
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.callInterceptors = call
        configuration.attemptInterceptors = attempt
        configuration.retry = retry
        return Client(service, configuration)
    }

    // MARK: - Passing on

    @Test("It changes what is sent and what comes back", arguments: ValueFace.allCases, Position.allCases)
    func changes(face: ValueFace, position: Position) async throws {
        let stub = StubTransport { _ in Self.response }
        let (client, request) = client(
            stub,
            Step { [mark] request, _, next async throws(FetchError) in
                var request = request
                request.headers[mark] = "seen"
                request.append(["page": 2])
                var response = try await next(request)
                response.body = .complete(Data(#"["c"]"#.utf8))
                return response
            }, at: position)
        #expect(try await face.outcome(of: request, client).get() == ["c"])
        #expect(stub.requests.map { $0.head.headerFields[mark] } == ["seen"])
        #expect(stub.requests.map(\.head.path) == ["/all?page=2"])
    }

    @Test("The client's are outside of the request's, the first one outermost")
    func order() async throws {
        let names = Lock<[String]>([])
        func step(_ name: String) -> Step {
            Step { request, _, next async throws(FetchError) in
                names.withLock { $0.append(name) }
                let response = try await next(request)
                names.withLock { $0.append("/" + name) }
                return response
            }
        }
        let stub = StubTransport { _ in Self.response }
        let client = client(
            of: Words(), stub, call: [step("call 1"), step("call 2")], attempt: [step("attempt 1"), step("attempt 2")])
        let request = WordsRequest("all").intercepting(call: step("call 3")).intercepting(attempt: step("attempt 3"))
        _ = try await client.value(for: request)
        let way = ["call 1", "call 2", "call 3", "attempt 1", "attempt 2", "attempt 3"]
        #expect(names.withLock { $0 } == way + way.reversed().map { "/" + $0 })
    }

    @Test("Around the call it sees the final response, around the attempt every exchange")
    func positions() async throws {
        let turns = Lock([
            StubTransport.Response.redirect(to: "/new"), .status(503), StubTransport.Response.json(#"["a"]"#),
        ])
        let stub = StubTransport { _ in turns.withLock { $0.removeFirst() } }
        let seen = Lock<[String]>([])
        func step(_ position: String) -> Step {
            Step { request, context, next async throws(FetchError) in
                let response = try await next(request)
                seen.withLock { $0.append("\(position) \(context.attempt) \(response.head.status.code)") }
                return response
            }
        }
        let client = client(
            of: Words(), stub, call: [step("call")], attempt: [step("attempt")], retry: RetryPolicy(base: .zero))
        let response = try await client.response(for: WordsRequest("all"))
        #expect(seen.withLock { $0 } == ["attempt 1 302", "attempt 1 503", "attempt 2 200", "call 1 200"])
        #expect(response.metrics.attempts == 3 && response.metrics.redirects == 1)
    }

    @Test("Around the call it sees statuses as responses, and hits of the cache")
    func statusesAndHits() async throws {
        let isGone = Lock(false)
        let stub = StubTransport { _ in
            isGone.withLock { $0 }
                ? .status(410)
                : StubTransport.Response(
                    headers: [.contentType: "application/json", .cacheControl: "max-age=60"],
                    chunks: [Data(#"["a"]"#.utf8)])
        }
        let seen = Lock<[String]>([])
        let step = Step { request, _, next async throws(FetchError) in
            let response = try await next(request)
            seen.withLock { $0.append("\(response.head.status.code) \(response.source)") }
            return response
        }
        let (client, request) = client(
            stub, step, at: .callOfClient, cache: HTTPCache())
        _ = try await client.value(for: request)
        _ = try await client.value(for: request)
        isGone.withLock { $0 = true }
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: request.caching(.reload))
        }
        #expect(error?.kind == .status(.gone))
        #expect(seen.withLock { $0 } == ["200 network", "200 fresh(age: 0.0 seconds)", "410 network"])
    }

    @Test("Around the attempt it sees conditional requests and their 304")
    func revalidation() async throws {
        let stub = StubTransport { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? StubTransport.Response(
                    headers: [.contentType: "application/json", .cacheControl: "no-cache", .eTag: "\"1\""],
                    chunks: [Data(#"["a"]"#.utf8)])
                : .status(304)
        }
        let seen = Lock<[String]>([])
        let step = Step { request, _, next async throws(FetchError) in
            let response = try await next(request)
            seen.withLock {
                $0.append("\(request.headers[.ifNoneMatch] ?? "-") \(response.head.status.code)")
            }
            return response
        }
        let (client, request) = client(stub, step, at: .attemptOfClient, cache: HTTPCache())
        for _ in 0..<2 { #expect(try await client.value(for: request) == ["a"]) }
        #expect(seen.withLock { $0 } == ["- 200", "\"1\" 304"])
    }

    @Test func credentialsAreOnAroundTheAttemptOnly() async throws {
        let stub = StubTransport { _ in Self.response }
        let seen = Lock<[String?]>([])
        let step = Step { request, _, next async throws(FetchError) in
            seen.withLock { $0 += [request.headers[.authorization], request.path, request.url] }
            return try await next(request)
        }
        var words = Words(credentials: .bearer("hush"))
        for credentials in [words.credentials!, .query("shop", "hush")] {
            words.credentials = credentials
            let client = client(of: words, stub, call: [step], attempt: [step])
            _ = try await client.value(for: WordsRequest("all"))
        }
        let url = "https://words.example/all"
        #expect(
            seen.withLock { $0 } == [
                nil, "/all", url, "Bearer hush", "/all", url, nil, "/all", url, nil, "/all?shop=hush", url,
            ])
    }

    @Test func aRequestLedElsewhereGetsNoCredentials() async throws {
        let stub = StubTransport { _ in Self.response }
        let step = Step { request, _, next async throws(FetchError) in
            var request = request
            try request.setOrigin("https://other.example:8443")
            return try await next(request)
        }
        let client = client(of: Words(credentials: .bearer("hush")), stub, call: [step])
        let response = try await client.response(for: WordsRequest("all"))
        #expect(response.url == "https://other.example:8443/all")
        #expect(stub.requests.map(\.head.authority) == ["other.example:8443"])
        #expect(stub.requests[0].head.headerFields[.authorization] == nil)
    }
}
