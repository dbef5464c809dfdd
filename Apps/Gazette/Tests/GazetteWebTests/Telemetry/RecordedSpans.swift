import NIOConcurrencyHelpers

@testable import WebTelemetry

/// The spans that have ended.
final class RecordedSpans: Sendable {
    private let spans = NIOLockedValueBox<[RecordedSpan.Record]>([])

    var all: [RecordedSpan.Record] { spans.withLockedValue { $0 } }

    @Sendable func add(_ span: RecordedSpan.Record) { spans.withLockedValue { $0.append(span) } }
}
