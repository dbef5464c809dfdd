import Emulator
public import Foundation
public import Freshet
import Synchronization

/// The five services, emulated in this process at a fixed date.
///
/// An example that uses them runs without keys and without a network, and prints the same each time. An app does not
/// need them: it omits the `transport` of its clients.
public struct EmulatedServices: Sendable {
    /// A transport that sends requests for the addresses of the services to the emulator in this process.
    public let transport: any Transport
    /// The address of the emulator of all services, for code that does not use a transport.
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

    /// The present time of the services, which only ``pass(_:)`` changes.
    public var now: Date { clock.time.withLock { $0 } }

    /// Advances the time of the services. Their data changes as if that time had passed.
    public func pass(_ duration: Duration) {
        clock.time.withLock { $0 += duration / .seconds(1) }
    }

    /// Stops the services before the end of the body: later requests are refused.
    public func stop() async {
        await running.stop()
    }

    /// A clock that only moves when it is set. It starts on 14 March 2026 at 15:09:26 UTC.
    private final class Clock: Sendable {
        let time = Mutex(Date(timeIntervalSince1970: 1_773_500_966))
    }
}
