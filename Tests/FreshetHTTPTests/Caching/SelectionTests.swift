import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// Variants, invalidation and parts: RFC 9111 §4.1 and §4.4, RFC 9110 §14.
struct SelectionTests {
    @Test("RFC 9111 §4.1: the fields on which a response depends") func selectors() {
        let request: HTTPFields = [.accept: " text/html ,  text/plain", .authorization: "Bearer hush"]
        #expect(
            Variants.selectors(vary: [.vary: "Accept, accept-language"], request: request) == [
                "accept": "text/html, text/plain", "accept-language": "",
            ])
        #expect(Variants.selectors(vary: [.vary: "accept, *"], request: request) == nil)
        #expect(Variants.selectors(vary: [:], request: request) == [:])
        #expect(Variants.selectors(vary: [.vary: "not a name"], request: request) == ["not a name": ""])
        let secret = Variants.selectors(vary: [.vary: "Authorization"], request: request)
        #expect(secret?["authorization"]?.hasPrefix("sha256:") == true)
        #expect(secret?["authorization"]?.contains("hush") == false)
    }

    @Test(
        "RFC 9111 §4.1: fields that say the same select the same",
        arguments: [
            (.acceptLanguage, "de, en;q=0.5", "DE ,  en;q=0.5"),
            (.acceptLanguage, "en;q=0.5, de", "de;q=1.0,en;Q=0.50"),
            (.acceptLanguage, "de, en;q=0.5, en;q=0.9", "de, en;q=0.500"),
            (.acceptLanguage, "fr;q=0, de", "de;q=1, fr;q=0.000"),
            (.acceptLanguage, "de-AT, *;q=0.1", "*;q=0.1, de-at"), (.acceptLanguage, "de, ;, ;q=0.5", "de"),
            (.acceptEncoding, "gzip, deflate", "deflate,GZIP"), (.acceptEncoding, "x-gzip", "gzip"),
            (.acceptEncoding, "br;q=0.5, gzip", "gzip , br;q=0.5"),
            (.accept, "text/html, Text/Plain;q=0.5", "text/plain; q=0.5, text/html"),
            (.accept, "text/plain;Format=flowed", "TEXT/PLAIN; format=flowed"),
            (.accept, "a/b;x=\"1,2\", c/d", "c/d, a/b; x=\"1,2\""),
            (.init("X-List")!, "a, b", "a, b"),
        ] as [(HTTPField.Name, String, String)])
    func sameSelectors(name: HTTPField.Name, first: String, second: String) {
        let stored = StoredResponse.with(
            "max-age=1", selectors: Variants.selectors(vary: [.vary: name.rawName], request: [name: first]) ?? [:])
        #expect(Variants.selected(from: [stored], for: [name: second]) == 0)
        #expect(Variants.selected(from: [stored], for: [name: first]) == 0)
    }

    @Test(
        "RFC 9111 §4.1: fields that do not say the same",
        arguments: [
            // Servers may take the order of languages of one weight for a preference (RFC 9110 §12.5.4).
            (.acceptLanguage, "de, en", "en, de"), (.acceptLanguage, "de", "de;q=0.9"),
            (.acceptLanguage, "de", "de-at"), (.acceptLanguage, "de;q=0.0;q=1", "de;q=0"),
            (.acceptLanguage, "de;q=x", "de"), (.acceptLanguage, "de;q=1.5", "de"), (.acceptLanguage, "de", ""),
            (.acceptEncoding, "gzip", "br"), (.acceptEncoding, "gzip;q=0", "gzip"),
            (.accept, "text/plain;a=B", "text/plain;a=b"), (.accept, "a/b;x=1", "a/b"),
            (.init("X-List")!, "a,b", "b,a"), (.init("X-List")!, "a", "A"),
            // What is not known to be a list may be a text.
            (.init("X-Text")!, "a,b", "a, b"),
            // One character, and other bytes.
            (.init("X-Text")!, "\u{E9}", "e\u{301}"), (.acceptLanguage, "\u{E9}", "e\u{301}"),
        ] as [(HTTPField.Name, String, String)])
    func differentSelectors(name: HTTPField.Name, first: String, second: String) {
        let stored = StoredResponse.with(
            "max-age=1", selectors: Variants.selectors(vary: [.vary: name.rawName], request: [name: first]) ?? [:])
        #expect(Variants.selected(from: [stored], for: [name: second]) == nil)
    }

    @Test("RFC 9111 §4.1: a response that forgets its Vary comes last") func forgottenVary() {
        let german = StoredResponse.with("max-age=1", selectors: ["accept-language": "de"])
        var careless = StoredResponse.with("max-age=1")
        careless.headers[.date] = "Thu, 01 Jan 2026 00:00:09 GMT"
        #expect(Variants.selected(from: [german, careless], for: [.acceptLanguage: "de"]) == 0)
        #expect(Variants.selected(from: [german, careless], for: [.acceptLanguage: "fr"]) == 1)
    }

    @Test("RFC 9111 §4: of a whole and a response for one range alone, the newer is selected") func ranges() {
        let part = StoredResponse.with("max-age=1", selectors: ["range": "bytes=-5"])
        var whole = StoredResponse.with("max-age=1")
        #expect(Variants.selected(from: [part, whole], for: [:]) == 1)
        whole.headers[.date] = "Thu, 01 Jan 2026 00:00:09 GMT"
        #expect(Variants.selected(from: [part, whole], for: [.range: "bytes=-5"]) == 1)
        whole.headers[.date] = "Wed, 31 Dec 2025 23:59:51 GMT"
        #expect(Variants.selected(from: [part, whole], for: [.range: "bytes=-5"]) == 0)
        #expect(Variants.selected(from: [part, whole], for: [.range: "bytes=-4"]) == 1)
    }

    @Test("RFC 9111 §4.1: which of several responses belongs to a request") func selection() {
        let german = StoredResponse.with("max-age=1", selectors: ["accept-language": "de"])
        let english = StoredResponse.with("max-age=1", selectors: ["accept-language": "en"])
        var newer = english
        newer.headers[.date] = "Thu, 01 Jan 2026 00:00:09 GMT"
        var undated = english
        undated.headers[.date] = nil
        undated.responseTime = made.addingTimeInterval(10)
        let all = [german, english, newer, english]
        #expect(Variants.selected(from: all, for: [.acceptLanguage: "de"]) == 0)
        #expect(Variants.selected(from: all, for: [.acceptLanguage: "en"]) == 2)
        #expect(Variants.selected(from: all + [undated], for: [.acceptLanguage: "en"]) == 4)
        #expect(Variants.selected(from: [undated] + all, for: [.acceptLanguage: "en"]) == 0)
        #expect(Variants.selected(from: all, for: [:]) == nil)
        #expect(Variants.selected(from: [], for: [:]) == nil)
        #expect(Variants.selected(from: [.with("max-age=1")], for: [.acceptLanguage: "fr"]) == 0)
    }

    struct Change: Sendable {
        let method: HTTPRequest.Method
        var status = 200
        var fields: HTTPFields = [:]
        let paths: [String]
    }

    @Test(
        "RFC 9111 §4.4: what a change makes wrong",
        arguments: [
            Change(method: .get, paths: []), Change(method: .head, paths: []), Change(method: .options, paths: []),
            Change(method: .post, paths: ["/a"]), Change(method: .delete, status: 204, paths: ["/a"]),
            Change(method: .put, status: 303, paths: ["/a"]),
            Change(method: .patch, status: 404, paths: []), Change(method: .post, status: 500, paths: []),
            Change(method: .init("FROB")!, paths: ["/a"]),
            Change(
                method: .post, status: 201,
                fields: [.location: "/b", .contentLocation: "https://shop.example:443/c?d"],
                paths: ["/a", "/b", "/c?d"]),
            Change(method: .post, fields: [.location: "/a", .contentLocation: "http://["], paths: ["/a"]),
            // No other caller's responses.
            Change(
                method: .post,
                fields: [.location: "https://other.example/b", .contentLocation: "http://shop.example/b"],
                paths: ["/a"]),
        ])
    func invalidation(_ change: Change) throws {
        let head = HTTPResponse(status: .init(code: change.status), headerFields: change.fields)
        let address = try WebAddress("https://shop.example/a")
        let stale = Invalidation.addresses(after: change.method, to: address, head: head)
        #expect(stale.map(\.pathAndQuery) == change.paths)
    }

    @Test(
        "RFC 9110 §14.1.2: parts of ten bytes",
        arguments: [
            ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=2-99", .part(2..<10)),
            ("Bytes = 7-", .part(7..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)),
            ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=5-2", nil), ("bytes=0-1,4-5", nil), ("items=0-1", nil), ("bytes", nil), ("bytes=", nil),
            ("bytes=-", nil), ("bytes=a-b", nil), ("bytes=1-b", nil), ("bytes=1-2-3", nil),
            ("bytes=99999999999999999999-", nil), ("bytes=0-9223372036854775807", nil),
        ] as [(String, ByteRange.Outcome?)])
    func ranges(field: String, outcome: ByteRange.Outcome?) {
        #expect(ByteRange.outcome(of: field, length: 10) == outcome)
    }

    @Test("RFC 9110 §15.3.7 and §15.5.17: the head of a part") func headOfAPart() {
        let whole = HTTPResponse(status: .ok, headerFields: [.contentLength: "10", .eTag: "\"1\""])
        #expect(
            ByteRange.head(of: whole, .part(7..<10), length: 10)
                == HTTPResponse(
                    status: .partialContent,
                    headerFields: [.contentLength: "3", .eTag: "\"1\"", .contentRange: "bytes 7-9/10"]))
        #expect(ByteRange.outcome(of: "bytes=-3", length: 0) == .unsatisfiable)
        #expect(
            ByteRange.head(of: whole, .unsatisfiable, length: 10)
                == HTTPResponse(
                    status: .rangeNotSatisfiable,
                    headerFields: [.contentLength: "0", .eTag: "\"1\"", .contentRange: "bytes */10"]))
    }
}
