import BenchmarkKit
import Dispatch
import Foundation
import Freshet
import FreshetTelemetry
import FreshetTesting
import InMemoryTracing

/// Measures the time of a call without its exchange: with and without sharing of the exchange.
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
        try await measureSession()
    }

    /// Measures how much longer a call with a session takes than a call with a fixed credential.
    ///
    /// The token of the session needs no renewal. Both are measured in turns, since the speed of a machine may halve
    /// within a second.
    private static func measureSession() async throws {
        let rounds = 201
        let fixed = Client(Words(credentials: .bearer("token")), transport: Echo(), cache: nil)
        var configuration = ClientConfiguration(transport: Echo(), cache: nil)
        let token = StoredToken(account: "ann", token: "token", requested: .now)
        let session = AuthenticationSession(OneToken(), configuration, store: MemoryTokenStore(token))
        configuration.authentication = .session(session)
        let signedIn = Client(Words(), configuration)
        var differences: [Double] = []
        for round in 0..<rounds {
            var taken = [0.0, 0.0]
            for turn in round..<round + 2 { taken[turn % 2] = try await processTime(of: [fixed, signedIn][turn % 2]) }
            differences.append(taken[1] - taken[0])
        }
        differences.sort()
        let (low, middle, high) = (differences[rounds / 4], differences[rounds / 2], differences[rounds * 3 / 4])
        print("a session: \(middle.text(2)) µs more than a credential (half of all: \(low.text(2)) to \(high.text(2)))")
    }

    /// Returns the processor time of a call in microseconds.
    private static func processTime(of client: Client<Words>) async throws -> Double {
        let (request, count) = (Request<Words, [String]>("all").sharing(.never), 200)
        let start = clock()
        for _ in 0..<count { _ = try await client.value(for: request) }
        return Double(clock() - start) * 1e6 / Double(CLOCKS_PER_SEC) / Double(count)
    }

    /// Puts the same token on each request.
    private struct OneToken: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }

        func lifetime(of token: String) -> Duration? { .seconds(3600) }
    }
}
