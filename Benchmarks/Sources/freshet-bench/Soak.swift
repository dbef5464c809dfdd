import Foundation
import Freshet
import FreshetTesting

/// Makes a hundred thousand calls, a tenth of whose exchanges fail at random, and reports open exchanges and memory.
enum Soak {
    static func measure() async throws {
        let waves = 20
        let callsAWave = 5000
        var faulty: FaultyTransport? = FaultyTransport(
            Echo(), share: 0.1, seed: 7)
        weak let transport = faulty
        var client = faulty.map { faulty in
            var configuration = ClientConfiguration(transport: faulty, cache: nil)
            configuration.retry = RetryPolicy(base: .zero, budget: nil)
            configuration.rateLimit = RateLimit(callsAtOnce: 64, waiters: callsAWave)
            return Client(Words(), configuration)
        }
        var succeeded = 0
        var memory: [Int] = []
        let start = ContinuousClock.now
        for wave in 0..<waves {
            guard let client else { break }
            succeeded += await calls(callsAWave, from: wave * callsAWave, by: client)
            memory.append(residentMemory().now)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        while transport?.openExchanges ?? 0 > 0 { await Task.yield() }
        print("\(waves * callsAWave) calls, \(succeeded) values, in \((seconds * 10).rounded() / 10) s")
        print("\(faulty?.exchanges ?? 0) exchanges, \(faulty?.faults ?? 0) faults, \(faulty?.openExchanges ?? 0) open")
        print("memory after each wave in MiB: \(memory.map { "\($0 >> 20)" }.joined(separator: " "))")
        client = nil
        faulty = nil
        // Every task of a call retains the transport. When the transport is released, no task is left.
        while transport != nil { await Task.yield() }
        print("no task is left")
    }

    /// Makes calls concurrently: a tenth of them is cancelled, and groups of four are identical.
    private static func calls(_ count: Int, from first: Int, by client: Client<Words>) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in first..<first + count {
                group.addTask {
                    let request = Request<Words, [String]>("w\(number / 4)")
                    let task = Task { try? await client.value(for: request) }
                    if number % 10 == 0 { task.cancel() }
                    return await task.value != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
