import Foundation
import FreshetCore
import FreshetInspector
import FreshetTesting
import HTTPTypes
import Testing

/// A network that is offline, slow or unreliable on purpose.
@Suite(.timeLimit(.minutes(1)))
struct NetworkConditionsTests {
    private let clock = ManualClock()
    private let conditions = NetworkConditions()
    private let stub = StubTransport { _ in .text(String(repeating: "x", count: 300)) }
    private let request = Request<Shop, Data>("products", reading: .data)

    private var client: Client<Shop> {
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.time = clock.time
        configuration.retry = .never
        configuration.attemptInterceptors.append(conditions)
        configuration.reachability = conditions
        return Client(Shop(), configuration)
    }

    @Test func offlineNothingIsSent() async {
        conditions.settings.isOffline = true
        let error = await #expect(throws: FetchError.self) { try await client.value(for: request) }
        #expect(error?.code == "cannot_connect.offline")
        #expect(conditions.isOffline)
        #expect(stub.requests.isEmpty)
    }

    @Test func itsObserversLearnThatItIsOffline() {
        let seen = Lock<[Bool]>([])
        let observation = conditions.observe { isOffline in seen.withLock { $0.append(isOffline) } }
        conditions.settings.isOffline = true
        conditions.settings.latency = .seconds(1)
        conditions.settings = .init()
        observation.cancel()
        #expect(seen.withLock { $0 } == [true, false])
    }

    @Test func eachRequestWaitsForTheLatencyAndEachBodyForItsBytes() async throws {
        conditions.settings.latency = .seconds(2)
        conditions.settings.bytesPerSecond = 100
        let start = clock.now
        let seen = Lock<Data?>(nil)
        let call = Task { [client, request] in
            let data = try await client.value(for: request)
            seen.withLock { $0 = data }
        }
        var sent: Duration?
        try await clock.run {
            if sent == nil, !stub.requests.isEmpty { sent = start.duration(to: clock.now) }
            return seen.withLock { $0 } != nil
        }
        try await call.value
        #expect(try #require(sent) >= .seconds(2))
        #expect(start.duration(to: clock.now) >= .seconds(5))
        #expect(seen.withLock { $0?.count } == 300)
    }

    @Test func eachThirdRequestFails() async {
        conditions.settings.failsEach = 3
        var codes: [String] = []
        for _ in 0..<7 {
            do throws(FetchError) {
                _ = try await client.value(for: request)
                codes.append("")
            } catch {
                codes.append(error.code)
            }
        }
        #expect(codes == ["", "", "connection_lost", "", "", "connection_lost", ""])
    }

    @Test func aCancelledCallWaitsNoLonger() async throws {
        conditions.settings.latency = .seconds(60)
        let task = Task { try await client.value(for: request) }
        try await clock.waitForSleepers(count: 1)
        task.cancel()
        let error = await #expect(throws: FetchError.self) { try await task.value }
        #expect(error?.isCancellation == true)
        #expect(stub.requests.isEmpty)
    }
}
