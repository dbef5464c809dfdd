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
