#if Telemetry
import Foundation
import FreshetCore
import FreshetTelemetry
import FreshetTesting
import HTTPTypes
import InMemoryTracing
import Metrics
import MetricsTestKit
import Tracing

/// A service of movies.
struct Movies: Service {
    struct Movie: Codable, Equatable, Sendable {
        let id: Int
    }

    var baseURL = "https://movies.example/3"

    var credentials: Credentials? { .query("api_key", "hush") }
}

extension Request where API == Movies, Value == Movies.Movie {
    static func movie(_ id: Int) -> Self { Request("movie/\(id, as: "id")", query: ["language": "de"]) }
}

/// A client whose spans and metrics are kept in memory.
struct Telemetered {
    let tracer = InMemoryTracer()
    let metrics = TestMetrics()
    let clock = ManualClock()
    let client: Client<Movies>
    let stub: StubTransport

    init(
        cache: HTTPCache? = nil, retry: RetryPolicy = .never,
        _ change: (inout ClientConfiguration, inout Telemetry.Configuration) -> Void = { _, _ in },
        response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) {
        stub = StubTransport(response)
        var configuration = ClientConfiguration(transport: stub, cache: cache)
        configuration.retry = retry
        configuration.time = clock.time
        var settings = Telemetry.Configuration()
        settings.tracer = tracer
        settings.metrics = metrics
        change(&configuration, &settings)
        configuration.plugins.append(Telemetry(settings))
        client = Client(Movies(), configuration)
    }

    static let movie = StubTransport.Response.json(#"{"id":7}"#)

    /// The finished spans of a kind, in the order in which they began.
    func spans(_ kind: SpanKind) -> [FinishedInMemorySpan] {
        tracer.finishedSpans.filter { $0.kind == kind }.sorted { $0.spanID < $1.spanID }
    }

    /// The number of requests that are under way, by the metric.
    var activeRequests: Double { metrics.meters.reduce(0) { $0 + ($1.lastValue ?? 0) } }

    func count(_ label: String, _ value: String) -> Int64 {
        metrics.counters(label: label).filter { $0.dimensions.contains { $0.1 == value } }
            .reduce(0) { $0 + $1.totalValue }
    }
}

extension FinishedInMemorySpan {
    func text(_ name: String) -> String? {
        switch attributes.get(name) {
        case .string(let text): text
        case .int64(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .double(let number): "\(number)"
        default: nil
        }
    }
}
#endif
