import Emulator
import Freshet
import FreshetTapes
import FreshetTapesTesting
import Testing

@testable import GazetteWeb

extension Site {
    /// Runs a body with the site on the tape of the running test.
    ///
    /// `FRESHET_TAPE=record` records the tapes again, from an emulator.
    static func onTape(
        newsKey: String = "any", _ body: @Sendable (@escaping Get) async throws -> Void
    ) async throws {
        try await run(WebConfiguration(clients: clients(.tape, newsKey: newsKey)), body)
    }
}

extension Trait where Self == TapeTrait {
    /// Gives a test a tape that was recorded from the emulator. Its responses repeat.
    static func emulatorTape(_ name: String, filePath: String = #filePath) -> TapeTrait {
        .tape(name, rules: .repeating, live: EmulatorTransport(), filePath: filePath)
    }
}

/// Sends the requests to all services to one emulator of this process, which starts with the first request.
private struct EmulatorTransport: Transport {
    // Detached: it would be shut down with the site whose request starts it.
    private static let transport = Task.detached {
        var configuration = EmulatorConfiguration()
        let isKnown = configuration.startTime(at: "2026-03-14T15:09:26Z")
        #expect(isKnown)
        let emulator = try await Emulator(configuration).start()
        let routes = Emulator.origins.map { ($0, "http://127.0.0.1:\(emulator.port)") }
        return try RoutingTransport(DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: routes))
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let transport: RoutingTransport
        do { transport = try await Self.transport.value } catch { throw FetchError(.connectionLost, underlying: error) }
        return try await transport.send(request)
    }
}
