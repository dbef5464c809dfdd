#if !canImport(Combine)
import CombineOrOpenCombine

/// A subscription to several publishers that passes on their values as they arrive.
typealias Merger<Downstream: Subscriber> = Combiner<MergedValues<Downstream.Input>, Downstream>

/// The values of several publishers in the order of their arrival, and the demand that each
/// publisher was asked for.
///
/// Unless demand is unlimited, each is asked for one value at a time, so that at most one value of
/// each waits.
struct MergedValues<Value>: CombinedValues {
    private let waiting = ValueQueue<(value: Value, index: Int)>()
    private var asked: [Subscribers.Demand]
    private var unfinished: Int

    init(count: Int) {
        asked = Array(repeating: .none, count: count)
        unfinished = count
    }

    mutating func insert(_ value: Value, at index: Int) { waiting.append((value, index)) }

    mutating func next() -> Value? {
        guard let next = waiting.popFirst()?.value else { return nil }
        if asked[next.index] != .unlimited { asked[next.index] = .none }
        return next.value
    }

    mutating func skip() {}
    mutating func finish(_ index: Int) { unfinished -= 1 }
    var isOver: Bool { unfinished == 0 && waiting.isEmpty }

    mutating func demand(
        of index: Int, added: Subscribers.Demand, total: Subscribers.Demand
    ) -> Subscribers.Demand {
        let demand = min(total, total == .unlimited ? .unlimited : .max(1))
        guard demand > asked[index] else { return .none }
        asked[index] = demand
        return demand
    }
}

extension Combiner where Values == MergedValues<Downstream.Input> {
    /// Subscribes to every publisher, and then passes the subscription to the subscriber.
    static func start(_ downstream: Downstream, _ publishers: [(Combiner, Int) -> Void]) {
        let merger = Combiner(downstream, values: MergedValues(count: publishers.count), count: publishers.count)
        for (index, attach) in publishers.enumerated() { attach(merger, index) }
        merger.start()
    }
}

extension Publisher {
    func attach<Downstream>(_ merger: Merger<Downstream>, _ index: Int)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        subscribe(merger, at: index) { $0.insert($1, at: index) }
    }
}
#endif
