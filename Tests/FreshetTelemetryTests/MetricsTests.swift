#if Telemetry
import Foundation
import FreshetCore
import FreshetTelemetry
import FreshetTesting
import HTTPTypes
import InMemoryTracing
import MetricsTestKit
import Testing
import Tracing

/// The metrics of calls and of their requests.
@Suite(.timeLimit(.minutes(2)))
struct MetricsTests {
    private func dimensions(ofIDs ids: Range<Int>) async throws -> Int {
        let site = Telemetered { _ in Telemetered.movie }
        for id in ids { _ = try await site.client.value(for: .movie(id)) }
        return site.metrics.timers.count + site.metrics.counters.count + site.metrics.meters.count
    }

    @Test func manyIdsMakeNoFurtherDimensions() async throws {
        let few = try await dimensions(ofIDs: 0..<10)
        let many = try await dimensions(ofIDs: 0..<TestLength.count(1_000, long: 10_000))
        #expect(few == many && few > 2)
    }

    @Test func aRequestIsMeasuredByTheClientsTime() async throws {
        let clock = ManualClock()
        let site = Telemetered({ configuration, _ in configuration.time = clock.time }) { _ in
            clock.advance(by: .milliseconds(250))
            return Telemetered.movie
        }
        _ = try await site.client.value(for: .movie(7))
        let timer = try #require(site.metrics.timers(label: "http.client.request.duration").first)
        #expect(timer.values == [250_000_000])
        let dimensions = Dictionary(uniqueKeysWithValues: timer.dimensions.map { ($0.0, $0.1) })
        #expect(
            dimensions == [
                "http.request.method": "GET", "server.address": "movies.example", "server.port": "443",
                "url.template": "/3/movie/{id}", "http.response.status_code": "200",
            ])
        let span = try #require(site.spans(.client).first)
        // A date has the precision of a part of a microsecond.
        let duration = span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch
        #expect((249_999_000...250_001_000).contains(duration))
        let active = try #require(site.metrics.meters(label: "http.client.active_requests").first)
        #expect(active.values == [1, 0])
        #expect(active.dimensions.contains { $0 == ("url.template", "/3/movie/{id}") })
    }

    @Test func clientsCountTheirRequestsTogether() async throws {
        let inner = Telemetered { _ in Telemetered.movie }
        let outer = Telemetered({ _, settings in settings.metrics = inner.metrics }) { _ throws(FetchError) in
            _ = try await inner.client.value(for: .movie(8))
            return Telemetered.movie
        }
        _ = try await outer.client.value(for: .movie(7))
        #expect(inner.metrics.meters(label: "http.client.active_requests").first?.values == [1, 2, 1, 0])
    }

    @Test func dimensionsHaveOtherNamesOrNone() async throws {
        let site = Telemetered({ _, settings in
            settings.dimensions.method = "verb"
            settings.dimensions.port = nil
            settings.dimensions.template = nil
        }) { _ in .status(404) }
        await #expect(throws: FetchError.self) { try await site.client.value(for: .movie(7)) }
        let timer = try #require(site.metrics.timers.first)
        #expect(
            Set(timer.dimensions.map(\.0)) == ["verb", "server.address", "http.response.status_code", "error.type"])
    }

    @Test func withoutABackendNothingIsAdded() async throws {
        let stub = StubTransport { request in
            #expect(request.onMetrics == nil)
            return Telemetered.movie
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.plugins.append(Telemetry())
        let client = Client(Movies(), configuration)
        _ = try await client.value(for: .movie(7))
        #expect(stub.requests.count == 1)
        #expect(client.configuration.observers.isEmpty)
    }
}
#endif
