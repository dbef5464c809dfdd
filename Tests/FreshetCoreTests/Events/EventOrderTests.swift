import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The order in which the steps of a call are reported, as a table.
@Suite(.timeLimit(.minutes(1)))
struct EventOrderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let turns: [StubTransport.Response]
        var policy = CachePolicy.automatic
        /// Whether the call is the second one, a minute and a second after the first.
        var isSecond = false
        var isStream = false
        let steps: [String]
    }

    private static func tea(_ control: String, failure: FetchError? = nil) -> StubTransport.Response {
        StubTransport.Response(
            headers: [.contentType: "application/json", .cacheControl: control, .eTag: "\"1\""],
            chunks: [Data(#"{"name":"tea"}"#.utf8)], failure: failure)
    }

    static let cases = [
        Case(
            testDescription: "a response that is stored", turns: [tea("max-age=60")],
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "cache stored", "body 14", "decoded",
                "finished",
            ]),
        Case(
            testDescription: "a redirect, then a retry", turns: [.redirect(to: "/new"), .status(503), tea("no-store")],
            steps: [
                "started", "cache not served", "attempt 1", "cache not stored", "redirect 302", "cache not served",
                "attempt 2", "retry status.503", "attempt 3", "head 200", "cache not stored", "body 14", "decoded",
                "finished",
            ]),
        Case(
            testDescription: "a body that breaks off",
            turns: [tea("no-store", failure: FetchError(.connectionLost)), tea("no-store")],
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "retry connection_lost", "attempt 2",
                "head 200", "cache not stored", "body 14", "decoded", "finished",
            ]),
        Case(
            testDescription: "a refusal", turns: [.status(404)],
            steps: ["started", "cache not served", "attempt 1", "cache not stored", "head 404", "failed status.404"]),
        Case(
            testDescription: "the last of several refusals", turns: [.status(500)],
            steps: [
                "started", "cache not served", "attempt 1", "retry status.500", "attempt 2", "retry status.500",
                "attempt 3", "stopped", "cache not stored", "head 500", "failed status.500",
            ]),
        Case(
            testDescription: "another content type",
            turns: [StubTransport.Response(headers: [.contentType: "text/html"], chunks: [Data("<p>".utf8)])],
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "cache stored", "failed wrong_content",
            ]),
        Case(
            testDescription: "fresh in the cache", turns: [tea("max-age=600")], isSecond: true,
            steps: ["started", "cache served fresh", "head 200", "body 14", "decoded", "finished"]),
        Case(
            testDescription: "confirmed by the server", turns: [tea("max-age=60"), .status(304)], isSecond: true,
            steps: [
                "started", "cache revalidates", "attempt 1", "cache confirmed", "head 200", "body 14",
                "decoded", "finished",
            ]),
        Case(
            testDescription: "a failure for which nothing stands in",
            turns: [tea("max-age=60, stale-if-error=600"), .status(501), .status(500)], isSecond: true,
            steps: [
                "started", "cache revalidates", "attempt 1", "cache not stored", "head 501",
                "failed status.501",
            ]),
        Case(
            testDescription: "stale, since the server fails",
            turns: [tea("max-age=60, stale-if-error=600"), .status(500)], isSecond: true,
            steps: [
                "started", "cache revalidates", "attempt 1", "retry status.500", "attempt 2",
                "retry status.500", "attempt 3", "stopped", "cache served stale", "head 200", "body 14", "decoded",
                "finished",
            ]),
        Case(
            testDescription: "nothing but the cache", turns: [tea("max-age=60")], policy: .cacheOnly,
            steps: ["started", "cache refused", "failed not_in_cache"]),
        Case(
            testDescription: "a stream", turns: [tea("max-age=60")], isStream: true,
            steps: [
                "started", "cache not served", "attempt 1", "head 200", "cache stored", "body 14", "finished",
            ]),
    ]

    @Test("The order of events", arguments: cases)
    func order(example: Case) async throws {
        let clock = ManualClock()
        let events = EventRecorder()
        let turns = Lock(example.turns)
        let stub = StubTransport { _ in turns.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
        let client = Client(
            Shop(), transport: stub, cache: HTTPCache(),
            retry: RetryPolicy(base: .zero, budget: nil), observers: [events], time: clock.time)
        let request = Request<Shop, Shop.Item>.item("tea").caching(example.policy)
        if example.isSecond {
            _ = try await client.value(for: request)
            clock.advance(by: .seconds(61))
        }
        let before = events.events.count
        if example.isStream {
            for try await _ in try await client.stream(for: request) {}
        } else {
            _ = await failure { () async throws(FetchError) in try await client.value(for: request) }
        }
        let later = events.events.dropFirst(before)
        #expect(later.map { text(of: $0.step) } == example.steps)
        #expect(Set(later.map(\.call)).count == 1)
    }

    private func text(of step: FetchEvent.Step) -> String {
        switch step {
        case .started: "started"
        case .authentication(let step): "authentication: \(step)"
        case .attempt(let number): "attempt \(number)"
        case .retry(let retry): "retry \(retry.failure)"
        case .retryStopped: "stopped"
        case .redirect(let status, _): "redirect \(status)"
        case .cache(let step): "cache \(step.action.rawValue)"
        case .head(let status): "head \(status)"
        case .body(let bytes): "body \(bytes)"
        case .decoded: "decoded"
        case .finished: "finished"
        case .failed(let error): "failed \(error.code)"
        case .cancelled: "cancelled"
        case .joined, .queued, .admitted, .cookies, .repeated, .interim: "\(step)"
        }
    }
}
