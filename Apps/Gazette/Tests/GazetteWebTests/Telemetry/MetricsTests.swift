import Freshet
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Metrics
import NIOCore
import Testing

@testable import GazetteWeb
@testable import WebTelemetry

/// What is measured, and how Prometheus reads it.
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    private let factory = PrometheusFactory()

    @Test func namesAndLabelsAreThoseOfPrometheus() {
        Counter(label: "freshet.calls", dimensions: [("freshet.source", "a\"b\\c\nd")], factory: factory).increment(
            by: 3)
        Counter(label: "freshet.calls", dimensions: [("freshet.source", "cache")], factory: factory).increment()
        Counter(label: "freshet.calls", dimensions: [("freshet.source", "cache")], factory: factory).increment()
        let active = Meter(label: "http.client.active_requests", factory: factory)
        active.set(2)
        active.increment(by: 1.5)
        active.decrement(by: 1)
        Gauge(label: "part", factory: factory).record(0.25)
        #expect(
            factory.text == #"""
                # TYPE freshet_calls_total counter
                freshet_calls_total{freshet_source="a\"b\\c\nd"} 3
                freshet_calls_total{freshet_source="cache"} 2
                # TYPE http_client_active_requests gauge
                http_client_active_requests 2.5
                # TYPE part gauge
                part 0.25

                """#)
    }

    @Test func bucketsOfAHistogramAreCumulative() {
        let timer = Timer(label: "time", dimensions: [("http.route", "/")], factory: factory)
        for milliseconds in [5, 6, 10_000, 70_000] { timer.recordMilliseconds(milliseconds) }
        let lines = factory.text.split(separator: "\n")
        #expect(lines.first == "# TYPE time_seconds histogram")
        for line in [
            #"time_seconds_bucket{http_route="/",le="0.005"} 1"#, #"time_seconds_bucket{http_route="/",le="0.01"} 2"#,
            #"time_seconds_bucket{http_route="/",le="7.5"} 2"#, #"time_seconds_bucket{http_route="/",le="10"} 3"#,
            #"time_seconds_bucket{http_route="/",le="+Inf"} 4"#, #"time_seconds_sum{http_route="/"} 80.011"#,
            #"time_seconds_count{http_route="/"} 4"#,
        ] { #expect(lines.contains(Substring(line)), "\(line)") }
        let sizes = Recorder(label: "sizes", factory: factory)
        sizes.record(7)
        sizes.record(Double.nan)
        #expect(factory.text.contains("sizes_bucket{le=\"10\"} 1\n"))
        #expect(factory.text.contains("sizes_sum 7\nsizes_count 1\n"))
    }

    @Test func tenThousandValuesOfADimensionAreBounded() {
        for id in 0..<10_000 { Counter(label: "calls", dimensions: [("id", "\(id)")], factory: factory).increment() }
        let lines = factory.text.split(separator: "\n")
        #expect(lines.count == 2002)
        #expect(lines.contains(#"calls_total{otel_metric_overflow="true"} 8000"#))
    }

    @Test func aNameOfTwoKindsIsWrittenOnce() {
        Meter(label: "a.b", factory: factory).set(1)
        Recorder(label: "a_b", factory: factory).record(5)
        #expect(factory.text == "# TYPE a_b gauge\na_b 1\n")
    }

    @Test func requestsAreMeasuredByTheirRoutes() async throws {
        let telemetry = WebTelemetry(tracer: nil)
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.telemetry = telemetry
        try await Site.run(configuration) { get in
            for path in ["/people", "/people", "/people/7", "/nowhere", "/assets/none", "/healthz"] {
                _ = try await get(path, [:])
            }
            #expect(try await get("/metrics", [:]).status == 404)
        }
        let text = telemetry.prometheus.text
        for (route, status, count) in [
            (#"http_route="/people""#, 200, 2), (#"http_route="/people/{id}""#, 404, 1),
            (#"http_route="/assets/{name}""#, 404, 1), (#"http_route="/healthz""#, 200, 1),
        ] {
            let labels = #"http_request_method="GET",http_response_status_code="\#(status)",\#(route)"#
            #expect(text.contains("http_server_request_duration_seconds_count{\(labels)} \(count)\n"), "\(text)")
        }
        // What is no page has no route.
        let labels = #"http_request_method="GET",http_response_status_code="404""#
        #expect(text.contains("http_server_request_duration_seconds_count{\(labels)} 2\n"))
    }

    @Test func theAddressOfTheMetricsServesNothingElse() async throws {
        let telemetry = WebTelemetry(tracer: nil)
        let metrics = WebMetrics(factory: telemetry.metrics)
        let server = TelemetryServer(telemetry: telemetry, measure: { metrics.note(streams: 3, pages: 2) }) { _ in }
        try await Application(router: server.router()).test(.live) { client in
            let response = try await client.execute(uri: "/metrics", method: .get)
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let text = String(buffer: response.body)
            #expect(text.contains("gazette_live_pages 2\n") && text.contains("gazette_open_streams 3\n"))
            #expect(text.contains("# TYPE process_resident_memory_bytes gauge\n"))
            #expect(try await client.execute(uri: "/", method: .get).status == 404)
        }
    }

    @Test func aServerForThisMachineAnswersForItsNamesAlone() {
        #expect(!HostCheck(listeningAt: "127.0.0.1").accepts("evil.example:9464"))
        #expect(HostCheck(listeningAt: "::1").accepts("[::1]:9464"))
        #expect(HostCheck(listeningAt: "0.0.0.0").accepts("metrics.example:9464"))
    }

    @Test(
        "Addresses of metrics",
        arguments: [
            ("127.0.0.1:9464", "127.0.0.1:9464"), ("[::1]:0", "[::1]:0"), ("metrics.example:80", "metrics.example:80"),
            ("9464", nil), (":9464", nil), ("127.0.0.1", nil), ("127.0.0.1:65536", nil), ("::1:80", nil),
            ("http://127.0.0.1:80", nil), ("127.0.0.1:80/metrics", nil), ("a b:80", nil), ("", nil),
        ])
    func addresses(text: String, expected: String?) {
        #expect(TelemetryAddress(text)?.description == expected)
    }

    @Test(
        "Patterns of paths",
        arguments: [
            ("/movies/12", "/movies/{id}"), ("/movies/top-rated", "/movies/top-rated"),
            ("/movies/search", "/movies/search"), ("/hn/item/8863", "/hn/item/{id}"),
            ("/hn/user/pg", "/hn/user/{name}"),
            ("/hn/top.rss", "/hn/{list}"), ("/hn/item/1/2", nil), ("/secret", nil), ("/live/abc", nil), ("/", "/"),
            ("/x", nil), ("", "/"), ("//", "/"),
        ])
    func patterns(path: String, expected: String?) {
        #expect(Routes.table.route(.get, path)?.path == expected)
    }
}
