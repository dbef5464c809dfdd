import Tracing

/// A tracer that hands on finished spans, and whose contexts go from server to server as W3C Trace Context.
struct SpanTracer: Tracer {
    let sampler: Sampler
    /// Returns a number that no other span has.
    var random: @Sendable () -> UInt64 = { .random(in: 1 ... .max) }
    /// Receives each span that has ended.
    let finish: @Sendable (RecordedSpan.Record) -> Void

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context.trace
        let traceID = parent?.traceID ?? TraceContext.TraceID(high: random(), low: random())
        let trace = TraceContext(
            traceID: traceID, spanID: random(), isSampled: sampler.records(traceID, parent: parent),
            state: parent?.state)
        context.trace = trace
        let record =
            trace.isSampled
            ? RecordedSpan.Record(
                trace: trace, parent: parent?.spanID, kind: kind, start: instant().nanosecondsSinceEpoch,
                name: operationName) : nil
        return RecordedSpan(record, context, finish: finish)
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: "traceparent", from: carrier) else { return }
        context.trace = TraceContext(
            traceparent: parent, state: extractor.extract(key: "tracestate", from: carrier))
    }

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.traceparent, forKey: "traceparent", into: &carrier)
        if let state = trace.state { injector.inject(state, forKey: "tracestate", into: &carrier) }
    }

    func forceFlush() {}
}
