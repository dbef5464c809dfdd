#if Telemetry
import Freshet
import FreshetTelemetry
import FreshetTesting
import InMemoryTracing
import Metrics
import Testing
import Tracing

// The code of the guide Tracing and metrics with OpenTelemetry, and of the comments about telemetry.

func start(reportingTo tracer: some Tracer, _ metrics: any MetricsFactory) -> Client<Weather> {
    InstrumentationSystem.bootstrap(tracer)
    MetricsSystem.bootstrap(metrics)
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(Telemetry())
    return Client(Weather(), configuration)
}

func tracedCalls() -> Client<Weather> {
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(Telemetry())
    return Client(Weather(), configuration)
}

extension Request where API == Weather, Value == Forecast {
    static func forecast(station: Int) -> Self { Request("stations/\(station, as: "station")/forecast") }
}

func telemetry() -> Telemetry {
    var configuration = Telemetry.Configuration()
    configuration.propagation = ["https://images.weather.example"]
    configuration.dimensions.port = nil
    return Telemetry(configuration)
}

@Suite(.timeLimit(.minutes(1)))
struct TelemetrySnippets {
    @Test func aCallIsASpan() async throws {
        let tracer = InMemoryTracer()
        var settings = Telemetry.Configuration()
        settings.tracer = tracer
        let stub = StubTransport { _ in .json(#"{"text":"Rain"}"#) }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.plugins.append(Telemetry(settings))
        let weather = Client(Weather(), configuration)
        _ = try await weather.value(for: .forecast(station: 7))
        #expect(tracer.finishedSpans.contains { $0.operationName == "GET /v1/stations/{station}/forecast" })
    }
}
#endif
