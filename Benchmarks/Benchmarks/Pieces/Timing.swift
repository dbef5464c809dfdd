import Benchmark
import Foundation

extension [BenchmarkMetric] {
    /// The metrics of a benchmark: the elapsed time and the processor time.
    static var ofPieces: Self { [.wallClock, .processor] }
}

extension BenchmarkMetric {
    /// The processor time of all threads of this process, in nanoseconds.
    ///
    /// The processor metric of the benchmark package counts in steps of 10 ms.
    fileprivate static var processor: Self { .custom("Processor", useScalingFactor: false) }
}

/// The configuration of benchmarks whose single iteration takes long: at most ten iterations.
var tenTimes: Benchmark.Configuration {
    Benchmark.Configuration(metrics: .ofPieces, maxDuration: .seconds(5), maxIterations: 10)
}

/// The configuration of benchmarks with a thousand calls in an iteration.
var fewer: Benchmark.Configuration {
    Benchmark.Configuration(metrics: .ofPieces, maxDuration: .seconds(3), maxIterations: 200)
}

/// Adds a benchmark that measures an operation as a whole.
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

    /// Measures a synchronous operation.
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
