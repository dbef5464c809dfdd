import Benchmark
import BenchmarkKit
import Freshet
import FreshetTelemetry
import InMemoryTracing
import Logging
import Tracing

/// Measures what spans, metrics and the log of the wire add to a call.
///
/// The rows without them are those of ``interceptors()``.
func observation() {
    measureTelemetry("with Telemetry", control: "no-store") { nil }
    measureTelemetry("served fresh from memory, with Telemetry", control: "max-age=3600") { HTTPCache() }
    measureTracer()
    measureCalls("with WireLog off") { configuration in
        let logger = Logger(label: "wire") { _ in SwiftLogNoOpLogHandler() }
        configuration.transport = WireLog(around: configuration.transport, logger: logger)
    }
    measureCalls("with WireLog on") { configuration in
        configuration.transport = WireLog(around: configuration.transport) { blackHole($0) }
    }
}

/// Measures the tracer of the rows above alone, with the spans and attributes of calls that are fetched.
private func measureTracer() {
    let tracer = InMemoryTracer(recordInjections: false)
    Benchmark("1000 pairs of spans in memory, without calls", configuration: fewer) { benchmark in
        benchmark.timed {
            for _ in 0..<1000 {
                let call = tracer.startSpan("GET all", context: .topLevel)
                let attempt = tracer.startSpan("GET all", context: call.context, ofKind: .client)
                attempt.updateAttributes {
                    $0["http.request.method"] = "GET"
                    $0["server.address"] = "words.example"
                    $0["server.port"] = 443
                    $0["url.full"] = "https://words.example/all"
                    $0["url.template"] = "all"
                }
                attempt.attributes["http.response.status_code"] = 200
                attempt.end()
                call.updateAttributes {
                    $0["freshet.call"] = 1
                    $0["freshet.source"] = "network"
                }
                call.end()
            }
        }
        tracer.clearAll()
    }
}

/// Measures calls without a tracer and a factory of metrics, and with those that keep all in memory.
private func measureTelemetry(_ name: String, control: String, _ makeCache: @escaping () -> HTTPCache?) {
    measureCalls("\(name) and no backend", control: control) { configuration in
        configuration.cache = makeCache()
        configuration.plugins.append(Telemetry())
    }
    let tracer = InMemoryTracer(recordInjections: false)
    measureCalls("\(name) in memory", control: control, reset: { tracer.clearAll() }) { configuration in
        configuration.cache = makeCache()
        configuration.plugins.append(Telemetry(in: tracer))
    }
}
