import Benchmark
import Foundation

extension [BenchmarkMetric] {
    /// How long a piece takes, and the time that the processor spends on it.
    static var ofPieces: Self { [.wallClock, .processor] }
}

extension BenchmarkMetric {
    /// The time that all threads of this process get from the processor, in nanoseconds.
    ///
    /// The tool's own figure counts in steps of 10 ms.
    fileprivate static var processor: Self { .custom("Processor", useScalingFactor: false) }
}

/// Of rows whose one iteration does much.
var tenTimes: Benchmark.Configuration {
    Benchmark.Configuration(metrics: .ofPieces, maxDuration: .seconds(5), maxIterations: 10)
}

/// Of rows with a thousand calls in an iteration.
var fewer: Benchmark.Configuration {
    Benchmark.Configuration(metrics: .ofPieces, maxDuration: .seconds(3), maxIterations: 200)
}

/// Measures the whole of an operation.
func measure(
    _ name: String, _ configuration: Benchmark.Configuration, _ operation: @escaping () async throws -> Void
) {
    Benchmark(name, configuration: configuration) { benchmark in
        try await benchmark.timed(operation)
    }
}

extension Benchmark {
    /// Measures an operation.
    func timed<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
        startMeasurement()
        let start = processorNanoseconds()
        let value = try await operation()
        let spent = processorNanoseconds() - start
        stopMeasurement()
        measurement(.processor, spent)
        return value
    }

    /// Measures an operation that waits for nothing.
    func timed<Value>(_ operation: () throws -> Value) rethrows -> Value {
        startMeasurement()
        let start = processorNanoseconds()
        let value = try operation()
        let spent = processorNanoseconds() - start
        stopMeasurement()
        measurement(.processor, spent)
        return value
    }
}

private func processorNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
