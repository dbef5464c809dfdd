import HTTPTypes
import Testing

@testable import Emulator

@Suite struct MovieAccessTests {
    private static let success = #"{"success":true,"status_code":1,"status_message":"Success."}"#
    private static let invalidKey =
        #"{"success":false,"status_code":7,"status_message":"Invalid API key: You must be granted a valid key."}"#

    @Test(
        "Ways to name a key",
        arguments: [
            ("", "Bearer eyJhbGciOiJIUzI1NiJ9.e30.sig"), ("", "bearer any"), ("?api_key=0123456789abcdef", ""),
            ("?language=en-US&api_key=any", ""), ("?api_key=any", "Basic YTpi"), ("?api_key=invalid", "Bearer good"),
        ])
    func goodKeys(query: String, field: String) async throws {
        let headers: HTTPFields = field.isEmpty ? [:] : [.authorization: field]
        let response = try await Movies.get("/authentication\(query)", headers: headers)
        #expect(response.status == 200)
        #expect(response.text == Self.success)
    }

    @Test(
        "Requests without a good key",
        arguments: [
            ("", ""), ("?api_key=", ""), ("?api_key=invalid", ""), ("", "Bearer"), ("", "Bearer invalid"),
            ("", "Basic YTpi"), ("", "good"), ("?api_key=good", "Bearer invalid"), ("?API_KEY=good", ""),
        ])
    func badKeys(query: String, field: String) async throws {
        let headers: HTTPFields = field.isEmpty ? [:] : [.authorization: field]
        let response = try await Movies.get("/movie/popular\(query)", headers: headers)
        #expect(response.status == 401)
        #expect(response.text == Self.invalidKey)
    }

    @Test(
        "Keys that stand for trouble",
        arguments: [
            ("disabled", 401, 10), ("suspended", 401, 10), ("limited", 429, 25), ("exhausted", 429, 25),
            ("offline", 503, 9), ("broken", 500, 11),
        ])
    func trouble(key: String, status: Int, code: Int) async throws {
        for response in [
            try await Movies.get("/movie/popular?api_key=\(key)", headers: [:]),
            try await Movies.get("/configuration", headers: [.authorization: "Bearer \(key)"]),
        ] {
            #expect(response.status == status)
            let body = try response.json()
            #expect(body.names == ["status_code", "status_message", "success"])
            #expect(body["success"].flag == false)
            #expect(body["status_code"].number == code)
            #expect(body["status_message"].text?.isEmpty == false)
            #expect(response.header("Content-Type") == "application/json; charset=utf-8")
            #expect(response.header("ETag") == nil)
            #expect(response.header("Cache-Control") == "no-cache")
        }
    }

    @Test(
        "Every path wants a key",
        arguments: [
            "/movie/popular", "/movie/1", "/movie/10007/credits", "/search/movie?query=a", "/search/movie",
            "/discover/movie", "/trending/all/day", "/genre/movie/list", "/configuration", "/person/501",
            "/person/501/movie_credits", "/collection/7001", "/authentication",
        ])
    func paths(_ path: String) async throws {
        #expect(try await Movies.get(path, headers: [:]).text == Self.invalidKey)
    }

    @Test(
        "Paths that are not there",
        arguments: ["", "/", "/nothing", "/movie", "/genre/tv/list/more", "/movie/10007/credits/1", "/search"])
    func unknownPaths(_ path: String) async throws {
        let response = try await Movies.get(path)
        #expect(response.status == 404)
        #expect(
            response.text
                == #"{"success":false,"status_code":34,"status_message":"The resource you requested could not be found."}"#
        )
    }

    @Test func writesAreNotFound() async throws {
        for method in [HTTPRequest.Method.post, .put, .delete] {
            let response = try await InProcess.send(method, "/3/movie/10007?api_key=good", body: "{}")
            #expect(response.status == 404)
            #expect(try response.json()["status_code"].number == 34)
        }
    }
}
