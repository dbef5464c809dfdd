import HTTPTypes
import Testing

@testable import Emulator

@Suite struct PlaceholderWriteTests {
    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
    ) async throws -> ReceivedResponse {
        try await InProcess.send(method, path, body: body, headers: [.contentType: "application/json; charset=UTF-8"])
    }

    @Test(
        "What is new gets the next number",
        arguments: [
            ("posts", 101), ("comments", 501), ("albums", 101), ("photos", 5001), ("todos", 201), ("users", 11),
        ])
    func creating(name: String, id: Int) async throws {
        let response = try await send(
            .post, "/\(name)", #"{"title":"foo","n":1.5,"deep":{"list":[1,null,true]},"id":7}"#)
        #expect(response.status == 201)
        #expect(response.header("Location") == "http://jsonplaceholder.typicode.com/\(name)/\(id)")
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        let body = try response.json()
        #expect(body.names == ["deep", "id", "n", "title"])
        #expect(body["id"].number == id)
        #expect(body["n"].decimal == 1.5)
        #expect(body["deep"]["list"].list.count == 3)
        #expect(response.text.contains("\n  \"title\": \"foo\""))
    }

    @Test func anEmptyBodyMakesARowOfANumber() async throws {
        #expect(try await send(.post, "/posts").text == "{\n  \"id\": 101\n}")
        #expect(try await send(.post, "/posts", "{}").text == "{\n  \"id\": 101\n}")
    }

    @Test func replacingReturnsTheBodyAndTheNumber() async throws {
        let response = try await send(.put, "/posts/1", #"{"title":"foo","id":99}"#)
        #expect(response.status == 200)
        #expect(try response.json().names == ["id", "title"])
        #expect(try response.json()["id"].number == 1)
    }

    @Test(
        "Replacing what is not there fails",
        arguments: ["/posts/101", "/posts/0", "/posts/01", "/posts/abc", "/posts/%FF"])
    func replacingNothing(_ path: String) async throws {
        let response = try await send(.put, path, #"{"title":"foo"}"#)
        #expect(response.status == 500)
        #expect(response.header("Content-Type") == "text/plain; charset=utf-8")
        #expect(response.text.hasPrefix("TypeError: "))
        #expect(response.text.contains("\n    at "))
    }

    @Test func updatingReturnsTheMergedRow() async throws {
        let before = try await Placeholder.json("/posts/1")
        let response = try await send(.patch, "/posts/1", #"{"title":"foo","new":null}"#)
        #expect(response.status == 200)
        let row = try response.json()
        #expect(row.names == ["body", "id", "new", "title", "userId"])
        #expect(row["title"].text == "foo")
        #expect(row["body"].text == before["body"].text)
        #expect(try await send(.patch, "/posts/999", "{}").status == 404)
    }

    @Test("The response to DELETE is empty", arguments: ["/posts/1", "/users/10", "/photos/5000"])
    func deleting(_ path: String) async throws {
        let response = try await send(.delete, path)
        #expect(response.status == 200)
        #expect(response.text == "{}")
    }

    @Test func nothingChanges() async throws {
        let before = try await Placeholder.get("/posts")
        for (method, path) in [
            (HTTPRequest.Method.post, "/posts"), (.put, "/posts/1"), (.patch, "/posts/2"), (.delete, "/posts/3"),
        ] {
            #expect(try await send(method, path, #"{"title":"foo"}"#).status < 300)
        }
        #expect(try await Placeholder.get("/posts").bytes == before.bytes)
        #expect(try await send(.post, "/posts", "{}").header("Location")?.hasSuffix("/posts/101") == true)
    }

    @Test("Writes that have no route", arguments: ["/nothing", "/", "/db", "/posts/1/comments"])
    func unknown(_ path: String) async throws {
        for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
            let response = try await send(method, path, "{}")
            #expect(response.status == 404)
            #expect(response.text == "{}")
        }
    }

    // MARK: - Bodies

    @Test(
        "Bodies that are no objects of JSON",
        arguments: [
            "{", "}", "nonsense", "[1,2]", "\"text\"", "1", "null", "true", "{\"a\":}", "{'a':1}", "a=1&b=2", "\u{0}",
            "{\"a\":1}}", "{\"a\":\"\u{1}\"}", String(repeating: "[", count: 90_000),
            String(repeating: "{\"a\":", count: 15_000),
        ])
    func brokenBodies(_ body: String) async throws {
        for (method, path) in [(HTTPRequest.Method.post, "/posts"), (.put, "/posts/1"), (.patch, "/posts/1")] {
            let response = try await send(method, path, body)
            #expect(response.status == 400)
            #expect(response.header("Content-Type") == "text/plain; charset=utf-8")
        }
    }

    @Test func bodiesUpToAHundredKilobytesAreTaken() async throws {
        let frame = #"{"a":""}"#.utf8.count
        let largest = #"{"a":"\#(String(repeating: "a", count: 102_400 - frame))"}"#
        #expect(try await send(.post, "/posts", largest).status == 201)
        for count in [102_401 - frame, 1_000_000] {
            let larger = #"{"a":"\#(String(repeating: "a", count: count))"}"#
            for (method, path) in [(HTTPRequest.Method.post, "/posts"), (.put, "/posts/1"), (.patch, "/posts/1")] {
                #expect((400..<500).contains(try await send(method, path, larger).status))
            }
        }
    }

    @Test(
        "Numbers of every size come back",
        arguments: [
            "0", "-1", "1.5", "1e300", "-1e300", "1e-300", "9223372036854775807", "9223372036854775808",
            "-9223372036854775809", "1e18", "1e19", "123456789012345678901234567890", "-0.0",
        ])
    func numbers(_ number: String) async throws {
        let response = try await send(.post, "/posts", #"{"number":\#(number)}"#)
        #expect(response.status == 201)
        let (written, read) = (try #require(Double(number)), try #require(try response.json()["number"].decimal))
        #expect(abs(read - written) <= abs(written) / 1e15)
    }

    @Test func textsOfEveryKindComeBack() async throws {
        let text = #"\u0000\u001f\"\\\/\u00e9\ud83d\ude00\r\n\t"#
        let response = try await send(.post, "/posts", #"{"a":"\#(text)","":1,"a.b":2}"#)
        #expect(try response.json()["a"].text == "\u{0}\u{1F}\"\\/é😀\r\n\t")
        #expect(try response.json().names == ["", "a", "a.b", "id"])
    }

    @Test func nestedBodiesComeBack() async throws {
        let body = #"{"a":"# + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}"
        #expect(try await send(.post, "/posts", body).status == 201)
    }
}
