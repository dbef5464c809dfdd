import Emulator
public import Foundation
public import Freshet
import Synchronization

/// The five services, emulated inside of the process on a day that is always the same.
///
/// With it an example runs without keys and without a network, and prints the same each time. An app has nothing of it:
/// it leaves the `transport` of its clients out.
public struct EmulatedServices: Sendable {
    /// Leads the services' own addresses to this process.
    public let transport: any Transport
    /// Where all of them response, for code that knows nothing of transports.
    public let address: URL
    private let running: RunningEmulator
    private let clock: Clock

    /// Starts the services, runs a body and stops them.
    public static func run(_ body: (EmulatedServices) async throws -> Void) async throws {
        let services = try await EmulatedServices()
        do {
            try await body(services)
        } catch {
            await services.stop()
            throw error
        }
        await services.stop()
    }

    private init() async throws {
        let clock = Clock()
        self.clock = clock
        var configuration = EmulatorConfiguration()
        configuration.now = { clock.time.withLock { $0 } }
        configuration.seed = 1
        let running = try await Emulator(configuration).start()
        self.running = running
        let origin = "http://127.0.0.1:\(running.port)"
        address = URL(string: origin) ?? URL(filePath: "/")
        transport = try RoutingTransport(
            DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: Emulator.origins.map { ($0, origin) }))
    }

    /// The time of the services, which stands still until it is moved.
    public var now: Date { clock.time.withLock { $0 } }

    /// Lets time pass in the world of the services: what happens there meanwhile has happened.
    public func pass(_ duration: Duration) {
        clock.time.withLock { $0 += duration / .seconds(1) }
    }

    /// Stops the services before the end of the body: later requests are refused.
    public func stop() async {
        await running.stop()
    }

    /// A time that is moved by hand; it begins on 14 March 2026 at 15:09:26 in UTC.
    private final class Clock: Sendable {
        let time = Mutex(Date(timeIntervalSince1970: 1_773_500_966))
    }
}
