import Benchmark

/// The benchmarks of small operations: one value, one stored response, one shared call. `./bench pieces` runs them.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: .ofPieces, maxDuration: .seconds(1), maxIterations: 10_000)
    operators()
    combinations()
    bridges()
    stores()
    calls()
    interceptors()
    observation()
    tapes()
    sharing()
    resources()
    merging()
    eventStreams()
    pages()
    readingFeeds()
    uploads()
}
