import ExtremeJSON
import Foundation
import FreshetTesting
import Testing

/// Commands whose service sends extreme numbers and odd lists: none of them ends with a trap.
@Suite(.timeLimit(.minutes(10)))
struct ExtremeCommandTests {
    private func run(_ arguments: [String], _ body: String) async throws -> (RunningCommand.Outcome, requests: Int) {
        let server = try await LoopbackServer.start { _ in .json(body) }
        let outcome = try await Command.run(arguments + ["--base-url", server.baseURL])
        let requests = server.requests.count
        await server.stop()
        return (outcome, requests)
    }

    @Test(
        "Numbers that do not fit",
        arguments: [
            (["hn", "item", "1"], #"{"id":1,"type":"story","title":"Far","by":"ann","time":1e19}"#, "Far"),
            (
                ["hn", "search", "hit"],
                #"{"hits":[{"objectID":"1","title":"Far","created_at_i":1e19}],"page":9223372036854775807,"nbPages":9223372036854775807}"#,
                "Far"
            ),
            (
                ["movie", "1"],
                #"{"id":1,"title":"Far","release_date":"0001-01-01","reviews":{"page":1,"results":[{"id":"1","author":"a","content":"c","author_details":{"rating":1e300}}]}}"#,
                "0001-01-01"
            ),
            (["movie", "1", "--json"], #"{"id":1,"title":"Far","release_date":"0001-01-01"}"#, "\"0001-01-01\""),
            (
                ["headlines", "--json"],
                #"{"status":"ok","totalResults":1,"articles":[{"title":"Far","url":"https://a.example/1","publishedAt":"0001-01-01T00:00:00Z"}]}"#,
                "\"0001-01-01T00:00:00Z\""
            ),
        ])
    func numbers(arguments: [String], body: String, text: String) async throws {
        let (outcome, _) = try await run(arguments, body)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains(text), "\(outcome.output)")
    }

    @Test(
        "A list that is no list is empty",
        arguments: [
            (["meals", "search", "x"], #"{"meals":"no data found"}"#), (["meals", "search", "x"], #"{"meals":false}"#),
            (["meals", "list", "--category", "x"], #"{"meals":{}}"#), (["meals", "categories"], #"{"categories":0}"#),
            (["movies", "popular"], #"{"page":1,"results":false,"total_pages":1}"#),
            (["headlines"], #"{"status":"ok","totalResults":0,"articles":{}}"#),
            (["sources"], #"{"status":"ok","sources":""}"#), (["hn", "search", "x"], #"{"hits":{}}"#),
            (["hn", "top"], "false"), (["people"], "{}"),
        ])
    func lists(arguments: [String], body: String) async throws {
        let (outcome, _) = try await run(arguments, body)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "Pages without an end are no trap",
        arguments: [
            #"{"page":1,"results":[],"total_pages":9223372036854775807,"total_results":9}"#,
            #"{"page":1,"results":[{"id":1,"title":"One"}],"total_pages":500,"total_results":10000}"#,
        ])
    func pages(body: String) async throws {
        let (outcome, requests) = try await run(["movies", "popular"], body)
        #expect(outcome.code == 0)
        #expect(requests <= 2)
        #expect(outcome.output.contains("One") == body.contains("One"))
        #expect(outcome.error.contains("The list ends early") == body.contains("One"))
    }

    /// Every item is its own parent, and the parent of every other one.
    @Test(arguments: [[], ["--json"]])
    func aCircleOfParentsEnds(form: [String]) async throws {
        let server = try await LoopbackServer.start { request in
            let id = request.path.split(whereSeparator: { !$0.isNumber }).last.flatMap { Int($0) } ?? 0
            let kids = "[\(id),\(id % 9 + 1)]"
            return .json(#"{"id":\#(id),"type":"comment","text":"No \#(id).","parent":\#(id),"kids":\#(kids)}"#)
        }
        let outcome = try await Command.run(["hn", "item", "1", "--base-url", server.baseURL] + form)
        #expect(outcome.code == 0, "\(outcome.error)")
        for id in 1...9 { #expect(outcome.output.matches(of: try Regex("No \(id)\\.")).count == 1) }
        await server.stop()
    }

    @Test("Whatever numbers a service sends, no command traps", arguments: ExtremeJSON.seeds(1, long: 100))
    func traps(seed: Int) async throws {
        let json = ExtremeJSON(seed: seed)
        let server = try await LoopbackServer.start { .json(json.body(for: $0.path)) }
        let commands = [
            ["headlines"], ["search", "x"], ["hn", "top"], ["hn", "item", "1"], ["hn", "user", "ann"],
            ["hn", "search", "x"], ["movies", "popular", "--limit", "60"], ["movie", "1"], ["meals", "search", "x"],
            ["meal", "1"], ["people"], ["people", "1"],
        ]
        for arguments in commands {
            for form in [[], ["--json"]] {
                let outcome = try await Command.run(arguments + form + ["--base-url", server.baseURL])
                #expect(outcome.code < 128, "\(arguments): \(outcome.error)")
            }
        }
        await server.stop()
    }
}
