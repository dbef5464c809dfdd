import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import Emulator

@Suite(.timeLimit(.minutes(2))) struct FaultTests {
    private let path = "/v2/sources?category=health"

    private func statuses(_ faults: Faults, count: Int, path: String? = nil) async throws -> [Int] {
        var configuration = InProcess.configuration()
        configuration.faults = faults
        return try await InProcess.application(configuration).test(.router) { client in
            var statuses: [Int] = []
            for _ in 0..<count {
                let response = try await client.execute(
                    uri: path ?? self.path, method: .get, headers: InProcess.reader)
                statuses.append(response.status.code)
            }
            return statuses
        }
    }

    @Test func nothingGoesWrongByDefault() async throws {
        #expect(try await statuses(Faults(), count: 20) == Array(repeating: 200, count: 20))
    }

    @Test("Every route can fail", arguments: ["/v2/sources", "/v2/everything?q=a", "/news/football/good.jpg"])
    func errors(_ path: String) async throws {
        var faults = Faults()
        faults.errorRate = 1
        #expect(try await statuses(faults, count: 3, path: path) == [500, 500, 500])
    }

    @Test func errorsAreTheServicesOwn() async throws {
        var configuration = InProcess.configuration()
        configuration.faults.errorRate = 1
        try await InProcess.application(configuration).test(.router) { client in
            let response = ReceivedResponse(try await client.execute(uri: path, method: .get))
            #expect(try response.decoded(as: ErrorBody.self).code == "unexpectedError")
        }
    }

    @Test func theSameSeedFailsTheSameRequests() async throws {
        var faults = Faults()
        faults.errorRate = 0.3
        let first = try await statuses(faults, count: 100)
        #expect((15...45).contains(first.count { $0 == 500 }))
        #expect(try await statuses(faults, count: 100) == first)
        faults.seed = 2
        #expect(try await statuses(faults, count: 100) != first)
    }

    @Test("Latency is waited for on every route", arguments: ["/v2/sources", "/news/football/good.jpg"])
    func latency(_ path: String) async throws {
        let waits = Waits()
        var configuration = InProcess.configuration()
        configuration.faults.latency = .milliseconds(300)
        configuration.sleep = { waits.append($0) }
        try await InProcess.application(configuration).test(.router) { client in
            let response = try await client.execute(uri: path, method: .get, headers: InProcess.reader)
            #expect(response.status == .ok)
            #expect(response.headers[.connection] == "close")
        }
        #expect(waits.all == [.milliseconds(300)])
    }

    @Test func latencyComesBeforeTheWaitOfASlowPicture() async throws {
        let waits = Waits()
        var configuration = InProcess.configuration()
        configuration.faults.latency = .milliseconds(300)
        configuration.sleep = { waits.append($0) }
        try await InProcess.application(configuration).test(.router) { client in
            let response = try await client.execute(uri: "/news/football/slow.jpg", method: .get)
            #expect(response.status == .ok)
        }
        #expect(waits.all == [.milliseconds(300), PictureRoutes.delay])
    }

    @Test func droppedConnectionsCloseWithoutAResponse() async throws {
        var configuration = InProcess.configuration()
        configuration.faults.dropRate = 1
        let emulator = try await Emulator(configuration).start()
        try await TestClient.withClient(host: "127.0.0.1", port: emulator.port) { client in
            _ = await #expect(throws: (any Error).self) {
                try await client.get("/v2/sources", headers: InProcess.reader)
            }
        }
        await emulator.stop()
    }
}

/// The requested delays.
final class Waits: Sendable {
    private let waits = NIOLockedValueBox<[Duration]>([])

    var all: [Duration] { waits.withLockedValue { $0 } }

    func append(_ wait: Duration) { waits.withLockedValue { $0.append(wait) } }
}
