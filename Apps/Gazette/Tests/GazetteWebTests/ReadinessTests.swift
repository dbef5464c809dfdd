import Foundation
import Freshet
import FreshetTesting
import NIOConcurrencyHelpers
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// The reports of the process to a supervisor.
@Suite(.timeLimit(.minutes(1)))
struct ReadinessTests {
    private func readiness(_ folder: DataFolder?) async throws -> Site.ReceivedResponse {
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.dataFolder = folder
        let received = NIOLockedValueBox<Site.ReceivedResponse?>(nil)
        try await Site.run(configuration) { get in
            let response = try await get("/readyz", [:])
            received.withLockedValue { $0 = response }
        }
        return try #require(received.withLockedValue { $0 })
    }

    @Test func aProcessIsReady() async throws {
        let response = try await readiness(nil)
        #expect(response.status == 200 && response.text == "ready\n")
    }

    @Test func whatIsWrongIsNamedAndDoesNotKeepReadersAway() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        let folder = DataFolder(url)
        try folder.prepare()
        try Data("no database, but long enough to look like one".utf8).write(to: url.appending(path: "visitors.sqlite"))
        let response = try await readiness(folder)
        #expect(response.status == 200 && response.text.hasPrefix("ready, but: "))
    }
}
