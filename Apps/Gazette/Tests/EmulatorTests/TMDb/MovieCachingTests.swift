import HTTPTypes
import Testing

@testable import Emulator

@Suite struct MovieCachingTests {
    @Test(
        "How long responses may be cached",
        arguments: [
            ("/movie/popular", 3600), ("/movie/10007", 3600), ("/movie/10007/credits", 3600),
            ("/search/movie?query=harbour", 600), ("/discover/movie", 600), ("/trending/movie/day", 600),
            ("/genre/movie/list", 86_400), ("/configuration", 86_400), ("/person/501", 3600),
            ("/person/501/movie_credits", 3600), ("/collection/7001", 3600), ("/authentication", 0),
        ])
    func lifetimes(path: String, seconds: Int) async throws {
        let response = try await Movies.get(path)
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "application/json;charset=utf-8")
        #expect(response.header("Cache-Control") == "public, max-age=\(seconds)")
        let tag = try #require(response.header("ETag"))
        #expect(tag.hasPrefix("W/\"") && tag.hasSuffix("\""))

        let again = try await Movies.get(
            path, headers: [.authorization: "Bearer good", .ifNoneMatch: "\"other\", \(tag)"])
        #expect(again.status == 304)
        #expect(again.bytes.isEmpty)
        #expect(again.header("ETag") == tag)
        #expect(again.header("Cache-Control") == response.header("Cache-Control"))
    }

    @Test func anotherTagGetsTheWholeResponse() async throws {
        let response = try await Movies.get(
            "/movie/10007", headers: [.authorization: "Bearer good", .ifNoneMatch: "W/\"other\""])
        #expect(response.status == 200)
        #expect(!response.bytes.isEmpty)
    }

    @Test func anotherPageHasAnotherTag() async throws {
        let first = try await Movies.get("/movie/popular?page=1")
        let second = try await Movies.get("/movie/popular?page=2")
        #expect(first.header("ETag") != second.header("ETag"))
    }

    @Test func aTagDoesNotOpenTheDoor() async throws {
        let tag = try #require(try await Movies.get("/movie/10007").header("ETag"))
        #expect(try await Movies.get("/movie/10007", headers: [.ifNoneMatch: tag]).status == 401)
    }
}
