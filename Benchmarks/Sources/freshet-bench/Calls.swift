import Freshet
import FreshetTesting

/// What a call costs beside its exchange: alone, and by way of an exchange that others might share.
enum Calls {
    static func measure() async throws {
        let client = Client(Words(), transport: Echo(), cache: nil)
        for _ in 0..<2 {
            for sharing in [RequestSharing.never, .inFlight] {
                let request = Request<Words, [String]>("all").sharing(sharing)
                let count = 100_000
                let start = ContinuousClock.now
                for _ in 0..<count { _ = try await client.value(for: request) }
                let each = (ContinuousClock.now - start) / .microseconds(1) / Double(count)
                print("\(sharing): \((each * 100).rounded() / 100) µs a call")
            }
        }
    }
}
