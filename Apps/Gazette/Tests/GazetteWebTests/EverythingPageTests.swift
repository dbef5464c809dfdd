import Freshet
import FreshetTesting
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

/// The search over all services, whose responses come one after another.
@Suite(.timeLimit(.minutes(1)))
struct EverythingPageTests {
    @Test func groupsThatComeLateAreBelowThoseThatAreShown() async throws {
        let (clock, services) = (ManualClock(), StubTransport())
        let page = EverythingPage(
            PageAddress(path: ["search"], query: [("q", "rice")]),
            PageTools(
                clients: Site.clients(services), pictures: .init(), looks: Looks(), scheduler: clock.scheduler))
        page.start()
        try await clock.runDueWork()
        var requests: [StubTransport.HeldRequest] = []
        for _ in 0..<4 { requests.append(try await services.nextRequest()) }
        func respond(_ path: String, _ json: String) async throws {
            let request = try #require(requests.first { $0.request.head.path?.contains(path) == true })
            request.respond(with: .json(json))
            try await clock.runDueWork()
        }
        func shown() -> [String] { page.regions().dropFirst().map(\.id) }
        #expect(shown() == ["awaited"])
        clock.advance(by: .seconds(3))
        #expect(shown() == ["awaited-0"])
        try await respond("search.php", #"{"meals":[{"idMeal":"1","strMeal":"Rice"}]}"#)
        #expect(shown() == ["part-meals", "awaited-1"])
        // A group without results takes no place.
        try await respond("everything", #"{"status":"ok","totalResults":0,"articles":[]}"#)
        #expect(shown() == ["part-meals", "awaited-1"])
        try await respond(
            "movie", #"{"page":1,"results":[{"id":1,"title":"Rice"}],"total_pages":1,"total_results":1}"#)
        #expect(shown() == ["part-meals", "part-movies", "awaited-2"])
        try await respond(
            "/api/v1/search", #"{"hits":[{"objectID":"1","title":"Rice"}],"page":0,"nbPages":1,"nbHits":1}"#)
        #expect(shown() == ["part-meals", "part-movies", "part-stories", "status"])
    }
}
