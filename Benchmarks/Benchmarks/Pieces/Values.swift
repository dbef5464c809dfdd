import Benchmark
import FreshetCombine

/// The number of values that an iteration sends. A row has ten iterations, so a million values are sent.
let valueCount = 100_000

typealias Numbers = PassthroughSubject<Int, Never>

// On Linux, the operators that FreshetCombine has itself are measured beside OpenCombine's.
#if canImport(Combine)
typealias PlatformPublisher = Publisher
typealias PlatformPublishers = Publishers
#else
typealias PlatformPublisher = OpenCombine.Publisher
typealias PlatformPublishers = OpenCombine.Publishers
#endif

/// Measures sending values from a subject through a pipeline to a sink.
func measure<P: PlatformPublisher>(_ name: String, _ chain: @escaping (Numbers) -> P) {
    measure(name) { subject, count in
        chain(subject).sink(receiveCompletion: { _ in }, receiveValue: { _ in count() })
    }
}

/// Measures sending values from a subject to a given subscriber.
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

/// Measures values that several subjects send in turn, through a pipeline to a sink.
func measure<P: PlatformPublisher>(_ name: String, from inputs: Int, _ chain: @escaping ([Numbers]) -> P) {
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
