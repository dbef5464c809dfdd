import Foundation
import FreshetCore
import FreshetJSON
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// The files of browsers and proxies, which are often not quite valid.
@Suite(.timeLimit(.minutes(1)))
struct BrowserTests {
    private static let names = ["chromium", "firefox", "safari", "charles", "mitmproxy", "proxyman", "postman"]

    @Test("All are read, and written as valid HAR without secrets", arguments: names)
    func all(_ name: String) throws {
        let tape = try Tape.browser(name)
        #expect(!tape.entries.isEmpty)
        let redacted = tape.redacted()
        try redacted.leave(as: name)
        #expect(try JSONSchema.har.problems(of: try JSONTree(redacted.har)) == [])
        let text = String(decoding: redacted.har, as: UTF8.self)
        for secret in [
            "safari-token", "charles-token", "hush", "cookie-of-mitmproxy", "code-in-a-location", "postman-key",
        ] { #expect(!text.contains(secret)) }
        #expect(try redacted.reread.timeless == redacted.timeless)
    }

    @Test("Chromium: fields of HTTP/2, a coding, a body that is missing, a time of null")
    func chromium() async throws {
        let tape = try Tape.browser("chromium")
        #expect(tape.entries.count == 3)
        #expect(tape.entries[0].request.fields.allSatisfy { !$0.name.rawName.hasPrefix(":") })
        let response = try #require(tape.entries[0].response)
        #expect(response.version == "2")
        #expect(
            response.head.headerFields[.contentEncoding] == nil && response.originalFields[.contentEncoding] == "br")
        #expect(response.head.headerFields[.contentLength] == "\(response.body?.data.count ?? 0)")
        #expect(tape.entries[1].duration == .zero && tape.entries[1].response?.body == nil)
        let replay = ReplayTransport(tape)
        let text = try await replay.text("https://films.example/v1/films?director=Agn%C3%A8s+Varda")
        #expect(text == #"200 [{"id":1,"title":"Cléo from 5 to 7","year":1962}]"#)
        let picture = await failure { () async throws(FetchError) in
            try await replay.text("https://films.example/v1/posters/1.jpg")
        }
        #expect((picture?.underlying as? TapeMiss)?.reason == .recordedWithoutBody)
        let blocked = await failure { () async throws(FetchError) in try await replay.text("https://ads.example/pixel")
        }
        #expect(blocked?.code == "connection_lost")
    }

    @Test("Firefox: version 1.1, zones, joined and sanitised cookies, Base64, empty timings")
    func firefox() async throws {
        let tape = try Tape.browser("firefox")
        #expect(tape.start == InternetDate.date(from: "2026-03-04T08:15:30.456Z"))
        #expect(tape.entries[0].response?.head.headerFields[values: .setCookie].count == 2)
        let replay = ReplayTransport(tape)
        let made = try await replay.text(
            "https://films.example/v1/lists", method: .post,
            fields: [.contentType: "application/json", .cookie: "sid=another"],
            body: #"{"public": false, "name": "To see"}"#)
        #expect(made == #"201 {"id":7}"#)
        #expect(
            try await replay.text("https://films.example/v1/lists/7") == #"200 {"id":7,"name":"To see","films":[]}"#)
    }

    @Test("Safari: another token, a response without a body")
    func safari() async throws {
        let replay = ReplayTransport(try Tape.browser("safari"))
        let text = try await replay.text("https://films.example/v1/me", fields: [.authorization: "Bearer other"])
        #expect(text == #"200 {"id":4,"name":"Ann"}"#)
        #expect(try await replay.text("https://films.example/v1/lists/7", method: .delete) == "204 ")
    }

    @Test("Charles: a byte order mark, items of a form, a port, a failed tunnel")
    func charles() async throws {
        let tape = try Tape.browser("charles")
        #expect(tape.entries.map(\.request.method) == [.connect, .post])
        #expect(tape.entries[0].response == nil)
        let text = try await ReplayTransport(tape).text(
            "http://login.example/token", method: .post, fields: [.contentType: "application/x-www-form-urlencoded"],
            body: "password=hush%20hush%20%26%20more&username=ann&grant_type=password")
        #expect(text.contains("charles-token-98765"))
        // Redacted, it takes any password.
        let redacted = try await ReplayTransport(tape.redacted()).text(
            "http://login.example/token", method: .post, fields: [.contentType: "application/x-www-form-urlencoded"],
            body: "password=another&username=ann&grant_type=password")
        #expect(redacted.contains("REDACTED-"))
    }

    @Test("mitmproxy: a user in an address, a redirect, bytes in Base64")
    func mitmproxy() async throws {
        let tape = try Tape.browser("mitmproxy")
        let replay = ReplayTransport(tape)
        #expect(try await replay.text("https://films.example/v1/films?a=1&a=0&b=2") == "302 ")
        #expect(tape.entries[1].request.body?.data == Data([0x89, 80, 78, 71, 13, 10, 26, 10]))
        #expect(tape.entries[1].response?.body?.data == Data([0, 1, 2]))
    }

    @Test("Proxyman and Postman: what is missing")
    func others() async throws {
        let proxyman = ReplayTransport(try Tape.browser("proxyman"))
        #expect(try await proxyman.text("https://films.example/v1/search?q=caf%C3%A9%20noir") == "200 []")
        let postman = try Tape.browser("postman")
        #expect(postman.entries[0].request.fields.count == 2)
        #expect(postman.entries.filter { $0.response == nil }.count == 1)
        let text = try await ReplayTransport(postman).text(
            "https://films.example/v1/rate", method: .post,
            fields: [.contentType: "application/x-www-form-urlencoded"], body: "film=1&stars=5")
        #expect(text == "200 ok")
    }

    // MARK: - Files that are not quite valid

    private static let url = "https://films.example/v1/films"

    /// A file of entries, each a request and a response.
    private static func har(_ entries: (request: String, response: String)...) -> Data {
        let texts = entries.map { request, response in
            #"{"startedDateTime":"2026-03-04T08:15:30Z","time":1,"request":\#(request),"response":\#(response)}"#
        }
        return Data(#"{"log":{"version":"1.2","entries":[\#(texts.joined(separator: ","))]}}"#.utf8)
    }

    private static func post(_ data: String, headers: String = "") -> String {
        #"{"method":"POST","url":"\#(url)","headers":[\#(headers)],"postData":\#(data)}"#
    }

    private static func get(_ path: String = "") -> String { #"{"method":"GET","url":"\#(url)\#(path)","headers":[]}"# }

    private static func ok(_ content: String, headers: String = "") -> String {
        #"{"status":200,"statusText":"OK","headers":[\#(headers)],"content":\#(content)}"#
    }

    private static let done = ok(#"{"size":4,"mimeType":"text/plain","text":"done"}"#)

    private static func form(_ boundary: String) -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nCléo\r\n--\(boundary)\r\n"
            + "Content-Disposition: form-data; name=\"still\"; filename=\"1.png\"\r\nContent-Type: image/png\r\n\r\n"
            + "PNG\r\n--\(boundary)--\r\n"
    }

    @Test(
        "The type of a body is that of postData, and its items are the body (HAR 1.2)",
        arguments: [
            (
                #"{"mimeType":"application/x-www-form-urlencoded","text":"a=1&b=x%20y"}"#,
                "application/x-www-form-urlencoded", "b=x+y&a=1"
            ),
            (
                #"{"mimeType":"application/vnd.api+json","text":"{\"a\": 1}"}"#, "application/vnd.api+json",
                #"{"a":1.0}"#
            ),
            (
                #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"1"},"#
                    + #"{"name":"b","value":"x y"}]}"#,
                "application/x-www-form-urlencoded", "b=x%20y&a=1"
            ),
            (#"{"params":[{"name":"a","value":"1"}]}"#, "application/x-www-form-urlencoded", "a=1"),
            (
                #"{"mimeType":"multipart/form-data","params":[{"name":"title","value":"Cléo"},"#
                    + #"{"name":"still","value":"PNG","fileName":"1.png","contentType":"image/png"}]}"#,
                "multipart/form-data; boundary=xyz", form("xyz")
            ),
        ])
    func postData(_ data: String, type: String, body: String) async throws {
        let tape = try Tape(har: Self.har((Self.post(data), Self.done)))
        for tape in [tape, try tape.reread] {
            let replay = ReplayTransport(tape)
            let text = try await replay.text(Self.url, method: .post, fields: [.contentType: type], body: body)
            #expect(text == "200 done")
        }
    }

    @Test("A multipart form has the boundary of its type, and a response its type")
    func types() throws {
        let data = #"{"mimeType":"multipart/form-data; boundary=b","params":[{"name":"a","value":"1"}]}"#
        let entry = try #require(Tape(har: Self.har((Self.post(data), Self.done))).entries.first)
        let body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
        #expect(entry.request.body?.data == Data(body.utf8))
        #expect(entry.request.fields[.contentType] == "multipart/form-data; boundary=b")
        #expect(entry.response?.head.headerFields[.contentType] == "text/plain")
    }

    @Test("An entry that can't be read leaves the others")
    func unreadableEntries() async throws {
        let bytes = Self.ok(#"{"size":3,"mimeType":"image/png","encoding":"base64","text":"%%%%"}"#)
        let upload = Self.post(#"{"mimeType":"image/png","encoding":"base64","text":"a%"}"#)
        let tape = try Tape(
            har: Self.har(("{}", Self.done), (Self.get("/1"), bytes), (upload, Self.done), (Self.get("/2"), Self.done)))
        #expect(
            tape.unreadableEntries == [
                "entry 1: the request has no method or no address.",
                "entry 2: the body of its response is not Base64.", "entry 3: the body of its request is not Base64.",
            ])
        let replay = ReplayTransport(tape)
        #expect(try await replay.text("\(Self.url)/2") == "200 done")
        let error = await failure { () async throws(FetchError) in try await replay.text("\(Self.url)/1") }
        #expect(error?.description.contains("entry 2: the body of its response is not Base64.") == true)
    }

    @Test("Base64 may have line breaks and no padding")
    func base64() throws {
        let content = #"{"size":4,"mimeType":"image/png","encoding":"base64","text":"AAEC\r\nAw"}"#
        let entry = try #require(Tape(har: Self.har((Self.get(), Self.ok(content)))).entries.first)
        #expect(entry.response?.body?.data == Data([0, 1, 2, 3]))
    }

    @Test("Zeros after the end are no part of a file")
    func zeros() throws {
        let har = Self.har((Self.get(), Self.done))
        #expect(try Tape(har: har + Data(count: 4096)) == Tape(har: har))
    }

    @Test("A text has the charset of its bytes")
    func charsets() async throws {
        let type = #"{"name":"Content-Type","value":"text/html;charset=ISO-8859-1; level=1"}"#
        let content = #"{"size":5,"mimeType":"text/html","text":"Cléo"}"#
        let coded = #"{"size":4,"mimeType":"text/html","encoding":"base64","text":"Q2zpbw=="}"#
        let tape = try Tape(
            har: Self.har((Self.get(), Self.ok(content, headers: type)), (Self.get(), Self.ok(coded, headers: type))))
        let responses = tape.entries.compactMap(\.response)
        #expect(responses[0].head.headerFields[.contentType] == "text/html; charset=utf-8; level=1")
        #expect(responses[0].originalFields[.contentType] == "text/html;charset=ISO-8859-1; level=1")
        #expect(responses[0].body?.data == Data("Cléo".utf8))
        // The bytes of the other are what they were.
        #expect(responses[1].head.headerFields[.contentType] == "text/html;charset=ISO-8859-1; level=1")
        #expect(try tape.reread.entries.map(\.response?.head) == tape.entries.map(\.response?.head))
    }

    @Test("What is no HAR is an error", arguments: ["", "[]", "{}", #"{"log":{}}"#, #"{"log":{"entries":[{}]}}"#])
    func noHAR(_ text: String) {
        #expect(throws: TapeError.self) { try Tape(har: Data(text.utf8)) }
    }

    @Test("A newer format is refused")
    func newerFormat() {
        let text = #"{"log":{"version":"1.2","_freshet":{"format":2},"entries":[]}}"#
        let error = #expect(throws: TapeError.self) { try Tape(har: Data(text.utf8)) }
        #expect(error?.reason == "The tape has the format 2, which is newer than this version of Freshet.")
    }
}
