import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Logging
import Metrics
import NIOConcurrencyHelpers
import ServiceLifecycle
import Testing
import Tracing

@testable import WebTelemetry

/// How spans reach a collector.
@Suite(.timeLimit(.minutes(1)))
struct SpanExporterTests {
    /// An exporter whose collector a test scripts, with a time that it moves.
    private struct Export {
        let clock = ManualClock()
        let metrics = PrometheusFactory()
        let stub: StubTransport
        let exporter: SpanExporter
        let group: ServiceGroup

        init(_ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response) {
            stub = StubTransport(respond)
            var configuration = ClientConfiguration(transport: stub, cache: nil)
            configuration.time = clock.time
            configuration.retry.jitter = { 0 }
            let collector = Collector(baseURL: "http://collector.example/v1/traces", headers: [.authorization: "key"])
            exporter = SpanExporter(Client(collector, configuration), resource: ["service.name": "g"], metrics: metrics)
            group = ServiceGroup(services: [exporter], logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }

        func add(_ count: Int) {
            let tracer = SpanTracer(sampler: Sampler(), finish: exporter.add)
            for _ in 0..<count { tracer.startSpan("call", context: .topLevel, ofKind: .client).end() }
        }

        func count(_ outcome: String) -> Int {
            let line = metrics.text.split(separator: "\n").first { $0.contains("outcome=\"\(outcome)\"") }
            return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        }

        /// Lets a second pass once the exporter waits for it.
        func tick() async throws {
            try await clock.waitForSleepers(dueWithin: SpanExporter.interval)
            clock.advance(by: SpanExporter.interval)
        }
    }

    @Test func spansAreSentInBatches() async throws {
        let export = Export { _ in .json("{}") }
        async let run: Void = export.group.run()
        export.add(600)
        try await export.tick()
        try await eventually { export.count("sent") == 600 }
        #expect(export.stub.requests.count == 2)
        let request = try #require(export.stub.requests.first)
        #expect(request.head.method == .post && request.head.path == "/v1/traces")
        #expect(request.head.headerFields[.contentType] == "application/json")
        #expect(request.head.headerFields[.authorization] == "key")
        #expect(request.head.headerFields[HTTPField.Name("traceparent")!] == nil)
        try await export.tick()
        await export.group.triggerGracefulShutdown()
        try await run
        #expect(export.stub.requests.count == 2)
    }

    @Test func theRestIsSentAtTheEnd() async throws {
        let export = Export { _ in .json("{}") }
        async let run: Void = export.group.run()
        try await export.clock.waitForSleepers()
        export.add(3)
        await export.group.triggerGracefulShutdown()
        try await run
        #expect(export.count("sent") == 3 && export.stub.requests.count == 1)
    }

    @Test func whatIsBeingSentAtTheEndIsSentOnce() async throws {
        let gate = Gate()
        let export = Export { _ in
            await gate.wait()
            return .json("{}")
        }
        async let run: Void = export.group.run()
        export.add(3)
        try await export.tick()
        try await gate.waitUntilWaiting()
        await export.group.triggerGracefulShutdown()
        gate.open()
        try await run
        #expect(export.count("sent") == 3 && export.stub.requests.count == 1)
    }

    @Test func aFailureIsRetriedAndADeadCollectorLosesABatch() async throws {
        let export = Export { _ in .status(503) }
        async let run: Void = export.group.run()
        export.add(3)
        try await export.tick()
        try await eventually { export.count("failed") == 3 }
        #expect(export.stub.requests.count == 3 && export.count("sent") == 0)
        export.add(1)
        await export.group.triggerGracefulShutdown()
        try await run
        #expect(export.stub.requests.count == 6 && export.count("failed") == 4)
    }

    @Test func spansBeyondTheLimitAreDroppedAndCounted() {
        let export = Export { _ in .json("{}") }
        export.add(SpanExporter.queueLimit + 5)
        #expect(export.count("dropped") == 5)
    }

    @Test func spansAreWrittenAsTheProtocolPrescribes() throws {
        let ended = RecordedSpans()
        let numbers = Numbers()
        let tracer = SpanTracer(sampler: Sampler(), random: { numbers.next() }, finish: ended.add)
        let parent = tracer.startSpan("GET /", context: .topLevel, ofKind: .server, at: Time(5))
        let span = tracer.startSpan(
            "GET", context: parent.context, ofKind: .client, at: Time(1_767_225_600_000_000_007))
        span.attributes["a.text"] = "\"ü\""
        span.attributes["b.number"] = Int64.max
        span.attributes["c.part"] = 0.5
        span.attributes["d.flag"] = true
        span.attributes["e.list"] = ["x", "y"]
        span.attributes["f.none"] = Double.infinity
        span.addEvent(SpanEvent(name: "event", at: Time(6), attributes: [:]))
        span.addLink(SpanLink(context: parent.context, attributes: [:]))
        span.setStatus(SpanStatus(code: .error))
        span.end(at: Time(1_767_225_600_000_000_009))
        let text = String(decoding: try SpanDocument.data(ended.all, resource: ["service.name": "g"]), as: UTF8.self)
        #expect(
            text == #"""
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"g"}}]},"scopeSpans":[{"scope":{"name":"gazette"},"spans":[{"attributes":[{"key":"a.text","value":{"stringValue":"\"ü\""}},{"key":"b.number","value":{"intValue":"9223372036854775807"}},{"key":"c.part","value":{"doubleValue":0.5}},{"key":"d.flag","value":{"boolValue":true}},{"key":"e.list","value":{"arrayValue":{"values":[{"stringValue":"x"},{"stringValue":"y"}]}}},{"key":"f.none","value":{"stringValue":"inf"}}],"endTimeUnixNano":"1767225600000000009","events":[{"attributes":[],"name":"event","timeUnixNano":"6"}],"kind":3,"links":[{"attributes":[],"spanId":"0000000000000003","traceId":"00000000000000010000000000000002"}],"name":"GET","parentSpanId":"0000000000000003","spanId":"0000000000000004","startTimeUnixNano":"1767225600000000007","status":{"code":2},"traceId":"00000000000000010000000000000002"}]}]}]}
                """#)
    }

    @Test(
        "Settings that can't be used",
        arguments: [
            ("collector:4318", nil, nil, "OTEL_EXPORTER_OTLP_ENDPOINT must"),
            ("http://c", "key", nil, "OTEL_EXPORTER_OTLP_HEADERS"),
            ("http://c", "a b=c", nil, "OTEL_EXPORTER_OTLP_HEADERS"),
            ("http://c", nil, "often", "OTEL_TRACES_SAMPLER must"),
        ] as [(String, String?, String?, String)])
    func mistakes(endpoint: String, headers: String?, sampler: String?, message: String) {
        var settings = TraceSettings()
        (settings.endpoint, settings.headers, settings.sampler) = (endpoint, headers, sampler)
        let error = #expect(throws: TraceSettings.Mistake.self) {
            try WebTelemetry(at: .standard, settings, version: "1")
        }
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func theResourceHasFurtherAttributes() throws {
        var settings = TraceSettings()
        #expect(try settings.resource(version: "1") == ["service.name": "gazette", "service.version": "1"])
        settings.resourceAttributes = "service.name=a, deployment.environment.name=on%20trial,empty="
        let expected = [
            "service.name": "a", "service.version": "1", "deployment.environment.name": "on trial", "empty": "",
        ]
        #expect(try settings.resource(version: "1") == expected)
        settings.serviceName = "reader"
        #expect(try settings.resource(version: "1")["service.name"] == "reader")
        settings.resourceAttributes = "service.name"
        let error = #expect(throws: TraceSettings.Mistake.self) { try settings.resource(version: "1") }
        #expect(error?.description.hasPrefix("OTEL_RESOURCE_ATTRIBUTES must be attributes") == true)
    }

    @Test("Disabled, nothing is measured and traced", arguments: ["true", "TRUE", "false", "1", nil])
    func disabled(text: String?) throws {
        var settings = TraceSettings()
        settings.endpoint = "http://127.0.0.1:4318"
        settings.isDisabled = text
        let telemetry = try WebTelemetry(at: .standard, settings, version: "1")
        let isDisabled = text?.lowercased() == "true"
        #expect((telemetry.tracer == nil) == isDisabled && (telemetry.exporter == nil) == isDisabled)
        #expect((telemetry.metrics is NOOPMetricsHandler) == isDisabled)
    }

    @Test func theKnownMethodsAreReadFromTheSettings() throws {
        var settings = TraceSettings()
        settings.knownMethods = "GET, BREW"
        #expect(try settings.methods() == [.get, HTTPRequest.Method("BREW")!])
        settings.knownMethods = "G ET"
        #expect(throws: TraceSettings.Mistake.self) { try settings.methods() }
    }

    @Test func settingsAreReadAsOpenTelemetryDefinesThem() throws {
        var settings = TraceSettings()
        #expect(try settings.address() == nil)
        #expect(try WebTelemetry(at: .standard, settings, version: "1").tracer == nil)
        settings.endpoint = "http://127.0.0.1:4318/"
        settings.headers = "x-key=a%20b, x-other = c=d"
        #expect(try settings.address() == "http://127.0.0.1:4318/v1/traces")
        #expect(try settings.fields() == [HTTPField.Name("x-key")!: "a b", HTTPField.Name("x-other")!: "c=d"])
        settings.tracesEndpoint = "https://collector.example/any"
        #expect(try settings.address() == "https://collector.example/any")
        #expect(try WebTelemetry(at: .standard, settings, version: "1").exporter != nil)
    }
}

/// The numbers from 1 on.
private final class Numbers: Sendable {
    private let last = NIOLockedValueBox<UInt64>(0)

    func next() -> UInt64 {
        last.withLockedValue { last in
            last += 1
            return last
        }
    }
}

private struct Time: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    init(_ nanoseconds: UInt64) { nanosecondsSinceEpoch = nanoseconds }

    static func < (one: Time, other: Time) -> Bool { one.nanosecondsSinceEpoch < other.nanosecondsSinceEpoch }
}
