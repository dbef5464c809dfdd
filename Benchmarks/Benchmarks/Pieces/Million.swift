import Benchmark
import FreshetCombine

/// How many values a row sends: its milliseconds are nanoseconds a value.
let million = 1_000_000

typealias Numbers = PassthroughSubject<Int, Never>

/// Measures a million values on their way from a subject to a sink.
func measure<P: Publisher>(_ name: String, _ chain: @escaping (Numbers) -> P) {
    measure(name) { subject, count in
        chain(subject).sink(receiveCompletion: { _ in }, receiveValue: { _ in count() })
    }
}

/// Measures a million values on their way from a subject to what is subscribed to it.
func measure(_ name: String, subscribe: @escaping (_ subject: Numbers, _ count: @escaping () -> Void) -> AnyCancellable)
{
    Benchmark("a million values, \(name)") { benchmark in
        let subject = Numbers()
        var received = 0
        let subscription = subscribe(subject) { received += 1 }
        benchmark.startMeasurement()
        for value in 0..<million { subject.send(value) }
        benchmark.stopMeasurement()
        subscription.cancel()
        precondition(received >= million)
    }
}

/// Measures a million values, sent by several subjects in turn, on their way to a sink.
func measure<P: Publisher>(_ name: String, from inputs: Int, _ chain: @escaping ([Numbers]) -> P) {
    Benchmark("a million values, \(name) of \(inputs)") { benchmark in
        let subjects = (0..<inputs).map { _ in Numbers() }
        var received = 0
        let subscription = chain(subjects).sink(receiveCompletion: { _ in }, receiveValue: { _ in received += 1 })
        for subject in subjects { subject.send(0) }
        benchmark.startMeasurement()
        for value in 0..<million { subjects[value % inputs].send(value) }
        benchmark.stopMeasurement()
        subscription.cancel()
        precondition(received >= million / inputs)
    }
}
