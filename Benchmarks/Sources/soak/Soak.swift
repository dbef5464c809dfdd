import BenchmarkKit
import Foundation
import Freshet
import FreshetTesting

/// Sixty-four calls at a time to servers that misbehave at random.
struct Soak {
    private static let callsAtOnce = 64
    private static let callsInWave = 2_000
    /// A call has ended after its timeout of 5 seconds, even on a busy machine.
    private static let hangs = Duration.seconds(60)

    private let seconds: Double
    private let seed: UInt64
    private let transport: AsyncHTTPClientTransport

    init(seconds: Double, seed: UInt64) throws {
        self.seconds = seconds
        self.seed = seed
        var configuration = AsyncHTTPClientTransport.Configuration()
        // A call does not wait for the connections of silent responses.
        configuration.connectionsPerHost = Self.callsAtOnce
        configuration.trustRoots = .certificates(try Certificate.all(inPEM: TestCertificates.authority))
        transport = AsyncHTTPClientTransport(configuration)
    }

    /// Runs waves of calls until the time is over.
    ///
    /// - Returns: Whether all was well.
    func run() async throws -> Bool {
        let start = ContinuousClock.now
        let tally = Tally()
        var memory: [Int] = []
        let watchdog = Task {
            while (try? await Task.sleep(for: .seconds(5))) != nil {
                guard let call = tally.oldestCall(olderThan: Self.hangs) else { continue }
                print("a call hangs: \(call)")
                exit(1)
            }
        }
        defer { watchdog.cancel() }
        var first = 0
        repeat {
            try await wave(from: first, until: start + .seconds(seconds), tally)
            first += Self.callsInWave
            memory.append(residentMemory().now)
        } while (ContinuousClock.now - start) < .seconds(seconds)
        return tally.report(seed: seed, seconds: (ContinuousClock.now - start) / .seconds(1), memory: memory)
    }

    /// Starts servers, calls them, and waits for a while until they have no exchange open.
    ///
    /// Servers of their own for each wave, since they record what they receive.
    private func wave(from first: Int, until end: ContinuousClock.Instant, _ tally: Tally) async throws {
        var servers: [LoopbackServer] = []
        for kind in Script.Server.allCases { servers.append(try await kind.start(seed: seed)) }
        let clients = servers.map { server in Client(Words(baseURL: server.baseURL), configuration) }
        await withTaskGroup(of: Void.self) { group in
            for number in first..<first + Self.callsInWave {
                if number >= first + Self.callsAtOnce { await group.next() }
                guard ContinuousClock.now < end else { break }
                group.addTask {
                    let script = Script(call: number, seed: seed)
                    let client = clients[script.server.rawValue]
                    tally.begin(number, "\(script)")
                    do throws(FetchError) {
                        tally.end(number, script, value: try await client.value(for: script.request))
                    } catch {
                        tally.end(number, script, error: error)
                    }
                }
            }
        }
        for (kind, server) in zip(Script.Server.allCases, servers) {
            // The wait is limited. What is open then is a figure of the report, since it may be the server that still
            // counts it.
            if (try? await server.wait { $0.openExchanges == 0 }) == nil {
                tally.leaveOpen(server.counts.openExchanges, at: "\(kind)")
            }
            await server.stop()
        }
    }

    private var configuration: ClientConfiguration {
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.limits.bodyBytes = 1 << 20
        configuration.limits.callTimeout = .seconds(5)
        configuration.limits.idleTimeout = .seconds(1)
        configuration.retry = RetryPolicy(attempts: 2, base: .zero, budget: nil)
        return configuration
    }
}

/// The service that the servers are.
struct Words: Service {
    let baseURL: String
}

/// What a server responds with: the path of its request.
struct Reply: Decodable, Sendable {
    let path: String
}
