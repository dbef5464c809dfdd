import Freshet
import FreshetCore
import FreshetTesting
import Logging
import Synchronization
import Testing

// The code of the guide "Logging, metrics and tracing".

func loggedCalls() -> Client<Weather> {
    var configuration = ClientConfiguration.platform
    configuration.observers.append(LogObserver(logger: Logger(label: "weather")))
    return Client(Weather(), configuration)
}

func loggedWire(
    _ configuration: ClientConfiguration = .platform, to write: @escaping @Sendable (String) -> Void
) -> Client<Weather> {
    var configuration = configuration
    configuration.transport = WireLog(around: configuration.transport) { line in write(line) }
    return Client(Weather(), configuration)
}

/// Reports the calls that took long.
struct SlowCalls: FetchObserver {
    let report: @Sendable (_ request: String, _ time: Duration, _ attempts: Int) -> Void

    func observe(_ event: FetchEvent) {
        guard case .finished(let metrics) = event.step, metrics.duration > .seconds(2) else { return }
        report("\(event.request)", metrics.duration, metrics.attempts)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ObservingSnippets {
    @Test func eventsAreRecorded() async throws {
        let events = EventRecorder()
        let stub = StubTransport { _ in .json(#"{"text":"Rain"}"#) }
        let weather = Client(Weather(), transport: stub, cache: nil, observers: [events])
        _ = try await weather.value(for: .forecast(for: "Oslo"))
        #expect(events.events.first?.step == .started)
    }

    @Test func theWireIsLogged() async throws {
        let lines = Mutex<[String]>([])
        let stub = StubTransport { _ in .json(#"{"text":"Rain"}"#) }
        let client = loggedWire(ClientConfiguration(transport: stub, cache: nil)) { line in
            lines.withLock { $0.append(line) }
        }
        _ = try await client.value(for: .forecast(for: "Oslo"))
        let written = lines.withLock { $0 }
        #expect(written.first == "#1 > GET https://weather.example/v1/forecast/Oslo")
        #expect(written.contains(#"#1 < {"text":"Rain"}"#))
    }

    @Test func slowCallsAreReported() async throws {
        let reports = Mutex<[String]>([])
        let clock = ManualClock()
        let stub = StubTransport()
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.time = clock.time
        configuration.observers = [
            SlowCalls { request, time, attempts in
                reports.withLock { $0.append("\(request) \(time.components.seconds) \(attempts)") }
            }
        ]
        let weather = Client(Weather(), configuration)
        let call = Task { try await weather.value(for: .forecast(for: "Oslo")) }
        let request = try await stub.nextRequest()
        clock.advance(by: .seconds(3))
        request.respond(with: .json(#"{"text":"Rain"}"#))
        _ = try await call.value
        #expect(reports.withLock { $0 } == ["GET https://weather.example/v1/forecast/Oslo 3 1"])
    }
}
