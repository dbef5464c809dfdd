import Benchmark
import FreshetCombine

/// How many values an iteration sends. A row has ten, so that a million pass.
let valueCount = 100_000

typealias Numbers = PassthroughSubject<Int, Never>

/// Measures values on their way from a subject to a sink.
func measure<P: Publisher>(_ name: String, _ chain: @escaping (Numbers) -> P) {
    measure(name) { subject, count in
        chain(subject).sink(receiveCompletion: { _ in }, receiveValue: { _ in count() })
    }
}

/// Measures values on their way from a subject to what is subscribed to it.
func measure(
    _ name: String, subscribe: @escaping (_ subject: Numbers, _ count: @escaping () -> Void) -> AnyCancellable
) {
    Benchmark("\(valueCount) values, \(name)", configuration: tenTimes) { benchmark in
        let subject = Numbers()
        var received = 0
        let subscription = subscribe(subject) { received += 1 }
        benchmark.timed {
            for value in 0..<valueCount { subject.send(value) }
        }
        subscription.cancel()
        precondition(received >= valueCount)
    }
}

/// Measures values that are sent by several subjects in turn, on their way to a sink.
func measure<P: Publisher>(_ name: String, from inputs: Int, _ chain: @escaping ([Numbers]) -> P) {
    Benchmark("\(valueCount) values, \(name) of \(inputs)", configuration: tenTimes) { benchmark in
        let subjects = (0..<inputs).map { _ in Numbers() }
        var received = 0
        let subscription = chain(subjects).sink(receiveCompletion: { _ in }, receiveValue: { _ in received += 1 })
        for subject in subjects { subject.send(0) }
        benchmark.timed {
            for value in 0..<valueCount { subjects[value % inputs].send(value) }
        }
        subscription.cancel()
        precondition(received >= valueCount / inputs)
    }
}
