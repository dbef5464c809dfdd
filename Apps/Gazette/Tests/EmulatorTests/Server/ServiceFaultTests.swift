import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Emulator

/// Every service fails, and is missing something, in its own words.
@Suite(.timeLimit(.minutes(2))) struct ServiceFaultTests {
    private static let movieError =
        #"{"success":false,"status_code":11,"status_message":"Internal error: Something went wrong, contact TMDB."}"#
    private static let mealError =
        "<html><head><title>500 Internal Server Error</title></head><body><center><h1>500 Internal Server Error</h1></center></body></html>"

    @Test(
        "Errors are the services' own",
        arguments: [
            ("/3/movie/popular", "application/json; charset=utf-8", movieError),
            ("/3/nothing", "application/json; charset=utf-8", movieError),
            ("/v0/topstories.json", "application/json; charset=utf-8", #"{"error":"Internal server error."}"#),
            ("/api/v1/search?query=a", "application/json; charset=utf-8", #"{"message":"Internal error"}"#),
            ("/api/json/v1/1/categories.php", "text/html; charset=UTF-8", mealError),
            ("/posts/1", "text/plain; charset=utf-8", "Internal Server Error"),
            ("/nothing", "text/plain; charset=utf-8", "Internal Server Error"),
            ("/t/p/w92/pgood.jpg", "text/plain; charset=utf-8", "Internal Server Error"),
            ("/images/media/meals/good.jpg", "text/plain; charset=utf-8", "Internal Server Error"),
            ("/150/92c952", "text/plain; charset=utf-8", "Internal Server Error"),
        ])
    func errors(path: String, type: String, body: String) async throws {
        let response = try await InProcess.get([path], headers: [:]) { $0.faults.errorRate = 1 }[0]
        #expect(response.status == 500)
        #expect(response.header("Content-Type") == type)
        #expect(response.text == body)
    }

    @Test func writesFailToo() async throws {
        var configuration = InProcess.configuration()
        configuration.faults.errorRate = 1
        try await InProcess.application(configuration).test(.router) { client in
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                let response = try await client.execute(uri: "/posts/1", method: method)
                #expect(response.status == .internalServerError)
            }
        }
    }

    @Test func someRequestsOfEveryServiceFailAndOthersDoNot() async throws {
        let paths = ["/3/configuration?api_key=a", "/v0/maxitem.json", "/api/json/v1/1/categories.php", "/users"]
        let responses = try await InProcess.get(paths.flatMap { Array(repeating: $0, count: 40) }, headers: [:]) {
            $0.faults.errorRate = 0.3
        }
        for start in stride(from: 0, to: responses.count, by: 40) {
            let failed = responses[start..<start + 40].count { $0.status == 500 }
            #expect((3...24).contains(failed))
            #expect(responses[start..<start + 40].allSatisfy { [200, 500].contains($0.status) })
        }
    }

    @Test(
        "Latency is waited for by every service",
        arguments: [
            "/3/configuration?api_key=a", "/v0/maxitem.json", "/api/v1/users/nobody", "/api/json/v1/1/categories.php",
            "/users/1", "/nothing",
        ])
    func latency(_ path: String) async throws {
        let waits = Waits()
        let response = try await InProcess.get([path], headers: [:]) {
            $0.faults.latency = .milliseconds(300)
            $0.sleep = { waits.append($0) }
        }[0]
        #expect([200, 404].contains(response.status))
        #expect(waits.all == [.milliseconds(300)])
    }

    @Test func aWriteKeepsItsBodyThroughTheLatency() async throws {
        var configuration = InProcess.configuration()
        configuration.faults.latency = .milliseconds(300)
        try await InProcess.application(configuration).test(.router) { client in
            let response = try await client.execute(
                uri: "/posts", method: .post, body: ByteBuffer(string: #"{"title":"foo"}"#))
            #expect(response.status == .created)
            #expect(try ReceivedResponse(response).json()["title"].text == "foo")
        }
    }

    // MARK: - Unknown paths

    @Test(
        "A missing path gets the service's own error",
        arguments: [
            ("/3/nothing", 404, #"{"success":false,"status_code":34,"#), ("/3", 404, #"{"success":false,"#),
            ("/30/movie", 404, "{}"), ("/v0/a/b", 401, #"{"error":"Permission denied"}"#),
            ("/api/v1/nothing", 404, #"{"status":404,"error":"Not Found"}"#), ("/api/json/v1", 404, "<html>"),
            ("/api/nothing", 404, "{}"), ("/v2/nothing", 404, #"{"status":"error""#),
        ])
    func notFound(path: String, status: Int, start: String) async throws {
        let response = try await InProcess.get(path)
        #expect(response.status == status)
        #expect(response.text.hasPrefix(start), "\(response.text)")
    }

    // MARK: - Sameness

    private static let samples = [
        "/3/movie/popular?page=2", "/3/movie/now_playing", "/3/movie/10007?append_to_response=credits,videos,reviews",
        "/3/search/multi?query=the", "/3/discover/movie?sort_by=vote_average.desc", "/3/trending/all/day",
        "/3/person/popular", "/3/collection/7001", "/v0/topstories.json", "/v0/newstories.json", "/v0/updates.json",
        "/v0/item/40020000.json", "/api/v1/search?query=data", "/api/v1/search_by_date?hitsPerPage=1000",
        "/api/json/v1/1/search.php?s=", "/api/json/v1/1/random.php", "/api/json/v1/2/randomselection.php",
        "/api/json/v1/1/list.php?i=list", "/posts", "/users?_embed=posts", "/todos?_sort=title&_page=2",
        "/t/p/w92/pgood.jpg", "/150/92c952",
    ]

    @Test func theSameClockAndSeedHaveTheSameBytes() async throws {
        func responses() async throws -> [ReceivedResponse] {
            try await InProcess.get(Self.samples, headers: Movies.reader) { $0.seed = 7 }
        }
        for ((first, second), path) in zip(zip(try await responses(), try await responses()), Self.samples) {
            #expect(first.status == 200, "\(path)")
            #expect(first.bytes == second.bytes, "\(path)")
            #expect(first.header("ETag") == second.header("ETag"), "\(path)")
        }
    }

    @Test func anotherMinuteOfTheDayChangesOnlyHackerNews() async throws {
        func responses(after seconds: Double) async throws -> [ReceivedResponse] {
            try await InProcess.get(Self.samples, headers: Movies.reader) {
                $0.seed = 7
                $0.now = { InProcess.now.addingTimeInterval(seconds) }
            }
        }
        for ((first, second), path) in zip(
            zip(try await responses(after: 0), try await responses(after: 1200)), Self.samples)
        where !path.hasPrefix("/v0/") && !path.hasPrefix("/api/v1/") {
            #expect(first.bytes == second.bytes, "\(path)")
        }
    }
}
