import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

/// Many calls of which a tenth fail at random; the benchmarks run the same with a hundred thousand.
@Suite(.timeLimit(.minutes(5)))
struct SoakTests {
    private struct Words: Service {
        let baseURL = "https://words.example"
    }

    @Test(
        "Random faults leave nothing open and no call without an end",
        arguments: 1...UInt64(TestLength.count(1, long: 3)))
    func soak(seed: UInt64) async throws {
        let events = EventRecorder()
        weak var transport: FaultyTransport?
        do {
            let faulty = FaultyTransport(StubTransport { _ in .json(#"["a"]"#) }, share: 0.1, seed: seed)
            transport = faulty
            try await soak(faulty, events)
        }
        // Every task of a call holds the transport: when it is gone, so are they.
        try await eventually { transport == nil }
    }

    private func soak(_ faulty: FaultyTransport, _ events: EventRecorder) async throws {
        var configuration = ClientConfiguration(transport: faulty, cache: nil)
        configuration.retry = RetryPolicy(base: .zero, budget: nil)
        configuration.rateLimit = RateLimit(callsAtOnce: 16, waiters: 4000)
        configuration.observers = [events]
        let client = Client(Words(), configuration)
        let count = 2000
        let values = await withTaskGroup(of: [String]?.self) { group in
            for number in 0..<count {
                group.addTask {
                    let task = Task { try? await client.value(for: Request<Words, [String]>("w\(number % 500)")) }
                    if number % 10 == 0 { task.cancel() }
                    return await task.value
                }
            }
            return await group.reduce(into: [[String]]()) { values, value in if let value { values.append(value) } }
        }
        try await eventually { faulty.openExchanges == 0 }
        // One call in a thousand fails three times.
        #expect(values.count > count * 8 / 10)
        #expect(values.allSatisfy { $0 == ["a"] })
        #expect(faulty.faults > 0)
        let steps = Dictionary(grouping: events.events, by: \.call).mapValues { $0.map(\.step) }
        #expect(steps.values.allSatisfy { $0.first == .started && $0.count(where: Self.isEnd) == 1 })
        #expect(steps.values.allSatisfy { $0.last.map(Self.isEnd) == true })
        let endings = events.events.count { if case .finished = $0.step { true } else { false } }
        #expect(endings == values.count)
    }

    private static func isEnd(_ step: FetchEvent.Step) -> Bool {
        switch step {
        case .finished, .failed, .cancelled: true
        default: false
        }
    }
}
