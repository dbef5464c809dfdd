import HTTPTypes
import Testing

@testable import Emulator

@Suite struct NewsAccessTests {
    private let path = "/v2/sources?category=health"

    @Test(
        "Ways of sending a key",
        arguments: [
            (["X-Api-Key": "good"], ""), (["Authorization": "good"], ""), (["Authorization": "Bearer good"], ""),
            (["Authorization": "bearer good"], ""), ([:], "apiKey=good"), ([:], "apikey=good"), ([:], "APIKEY=good"),
            (["X-Api-Key": "good", "Authorization": "invalid"], "apiKey=invalid"),
            (["Authorization": "good"], "apiKey=invalid"), (["X-Api-Key": ""], "apiKey=good"),
        ])
    func keys(fields: [String: String], query: String) async throws {
        #expect(try await response(fields, query).status == 200)
    }

    @Test(
        "The first way counts",
        arguments: [
            (["X-Api-Key": "invalid", "Authorization": "good"], "apiKey=good"),
            (["Authorization": "Bearer invalid"], "apiKey=good"),
        ])
    func precedence(fields: [String: String], query: String) async throws {
        let response = try await response(fields, query)
        #expect(try response.decoded(as: ErrorBody.self).code == "apiKeyInvalid")
    }

    @Test("Pages of this machine", arguments: ["http://localhost:3000", "http://127.0.0.1", "http://[::1]:80"])
    func localOrigins(_ origin: String) async throws {
        #expect(try await response(["X-Api-Key": "good", "Origin": origin], "").status == 200)
    }

    @Test(
        "Pages of others",
        arguments: ["https://localhost.example", "http://127.0.0.1.example", "file://", "localhost", "http://[zz"])
    func otherOrigins(_ origin: String) async throws {
        let response = try await response(["X-Api-Key": "good", "Origin": origin], "")
        #expect(response.status == 426)
    }

    @Test func responsesAreNotToBeStored() async throws {
        let response = try await InProcess.get(path)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        #expect(response.header("Cache-Control") == "no-cache")
        #expect(response.header("Pragma") == "no-cache")
        #expect(response.header("Expires") == "-1")
        #expect(response.header("ETag") == nil)
    }

    @Test func theServicesOwnCacheHoldsResponsesForFiveMinutes() async throws {
        let response = try await InProcess.get(path)
        #expect(response.header("X-Cached-Result") == "true")
        #expect(response.header("X-Cache-Remaining") == "34")
        #expect(response.header("X-Cache-Expires") == "Sat, 14 Mar 2026 15:10:00 GMT")
    }

    @Test func theServicesOwnCacheCanBePassedBy() async throws {
        var headers = InProcess.reader
        headers[HTTPField.Name("X-No-Cache")!] = "true"
        let response = try await InProcess.get(path, headers: headers)
        #expect(response.header("X-Cached-Result") == "false")
        #expect(response.header("X-Cache-Remaining") == "300")
        #expect(response.header("X-Cache-Expires") == "Sat, 14 Mar 2026 15:14:26 GMT")
    }

    private func response(_ fields: [String: String], _ query: String) async throws -> ReceivedResponse {
        var headers: HTTPFields = [.userAgent: "tests"]
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        return try await InProcess.get("\(path)&\(query)", headers: headers)
    }
}
