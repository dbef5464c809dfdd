import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The same script of responses, failures and passing time, by chance but by the same chance, in each face: the callers
/// see the same, the server sees the same, and the events report the same.
@Suite(.timeLimit(.minutes(5)))
struct FaceDifferenceTests {
    private struct Words: Service {
        let baseURL = "https://words.example"

        func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
            response.status == .badRequest ? ServiceError(code: "bad", message: "Bad", isRetryable: true) : nil
        }
    }

    private struct Step {
        let path: String
        let method: HTTPRequest.Method
        let policy: CachePolicy
        let isCheckFailing: Bool
        let passing: Duration

        init(by random: inout SeededRandom) {
            path = ["a", "b", "c"].randomElement(using: &random)!
            method = [.get, .get, .get, .post, .delete].randomElement(using: &random)!
            policy = [.automatic, .automatic, .automatic, .reload, .revalidate, .cacheElseLoad, .cacheOnly]
                .randomElement(using: &random)!
            isCheckFailing = Int.random(in: 0..<10, using: &random) == 0
            passing = .seconds(Int.random(in: 0..<40, using: &random))
        }
    }

    @Test("Each interface reports the same", arguments: 1...TestLength.count(12, long: 300))
    func sameSequence(seed: Int) async throws {
        var records: [[String]] = []
        for face in ValueFace.allCases { records.append(try await record(of: face, seed: UInt64(seed))) }
        #expect(records[0] == records[1])
        #expect(records[0] == records[2])
        #expect(records[0].count > 40)
    }

    /// Plays a script and writes down all that can be seen of it.
    private func record(of face: ValueFace, seed: UInt64) async throws -> [String] {
        var random = SeededRandom(seed: seed)
        let steps = (0..<20).map { _ in Step(by: &random) }
        let (clock, events) = (ManualClock(), EventRecorder())
        let responses = Lock(random)
        let stub = StubTransport { request async throws(FetchError) in
            try responses.withLock { Self.response(to: request, by: &$0) }.get()
        }
        let client = Client(
            Words(), transport: stub, cache: HTTPCache(),
            retry: RetryPolicy(base: .zero, budget: nil), observers: [events], time: clock.time)

        var record: [String] = []
        for step in steps {
            var request = Request<Words, [String]>(.init(stringLiteral: step.path), method: step.method)
                .caching(step.policy)
            if step.isCheckFailing { request = request.validating { _ in throw CancellationOfTrust() } }
            switch try await face.outcome(of: request, client) {
            case .success(let value): record.append("\(value)")
            case .failure(let error): record.append("\(error.code): \(error.localizedDescription)")
            }
            clock.advance(by: step.passing)
        }
        record += stub.requests.map { "\($0.head.method) \($0.head.path ?? "") \($0.head.headerFields)" }
        // Which call it was, counted from the first, and what happened, without what the clock of the test can't move.
        return record + Self.texts(of: events.events)
    }

    private struct CancellationOfTrust: LocalizedError {
        var errorDescription: String? { "This can't be." }
    }

    private static func texts(of events: [FetchEvent]) -> [String] {
        // An exchange that calls share has a number of its own, taken when it begins.
        var numbers: [UInt64: Int] = [:]
        return events.map { event in
            let number = numbers[event.call] ?? numbers.count
            numbers[event.call] = number
            return "\(number) \(event.step)"
        }
    }

    private static func response(
        to request: TransportRequest, by random: inout SeededRandom
    ) -> Result<StubTransport.Response, FetchError> {
        let number = Int.random(in: 0..<100, using: &random)
        let control = ["max-age=30", "max-age=30, stale-if-error=60", "no-store", "no-cache"]
            .randomElement(using: &random)!
        let body = Data("[\"\(number)\"]".utf8)
        let headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: control, .eTag: "\"\(number % 3)\"",
        ]
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return .failure(FetchError(.connectionLost))
        case 1: return .failure(FetchError(.cannotConnect(.refused)))
        case 2: return .failure(FetchError(.protocolViolation("odd")))
        case 3:
            return .success(
                StubTransport.Response(headers: headers, chunks: [body], failure: FetchError(.connectionLost)))
        case 4: return .success(.status(503))
        case 5: return .success(.json("{}", status: 400))
        case 6: return .success(StubTransport.Response(headers: [.contentType: "text/html"], chunks: [body]))
        case 7: return .success(.json("[1"))
        case 8: return .success(.redirect([301, 302, 303, 307].randomElement(using: &random)!, to: "/d"))
        case 9: return .success(.redirect(to: "ftp://words.example/"))
        case 10 where request.head.headerFields[.ifNoneMatch] != nil: return .success(.status(304, headers: headers))
        default:
            return .success(StubTransport.Response(headers: headers, chunks: [body.prefix(2), body.dropFirst(2)]))
        }
    }
}
