import Foundation
import Freshet
import Testing

/// The page of requests of the web app, and the command that lists them.
@Suite(.timeLimit(.minutes(2)))
struct InspectCommandTests {
    private struct Site: Service {
        let baseURL: String
    }

    private func run(_ arguments: String...) async throws -> RunningCommand.Outcome {
        try await Command.run(arguments)
    }

    @Test func theRequestsOfThePagesAreListedWithTheirReasons() async throws {
        let server = RunningCommand(["serve", "--port", "0", "--inspect"])
        try server.start()
        let addresses = await server.lines(2).compactMap { $0.firstMatch(of: /http:\S+/)?.output }
        try #require(addresses.count == 2)
        let (site, page) = (addresses[0], addresses[1])
        let reader = Client(Site(baseURL: String(site.dropLast())))
        _ = try await reader.value(for: Request<Site, String>("meals", reading: .text))
        let list = try await run("inspect", String(page))
        #expect(list.code == 0, "\(list.error)")
        let call = try #require(list.output.split(separator: "\n").first { $0.contains("categories.php") })
        #expect(call.contains("themealdb\tGET"))
        #expect(call.contains("200\tnetwork"))
        let number = String(call.prefix { $0 != "\t" })
        let steps = try await run("inspect", String(page), number)
        #expect(steps.output.contains("attempt 1\tthe first request"))
        #expect(steps.output.contains("RFC 9111"))
        let missing = try await run("inspect", String(page), "99999999")
        #expect(missing.code == 69)
        #expect(missing.error.contains("There is no such call"))
        let stranger = try await run("inspect", "\(page.prefix { $0 != "/" })//127.0.0.1:1/x/")
        #expect(stranger.error.contains("Nothing listens at this address"))
        server.interrupt()
        _ = await server.outcome()
    }

    @Test func resourcesAndStatesAreListedToo() async throws {
        let server = RunningCommand(["serve", "--port", "0", "--inspect"])
        try server.start()
        let addresses = await server.lines(2).compactMap { $0.firstMatch(of: /http:\S+/)?.output }
        try #require(addresses.count == 2)
        let page = String(addresses[1])
        let reader = Client(Site(baseURL: String(addresses[0].dropLast())))
        _ = try await reader.value(for: Request<Site, String>("meals", reading: .text))
        let state = try await run("inspect", page, "--state")
        #expect(state.code == 0, "\(state.error)")
        #expect(state.output.contains("themealdb\tCache\tstore\tin memory"))
        #expect(state.output.contains("themealdb\tIn-flight requests\tshared requests\t0"))
        #expect(state.output.contains("themealdb\tRetry budget\t"))
        let resources = try await run("inspect", page, "--resources")
        #expect(resources.code == 0, "\(resources.error)")
        #expect(try await run("inspect", page, "7", "--state").code == 64)
        server.interrupt()
        _ = await server.outcome()
    }

    @Test func anAddressThatIsNoneIsRefused() async throws {
        let outcome = try await run("inspect", "nowhere")
        #expect(outcome.code == 64)
    }
}
