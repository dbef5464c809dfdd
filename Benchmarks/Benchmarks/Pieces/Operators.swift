import Benchmark
import FreshetCombine

/// What it costs to send a value through an operator: OpenCombine's own first, then ours.
func operators() {
    measure("map (OpenCombine)") { $0.map { $0 + 1 } }
    measure("filter (OpenCombine)") { $0.filter { $0 >= 0 } }
    measure("tryMap (OpenCombine)") { $0.tryMap { $0 + 1 } }
    measure("share (OpenCombine)") { $0.share() }
    measure("switchToLatest (OpenCombine)") { $0.map { Just($0) }.switchToLatest() }
    measure("validate") { $0.validate { _ in } }
    measure("unwrap") { $0.map(Optional.some).unwrap(orThrow: Missing()) }
    measure("latest") { $0.latest { Just($0) } }
    measure("share(replay:)") { $0.share(replay: 1) }
    measure("convertToResult") { $0.convertToResult() }
    measure("convertToLoadingState") { $0.convertToLoadingState() }
}

private struct Missing: Error {}

private func measure<P: Publisher>(_ name: String, _ chain: @escaping (PassthroughSubject<Int, Never>) -> P) {
    let values = 1000
    Benchmark("\(name): \(values) values") { benchmark in
        let subject = PassthroughSubject<Int, Never>()
        var count = 0
        let subscription = chain(subject).sink(receiveCompletion: { _ in }, receiveValue: { _ in count += 1 })
        benchmark.startMeasurement()
        for value in 0..<values { subject.send(value) }
        benchmark.stopMeasurement()
        subscription.cancel()
        precondition(count >= values)
    }
}

/// Values of several publishers together.
func combinations() {
    for inputs in [2, 8, 100] {
        measure("combineLatest of \(inputs)", inputs: inputs) { $0.combineLatest() }
        measure("merge of \(inputs)", inputs: inputs) { Publishers.MergeMany($0) }
    }
    measure("zip (OpenCombine) of 2", inputs: 2) { $0[0].zip($0[1]) }
}

private func measure<P: Publisher>(
    _ name: String, inputs: Int, _ chain: @escaping ([PassthroughSubject<Int, Never>]) -> P
) {
    let values = 1000
    Benchmark("\(name): \(values) values") { benchmark in
        let subjects = (0..<inputs).map { _ in PassthroughSubject<Int, Never>() }
        var count = 0
        let subscription = chain(subjects).sink(receiveCompletion: { _ in }, receiveValue: { _ in count += 1 })
        for subject in subjects { subject.send(0) }
        benchmark.startMeasurement()
        for value in 0..<values { subjects[value % inputs].send(value) }
        benchmark.stopMeasurement()
        subscription.cancel()
        precondition(count >= values / inputs)
    }
}
