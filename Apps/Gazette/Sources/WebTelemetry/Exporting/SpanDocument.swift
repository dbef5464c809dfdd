import Foundation
import Tracing

/// Spans as a collector receives them: `ExportTraceServiceRequest` of OpenTelemetry's protocol, in JSON.
///
/// Ids are hexadecimal there, and numbers of 64 bits are texts (OTLP 1.x, JSON Protobuf Encoding).
enum SpanDocument {
    /// - Parameter resource: What the spans come from, such as `service.name`.
    static func data(_ spans: [RecordedSpan.Record], resource: [String: String]) throws -> Data {
        let attributes = SpanAttributes(resource.mapValues { .string($0) })
        let scope: [String: Any] = ["scope": ["name": "gazette"], "spans": spans.map(object)]
        let group: [String: Any] = ["resource": ["attributes": list(attributes)], "scopeSpans": [scope]]
        return try JSONSerialization.data(
            withJSONObject: ["resourceSpans": [group]], options: [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func object(_ span: RecordedSpan.Record) -> [String: Any] {
        var object: [String: Any] = [
            "traceId": span.trace.traceID.hex, "spanId": span.trace.spanID.hex, "name": span.name,
            "kind": span.kind.number, "startTimeUnixNano": String(span.start), "endTimeUnixNano": String(span.end),
            "attributes": list(span.attributes),
        ]
        object["parentSpanId"] = span.parent?.hex
        object["traceState"] = span.trace.state
        object["status"] = span.status.map { ["code": $0.code == .ok ? 1 : 2] }
        object["events"] = span.events.map { event -> [String: Any] in
            [
                "timeUnixNano": String(event.nanosecondsSinceEpoch), "name": event.name,
                "attributes": list(event.attributes),
            ]
        }
        object["links"] = span.links.map { link -> [String: Any] in
            [
                "traceId": link.trace.traceID.hex, "spanId": link.trace.spanID.hex,
                "attributes": list(link.attributes),
            ]
        }
        return object
    }

    private static func list(_ attributes: SpanAttributes) -> [[String: Any]] {
        var pairs: [(key: String, value: SpanAttribute)] = []
        attributes.forEach { pairs.append(($0, $1)) }
        return pairs.sorted { $0.key < $1.key }.map { ["key": $0.key, "value": value($0.value)] }
    }

    private static func value(_ value: SpanAttribute) -> [String: Any] {
        switch value {
        case .string(let text): ["stringValue": text]
        case .int32(let number): ["intValue": String(number)]
        case .int64(let number): ["intValue": String(number)]
        // JSON has no infinity.
        case .double(let number): number.isFinite ? ["doubleValue": number] : ["stringValue": "\(number)"]
        case .bool(let flag): ["boolValue": flag]
        case .stringConvertible(let value): ["stringValue": "\(value)"]
        case .stringArray(let texts): ["arrayValue": ["values": texts.map { ["stringValue": $0] }]]
        default: ["stringValue": "\(value)"]
        }
    }
}

extension SpanKind {
    fileprivate var number: Int {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
