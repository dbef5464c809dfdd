#if Telemetry
import FreshetCore
import HTTPTypes
import Metrics

/// The metrics of calls and requests.
///
/// Their dimensions have few values, since none contains a path or a query. One handler is made per
/// combination of values.
final class Instruments: Sendable {
    /// The dimensions of a request that has ended.
    struct Exchange: Hashable {
        let method: String
        let template: String?
        let server: ServerAddress
        let status: Int?
        let protocolVersion: String?
        let error: String?
    }

    private struct Active: Hashable {
        let method: String
        let template: String?
        let server: ServerAddress
    }

    private struct Counted: Hashable {
        let label: String
        let value: String
    }

    private struct Made {
        var durations: [Exchange: Timer] = [:]
        var active: [Active: Meter] = [:]
        var counters: [Counted: Counter] = [:]
    }

    private let factory: any MetricsFactory
    private let names: Telemetry.Dimensions
    private let made = Guarded(Made())

    init(_ factory: any MetricsFactory, _ names: Telemetry.Dimensions) {
        self.factory = factory
        self.names = names
    }

    func record(_ duration: Duration, _ exchange: Exchange) {
        let timer = made.withLock { made in
            if let known = made.durations[exchange] { return known }
            let values: [(String?, String?)] = [
                (names.method, exchange.method), (names.address, exchange.server.host),
                (names.port, exchange.server.port.map(String.init)), (names.template, exchange.template),
                (names.status, exchange.status.map(String.init)), (names.protocolVersion, exchange.protocolVersion),
                (names.error, exchange.error),
            ]
            let timer = Timer(
                label: "http.client.request.duration", dimensions: Self.dimensions(values),
                preferredDisplayUnit: .seconds, factory: factory)
            made.durations[exchange] = timer
            return timer
        }
        let (seconds, attoseconds) = duration.components
        timer.recordNanoseconds(
            seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
                + attoseconds / 1_000_000_000)
    }

    /// Counts a request at its start.
    func beginRequest(_ method: String, _ template: String?, _ server: ServerAddress) {
        activeRequests(Active(method: method, template: template, server: server)).increment()
    }

    /// Counts a request at its end.
    func endRequest(_ method: String, _ template: String?, _ server: ServerAddress) {
        activeRequests(Active(method: method, template: template, server: server)).decrement()
    }

    private func activeRequests(_ active: Active) -> Meter {
        made.withLock { made in
            if let known = made.active[active] { return known }
            let values: [(String?, String?)] = [
                (names.method, active.method), (names.address, active.server.host),
                (names.port, active.server.port.map(String.init)), (names.template, active.template),
            ]
            let meter = Meter(
                label: "http.client.active_requests", dimensions: Self.dimensions(values), factory: factory)
            made.active[active] = meter
            return meter
        }
    }

    /// Counts a call that has ended as `network`, `cache`, `stale`, `confirmed`, `shared`, `failed`
    /// or `cancelled`.
    func countCall(_ end: String, bytes: Int) {
        count("freshet.calls", "freshet.source", end)
        if bytes > 0 { count("freshet.bytes", "freshet.source", end, by: bytes) }
    }

    func countRetry(_ cause: String) { count("freshet.retries", "freshet.cause", cause) }

    func countCache(_ result: String) { count("freshet.cache", "freshet.result", result) }

    private func count(_ label: String, _ dimension: String, _ value: String, by amount: Int = 1) {
        let counter = made.withLock { made in
            let key = Counted(label: label, value: value)
            if let known = made.counters[key] { return known }
            let counter = Counter(label: label, dimensions: [(dimension, value)], factory: factory)
            made.counters[key] = counter
            return counter
        }
        counter.increment(by: amount)
    }

    private static func dimensions(_ values: [(name: String?, value: String?)]) -> [(String, String)] {
        values.compactMap { name, value in
            guard let name, let value else { return nil }
            return (name, value)
        }
    }
}
#endif
