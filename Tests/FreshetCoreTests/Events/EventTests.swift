import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import HTTPTypes
import Logging
import Testing

/// The steps that a call reports.
struct EventTests {
    @Test func aCallReportsItsStepsInOrder() async throws {
        let recorder = EventRecorder()
        let (client, _) = Shop.client(observers: [recorder]) { request in
            request.head.path == "/v1/items/old" ? .redirect(to: "/v1/items/new") : .json(#"{"name":"tea"}"#)
        }
        _ = try await client.value(for: .item("old"))
        let steps = recorder.events.map(\.step)
        #expect(
            steps.dropLast() == [
                .started, .attempt(number: 1), .redirect(status: 302, to: "https://shop.example/v1/items/new"),
                .attempt(number: 2), .head(status: 200), .body(bytes: 14), .decoded,
            ])
        guard case .finished(let metrics) = steps.last else {
            Issue.record("\(steps)")
            return
        }
        #expect(metrics.redirects == 1)
        #expect(metrics.bodyBytes == 14)
        let calls = Set(recorder.events.map(\.call))
        #expect(calls.count == 1)
        #expect(recorder.events.map(\.elapsed) == recorder.events.map(\.elapsed).sorted())
    }

    @Test func aFailureIsReportedOnceAndLast() async throws {
        let recorder = EventRecorder()
        let (client, _) = Shop.client(observers: [recorder]) { _ in .status(500) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("a")) }
        #expect(recorder.events.last?.step == error.map { .failed($0) })
        #expect(recorder.events.count { if case .failed = $0.step { true } else { false } } == 1)
    }

    @Test func noSecretIsInErrorsOrEvents() async throws {
        let recorder = EventRecorder()
        let shop = Shop(credentials: .query("api_key", "hush-1"), privateCredentials: .bearer("hush-2"))
        let (client, stub) = Shop.client(shop, observers: [recorder]) { _ in .status(403) }
        let request = Request<Shop, Shop.Item>("items", query: ["token": "hush-3", "page": 1]).access(.private)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(stub.requests[0].head.path == "/v1/items?token=hush-3&page=1&api_key=hush-1")
        let told = "\(error!) \(error!.localizedDescription) \(recorder.events)"
        #expect(told.contains("token=REDACTED&page=1"))
        #expect(!told.contains("hush"))
    }

    @Test func theLogHasLevelsAndFacts() async throws {
        let lines = LogLines()
        var logger = Logger(label: "test") { _ in lines }
        logger.logLevel = .info
        let time = ManualClock().time
        let (client, _) = Shop.client(observers: [LogObserver(logger: logger)], time: time) { request in
            request.head.path == "/v1/items/good" ? .json(#"{"name":"tea"}"#) : .status(404)
        }
        _ = try await client.value(for: .item("good"))
        _ = await failure { () async throws(FetchError) in try await client.value(for: .item("bad")) }
        #expect(
            lines.texts == [
                "info GET items/{}: 200 in 0 ms, 14 bytes. GET",
                "warning GET items/{}: failed (status.404) in 0 ms. GET",
            ])
    }
}

/// A log handler that keeps what is logged.
private struct LogLines: LogHandler {
    private final class Storage: Sendable { let texts = Lock<[String]>([]) }

    private let storage = Storage()
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    var texts: [String] { storage.texts.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let method = event.metadata?["method"].map { "\($0)" } ?? ""
        storage.texts.withLock { $0.append("\(event.level) \(event.message) \(method)") }
    }
}
