import Metrics
import Synchronization

/// Metrics that are kept in memory, and written in the text format of Prometheus.
///
/// Names are made from those of OpenTelemetry as its mapping to Prometheus prescribes: `http.client.request.duration`
/// becomes `http_client_request_duration_seconds`, and a counter ends with `_total`.
final class PrometheusFactory: MetricsFactory {
    /// The content type of ``text``.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private enum Kind: String {
        case counter, gauge, histogram
    }

    private struct Family {
        let kind: Kind
        /// The series by their labels, as they are written.
        var series: [String: Series] = [:]
    }

    /// The most series of one metric. Further ones are counted as one, as OpenTelemetry prescribes.
    private static let limit = 2000

    private let families = Mutex<[String: Family]>([:])

    /// All metrics, in the order of their names.
    var text: String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { name, family in
            "# TYPE \(name) \(family.kind.rawValue)\n"
                + family.series.sorted { $0.key < $1.key }.map { $1.text(name, labels: $0) }.joined()
        }.joined()
    }

    // MARK: - Instruments

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series("\(Self.name(label))_total", .counter, .number(0), dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(Self.name(label), .gauge, .number(0), dimensions)
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        aggregate
            ? series(Self.name(label), .histogram, .histogram(Histogram(bounds: Histogram.values)), dimensions)
            : series(Self.name(label), .gauge, .number(0), dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let histogram = Histogram(bounds: Histogram.seconds)
        return series("\(Self.name(label))_seconds", .histogram, .histogram(histogram), dimensions)
    }

    // What was counted is kept.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the series with some dimensions, which is one for all that ask for it.
    private func series(
        _ name: String, _ kind: Kind, _ start: Series.Value, _ dimensions: [(String, String)]
    ) -> Series {
        families.withLock { families in
            let family = families[name] ?? Family(kind: kind)
            // Of two instruments of one name and different kinds, the second counts for itself.
            guard family.kind == kind else { return Series(start) }
            var labels = Self.labels(dimensions)
            if let known = family.series[labels] { return known }
            if family.series.count >= Self.limit { labels = Self.labels([("otel.metric.overflow", "true")]) }
            let series = family.series[labels] ?? Series(start)
            families[name, default: family].series[labels] = series
            return series
        }
    }

    // MARK: - Texts

    /// Returns a name with the characters that Prometheus allows.
    private static func name(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
            return "\(Self.name(name))=\"\(escaped)\""
        }.joined(separator: ",")
    }
}

/// The values of a metric with the same labels.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Value {
        case number(Double)
        case histogram(Histogram)
    }

    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLock { $0 = .number(number) } }
    func record(_ number: Int64) { record(Double(number)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func reset() { set(0.0) }

    func record(_ number: Double) {
        value.withLock { value in
            guard case .histogram(var histogram) = value else { return value = .number(number) }
            histogram.observe(number)
            value = .histogram(histogram)
        }
    }

    private func add(_ amount: Double) {
        value.withLock { if case .number(let number) = $0 { $0 = .number(number + amount) } }
    }

    /// Returns the lines with the values.
    func text(_ name: String, labels: String) -> String {
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        switch value.withLock({ $0 }) {
        case .number(let number): return "\(name)\(braces) \(Self.text(number))\n"
        case .histogram(let histogram):
            var total = 0
            let comma = labels.isEmpty ? "" : ","
            let buckets = zip(histogram.bounds + [.infinity], histogram.counts).map { bound, count in
                total += count
                return "\(name)_bucket{\(labels)\(comma)le=\"\(Self.text(bound))\"} \(total)\n"
            }
            return buckets.joined()
                + "\(name)_sum\(braces) \(Self.text(histogram.sum))\n\(name)_count\(braces) \(total)\n"
        }
    }

    private static func text(_ value: Double) -> String {
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int(exactly: value).map(String.init) ?? (value.isNaN ? "NaN" : String(value))
    }
}
