import Foundation
import Freshet
import FreshetTesting

/// A service that streams.
struct Feed: Service {
    var baseURL = "https://feed.example/v1"

    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable { let message: String }
        return (try? decoder.decode(Failure.self, from: body)).map { ServiceError(code: nil, message: $0.message) }
    }

    /// A client on a stub with one response for each request in turn, and status 204 afterwards.
    static func client(
        _ responses: [StubTransport.Response], cache: HTTPCache? = nil, limits: Limits = Limits(), attempts: Int = 3,
        time: TimeSource = .system
    ) -> (Client<Feed>, StubTransport) {
        let script = Lock(responses[...])
        let stub = StubTransport { _ in script.withLock { $0.popFirst() } ?? .status(204) }
        return (client(stub, cache: cache, limits: limits, attempts: attempts, time: time), stub)
    }

    /// A client without random delays.
    static func client(
        _ transport: any Transport, service: Feed = Feed(), cache: HTTPCache? = nil, limits: Limits = Limits(),
        attempts: Int = 3, time: TimeSource = .system
    ) -> Client<Feed> {
        let retry = RetryPolicy(attempts: attempts, jitter: { 0 })
        return Client(service, transport: transport, cache: cache, limits: limits, retry: retry, time: time)
    }
}

extension Request where API == Feed, Value == String {
    static func text(
        _ path: RequestPath = "updates", method: HTTPRequest.Method = .get, body: RequestBody? = nil
    ) -> Self {
        Request(path, method: method, body: body, reading: .text)
    }
}

/// What an iteration returned, and the error it ended with.
struct Outcome<Element: Sendable>: Sendable {
    var elements: [Element] = []
    var error: FetchError?

    init<Elements: AsyncSequence & Sendable>(
        of sequence: Elements, limit: Int = .max
    ) async where Elements.Element == Element, Elements.Failure == FetchError {
        var iterator = sequence.makeAsyncIterator()
        do throws(FetchError) {
            while elements.count < limit, let element = try await iterator.next(isolation: #isolation) {
                elements.append(element)
            }
        } catch {
            self.error = error
        }
    }
}

/// Notes what is reported to it, from any thread.
final class Notes<Value: Sendable>: Sendable {
    private let list = Lock<[Value]>([])

    var values: [Value] { list.withLock { $0 } }

    func add(_ value: Value) { list.withLock { $0.append(value) } }
}

/// Runs a test with a server and stops it afterwards.
func withServer(
    _ handler: @escaping LoopbackServer.Handler, test: (LoopbackServer, Client<Feed>) async throws -> Void
) async throws {
    let server = try await LoopbackServer.start(handler: handler)
    let client = Feed.client(AsyncHTTPClientTransport(), service: Feed(baseURL: server.baseURL))
    do { try await test(server, client) } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// The memory of the process; 0 where it is not known.
func residentBytes() -> Int {
    // Thread Sanitizer keeps several bytes for each of the program's.
    guard dlsym(nil, "__tsan_init") == nil else { return 0 }
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
}
