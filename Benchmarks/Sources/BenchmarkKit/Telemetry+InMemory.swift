import FreshetTelemetry
import InMemoryTracing
import Metrics
import Synchronization

extension Telemetry {
    /// Makes a telemetry whose spans and metrics stay in memory.
    public convenience init(in tracer: InMemoryTracer) {
        var settings = Configuration()
        settings.tracer = tracer
        settings.metrics = Sums()
        self.init(settings)
    }
}

/// A factory of metrics that are sums.
private struct Sums: MetricsFactory {
    private final class Sum: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
        private let sum = Atomic<Int64>(0)

        func increment(by amount: Int64) { sum.wrappingAdd(amount, ordering: .relaxed) }
        func increment(by amount: Double) { increment(by: Int64(amount)) }
        func decrement(by amount: Double) { increment(by: -Int64(amount)) }
        func set(_ value: Int64) { sum.store(value, ordering: .relaxed) }
        func set(_ value: Double) { set(Int64(value)) }
        func record(_ value: Int64) { increment(by: value) }
        func record(_ value: Double) { increment(by: Int64(value)) }
        func recordNanoseconds(_ duration: Int64) { increment(by: duration) }
        func reset() { set(Int64(0)) }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { Sum() }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { Sum() }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Sum() }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler { Sum() }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
