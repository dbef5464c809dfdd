import Freshet
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import GazetteWeb

/// What is counted, and how Prometheus reads it.
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    @Test func familiesAreWrittenInTheTextFormat() {
        let family = MetricFamily(
            name: "calls_total", help: "A \\ in\ntwo lines.", kind: .counter,
            samples: [
                .init(labels: [("service", "a\"b\\c\nd"), ("outcome", "x")], value: 3), .init(value: 0.25),
            ])
        #expect(
            family.text == #"""
                # HELP calls_total A \\ in\ntwo lines.
                # TYPE calls_total counter
                calls_total{service="a\"b\\c\nd",outcome="x"} 3
                calls_total 0.25

                """#)
    }

    @Test func bucketsOfAHistogramAreCumulative() {
        var histogram = Histogram(bounds: [0.1, 1])
        for value in [0.1, 0.5, 7] { histogram.observe(value) }
        let family = MetricFamily(
            name: "time", help: "h", kind: .histogram, samples: histogram.samples([("route", "page")]))
        let lines = family.text.split(separator: "\n").dropFirst(2)
        #expect(
            lines == [
                #"time_bucket{route="page",le="0.1"} 1"#, #"time_bucket{route="page",le="1"} 2"#,
                #"time_bucket{route="page",le="+Inf"} 3"#, #"time_sum{route="page"} 7.6"#,
                #"time_count{route="page"} 3"#,
            ])
    }

    @Test func requestsAndCallsAreCounted() async throws {
        let stub = StubTransport { request in
            request.head.path == "/users" ? .json("[]") : .status(404)
        }
        let metrics = WebMetrics()
        let clients = Site.clients(stub)
        var configuration = WebConfiguration(clients: clients)
        configuration.metrics = metrics
        let client = Client(Echo(), transport: stub, cache: nil, observers: [metrics.observer(of: "people")])
        _ = try await client.value(for: Freshet.Request<Echo, [Int]>("users"))
        await #expect(throws: FetchError.self) { try await client.value(for: Freshet.Request<Echo, [Int]>("none")) }
        try await Site.run(configuration) { get in
            for path in ["/people", "/people", "/nowhere", "/assets/none", "/healthz"] { _ = try await get(path, [:]) }
            let response = try await get("/metrics", [:])
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            for line in [
                #"gazette_requests_total{route="page",status="200"} 2"#,
                #"gazette_requests_total{route="page",status="404"} 1"#,
                #"gazette_requests_total{route="asset",status="404"} 1"#,
                #"gazette_requests_total{route="monitoring",status="200"} 1"#,
                #"gazette_request_seconds_count{route="page"} 3"#,
                #"gazette_calls_total{service="people",outcome="success"} 1"#,
                "gazette_live_pages 2", "gazette_open_streams 0", "# TYPE gazette_request_seconds histogram",
            ] { #expect(response.count(of: line + "\n") == 1, "\(line) in \(response.text)") }
            #expect(response.count(of: "gazette_calls_total{") == 2)
            #expect(response.count(of: "\nprocess_resident_memory_bytes ") == 1)
        }
    }

    private struct Echo: Service {
        let baseURL = "https://echo.example"
    }
}
