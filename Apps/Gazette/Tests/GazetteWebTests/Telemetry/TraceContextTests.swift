import Testing
import Tracing

@testable import WebTelemetry

/// `traceparent` and the choice of what is recorded.
struct TraceContextTests {
    private static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test(
        "Values of traceparent (W3C Trace Context §3.2)",
        arguments: [
            (TraceContextTests.valid, true),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", true),
            // A later version may have more fields.
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what", false),
            ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1", false),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
            ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b77-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902bg-01", false),
            ("0-4bf92f3577b34da6a3ce929d0e0e47366-00f067aa0ba902b7-01", false),
            (TraceContextTests.valid + "," + TraceContextTests.valid, false), (TraceContextTests.valid + " ", false),
            ("", false), ("00", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e473é-0f067aa0ba902b7-01", false),
        ])
    func traceparent(text: String, isValid: Bool) {
        #expect((TraceContext(traceparent: text) != nil) == isValid)
    }

    @Test func aContextIsPassedOn() throws {
        let context = try #require(TraceContext(traceparent: Self.valid, state: "vendor=1"))
        #expect(context.traceparent == Self.valid)
        #expect(context.isSampled && context.state == "vendor=1")
        #expect(TraceContext(traceparent: Self.valid, state: String(repeating: "a", count: 513))?.state == nil)

        let tracer = SpanTracer(sampler: Sampler()) { _ in }
        var parent = ServiceContext.topLevel
        tracer.extract(["traceparent": Self.valid, "tracestate": "vendor=1"], into: &parent, using: Fields())
        let span = tracer.startSpan("call", context: parent, ofKind: .client)
        var fields: [String: String] = [:]
        tracer.inject(span.context, into: &fields, using: Fields())
        let sent = try #require(fields["traceparent"].flatMap { TraceContext(traceparent: $0) })
        #expect(sent.traceID == context.traceID && sent.spanID != context.spanID && sent.isSampled)
        #expect(fields["tracestate"] == "vendor=1")

        var none = ServiceContext.topLevel
        tracer.extract(["traceparent": "00-xyz", "tracestate": "vendor=1"], into: &none, using: Fields())
        #expect(none.trace == nil)
    }

    @Test func aTraceThatIsNotSampledIsPassedOnAndNotRecorded() {
        let ended = RecordedSpans()
        let tracer = SpanTracer(sampler: Sampler(), finish: ended.add)
        var parent = ServiceContext.topLevel
        let unsampled = String(Self.valid.dropLast(2)) + "00"
        tracer.extract(["traceparent": unsampled], into: &parent, using: Fields())
        let span = tracer.startSpan("request", context: parent, ofKind: .server)
        span.attributes["any"] = 1
        #expect(!span.isRecording && span.attributes.isEmpty)
        let child = tracer.startSpan("call", context: span.context, ofKind: .client)
        #expect(!child.isRecording && child.context.trace?.isSampled == false)
        child.end()
        span.end()
        #expect(ended.all.isEmpty)
    }

    @Test func aSpanEndsOnceAndIsBounded() throws {
        let ended = RecordedSpans()
        let tracer = SpanTracer(sampler: Sampler(), finish: ended.add)
        let span = tracer.startSpan("request", context: .topLevel, ofKind: .server)
        for number in 0..<1000 {
            span.addEvent(SpanEvent(name: "event \(number)"))
            span.addLink(SpanLink(context: span.context, attributes: [:]))
        }
        span.end()
        span.attributes["late"] = true
        span.end()
        let record = try #require(ended.all.first)
        #expect(ended.all.count == 1 && record.parent == nil && record.attributes.isEmpty)
        #expect(record.events.count == 128 && record.links.count == 128 && record.end >= record.start)
    }

    @Test(
        "Samplers",
        arguments: [
            ("always_on", nil, false, 1.0), ("parentbased_always_off", nil, true, 0),
            ("traceidratio", "0.25", false, 0.25), ("parentbased_traceidratio", "1", true, 1),
            ("parentbased_traceidratio", nil, true, 1),
        ] as [(String, String?, Bool, Double)])
    func samplers(name: String, argument: String?, followsParent: Bool, ratio: Double) {
        let sampler = Sampler(name: name, argument: argument)
        #expect(sampler?.followsParent == followsParent && sampler?.ratio == ratio)
    }

    @Test func samplersAreRefusedAndCountTheirPart() {
        for (name, argument) in [("jaeger_remote", nil), ("traceidratio", "2"), ("traceidratio", "x"), ("", nil)] {
            #expect(Sampler(name: name, argument: argument) == nil)
        }
        var quarter = Sampler()
        quarter.ratio = 0.25
        let ids = (0..<1000).map { TraceContext.TraceID(high: 1, low: UInt64.max / 1000 * $0) }
        #expect(ids.count { quarter.records($0, parent: nil) } == 250)
        quarter.ratio = 0
        #expect(!ids.contains { quarter.records($0, parent: nil) })
    }
}

private struct Fields: Extractor, Injector {
    func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) { fields[key] = value }
}
