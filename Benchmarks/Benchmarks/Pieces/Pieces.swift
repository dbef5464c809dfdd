import Benchmark

/// The small pieces: what one value, one stored response or one shared call costs. `./bench pieces` runs them.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: .ofPieces, maxDuration: .seconds(1), maxIterations: 10_000)
    operators()
    combinations()
    bridges()
    stores()
    calls()
    interceptors()
    sharing()
    resources()
    merging()
    eventStreams()
    pages()
    uploads()
}
