import Synchronization
import Tracing

/// A span that notes what happens, and is handed on when it ends. One that is not sampled notes nothing.
final class RecordedSpan: Span {
    /// What is known of a span.
    struct Record: Sendable {
        let trace: TraceContext
        /// The id of the span above it.
        let parent: UInt64?
        let kind: SpanKind
        let start: UInt64
        var end: UInt64 = 0
        var name: String
        var attributes = SpanAttributes()
        var status: SpanStatus?
        var events: [SpanEvent] = []
        var links: [(trace: TraceContext, attributes: SpanAttributes)] = []
    }

    /// The most events and the most links of a span, as OpenTelemetry limits them.
    private static let limit = 128

    let context: ServiceContext
    private let finish: @Sendable (Record) -> Void
    /// `nil` once the span has ended, or if it is not sampled.
    private let record: Mutex<Record?>

    init(_ record: Record?, _ context: ServiceContext, finish: @escaping @Sendable (Record) -> Void) {
        self.record = Mutex(record)
        self.context = context
        self.finish = finish
    }

    var isRecording: Bool { record.withLock { $0 != nil } }

    var operationName: String {
        get { record.withLock { $0?.name ?? "" } }
        set { record.withLock { $0?.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { record.withLock { $0?.attributes ?? SpanAttributes() } }
        set { record.withLock { $0?.attributes = newValue } }
    }

    func setStatus(_ status: SpanStatus) { record.withLock { $0?.status = status } }

    func addEvent(_ event: SpanEvent) {
        record.withLock { if let count = $0?.events.count, count < Self.limit { $0?.events.append(event) } }
    }

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        var attributes = attributes
        // Its description may contain anything.
        attributes["exception.type"] = String(reflecting: type(of: error))
        addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    func addLink(_ link: SpanLink) {
        guard let trace = link.context.trace else { return }
        record.withLock {
            if let count = $0?.links.count, count < Self.limit { $0?.links.append((trace, link.attributes)) }
        }
    }

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard var record = record.withLock({ $0.take() }) else { return }
        record.end = max(record.start, instant().nanosecondsSinceEpoch)
        finish(record)
    }
}
