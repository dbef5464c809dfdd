import Benchmark

/// The small pieces: what one value, one stored answer or one shared call costs. `./bench pieces` runs them.
let benchmarks: @Sendable () -> Void = {
    // The throughput is for the export, which wants it.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], maxDuration: .seconds(1), maxIterations: 10_000)
    operators()
    combinations()
    bridges()
    stores()
    calls()
    sharing()
    merging()
}
