import Benchmark

/// The small pieces: what one value, one stored answer or one shared call costs. `./bench pieces` runs them.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock, .cpuTotal], maxDuration: .seconds(2))
    operators()
    combinations()
    stores()
    sharing()
    merging()
}
