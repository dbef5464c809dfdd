import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// Fields that are kept, confirmed and replaced: RFC 9111 §3.1, §3.2, §4.3.4 and §4.3.5.
struct FieldUpdateTests {
    private let later = made.addingTimeInterval(100)

    private func confirmed(_ stored: StoredResponse, _ fields: HTTPFields) -> StoredResponse? {
        FieldUpdate.confirmed(
            stored, by: HTTPResponse(status: .notModified, headerFields: fields), requestTime: later,
            responseTime: later.addingTimeInterval(1))
    }

    @Test("RFC 9111 §3.1: what is not stored") func kept() {
        let fields: HTTPFields = [
            .contentType: "text/plain", .connection: "X-Hop, close", .init("X-Hop")!: "1", .setCookie: "a=b",
            .transferEncoding: "chunked", .proxyAuthenticate: "Basic", .cacheControl: "no-cache=\"X-Once\"",
            .init("X-Once")!: "1", .init("X-Kept")!: "1",
        ]
        #expect(
            FieldUpdate.kept(fields) == [
                .contentType: "text/plain", .setCookie: "a=b", .cacheControl: "no-cache=\"X-Once\"",
                .init("X-Kept")!: "1",
            ])
    }

    @Test("RFC 9110 §6.6.1: what has no date gets that of its arrival") func dates() {
        let date = "Wed, 31 Dec 2025 23:00:00 GMT"
        #expect(FieldUpdate.dated([.date: date], at: made) == [.date: date])
        #expect(FieldUpdate.dated([:], at: made) == [.date: "Thu, 01 Jan 2026 00:00:00 GMT"])
        #expect(FieldUpdate.dated([.date: "x"], at: made) == [.date: "Thu, 01 Jan 2026 00:00:00 GMT"])
    }

    @Test("RFC 9111 §3.2: a 304 replaces fields, but not those of the body") func replacing() throws {
        let stored = StoredResponse.with(
            "max-age=1", [.eTag: "\"1\"", .contentLength: "3", .age: "7", .init("X-Old")!: "old"])
        let new = try #require(
            confirmed(
                stored,
                [
                    .cacheControl: "max-age=60, no-cache=\"X-Old\"", .contentLength: "0", .contentEncoding: "gzip",
                    .init("X-New")!: "new", .setCookie: "a=b", .contentType: "text/html",
                ]))
        #expect(
            new.headers == [
                .eTag: "\"1\"", .contentLength: "3", .date: "Thu, 01 Jan 2026 00:01:41 GMT",
                .cacheControl: "max-age=60, no-cache=\"X-Old\"",
                .init("X-New")!: "new", .setCookie: "a=b",
            ])
        #expect(new.requestTime == later && new.responseTime == later.addingTimeInterval(1))
        // An old Date or Age would make it old again.
        #expect(Freshness(of: new, now: new.responseTime, rules: CacheRules()).age == .seconds(1))
    }

    @Test("RFC 9111 §3.2: the type of the stored body stays", arguments: ["application/json", nil])
    func type(stored: String?) throws {
        var fields: HTTPFields = [.eTag: "\"1\""]
        fields[.contentType] = stored
        let new = try #require(
            confirmed(.with("max-age=1", fields), [.eTag: "\"1\"", .contentType: "text/html; charset=iso-8859-1"]))
        #expect(new.headers[.contentType] == stored)
    }

    @Test(
        "RFC 9111 §4.3.4: whether a 304 is about the stored response",
        arguments: [
            ([.eTag: "\"1\""], [.eTag: "\"1\""], true),
            ([.eTag: "\"1\""], [.eTag: "\"2\""], false),
            ([.eTag: "W/\"1\""], [.eTag: "W/\"1\""], true),
            ([.eTag: "\"1\""], [.eTag: "W/\"1\""], true),
            ([.eTag: "W/\"1\""], [.eTag: "\"1\""], true),
            ([.eTag: "W/\"1\""], [.eTag: "W/\"2\""], false),
            ([.eTag: "\"1\""], [:], true),
            ([.lastModified: "a"], [.lastModified: "a"], true),
            ([.lastModified: "a"], [.lastModified: "b"], false),
            ([.lastModified: "a"], [.eTag: "\"1\""], true),
            ([.eTag: "\"1\"", .lastModified: "a"], [.eTag: "\"1\"", .lastModified: "b"], true),
        ] as [(HTTPFields, HTTPFields, Bool)])
    func agreement(stored: HTTPFields, told: HTTPFields, agrees: Bool) {
        #expect((confirmed(.with("max-age=1", stored), told) != nil) == agrees)
    }

    @Test("RFC 9111 §4.3.4: a strong tag updates nothing that has a weak one, which holds all the same")
    func strongOfWeak() throws {
        let stored = StoredResponse.with("max-age=1", [.eTag: "W/\"1\""])
        let new = try #require(confirmed(stored, [.eTag: "\"1\"", .cacheControl: "max-age=60"]))
        #expect(new == stored)
    }

    @Test(
        "RFC 9111 §4.3.4: a strong tag updates nothing without a tag, unless the date is the same and names the bytes, too",
        arguments: [
            ("Thu, 01 Jan 2026 00:00:00 GMT", "Wed, 31 Dec 2025 23:00:00 GMT", "Wed, 31 Dec 2025 23:00:00 GMT", true),
            ("Thu, 01 Jan 2026 00:00:00 GMT", "Wed, 31 Dec 2025 23:00:00 GMT", nil, false),
            // A second before it was sent: it may have changed twice in it.
            ("Thu, 01 Jan 2026 00:00:00 GMT", "Wed, 31 Dec 2025 23:59:59 GMT", "Wed, 31 Dec 2025 23:59:59 GMT", false),
        ] as [(String, String, String?, Bool)])
    func strongOfNone(date: String, modified: String, told: String?, isUpdated: Bool) throws {
        let stored = StoredResponse.with("max-age=1", [.date: date, .lastModified: modified])
        var fields: HTTPFields = [.eTag: "\"1\"", .cacheControl: "max-age=60"]
        fields[.lastModified] = told
        let new = try #require(confirmed(stored, fields))
        #expect((new.headers[.cacheControl] == "max-age=60") == isUpdated && (new == stored) != isUpdated)
        let head = HTTPResponse(status: .ok, headerFields: fields)
        let described = FieldUpdate.described(stored, by: head, requestTime: later, responseTime: later)
        #expect((described != nil) == isUpdated)
    }

    @Test(
        "RFC 9111 §4.3.5: how a HEAD changes the stored response",
        arguments: [
            (200, [.eTag: "\"1\"", .contentLength: "3"], true),
            (200, [.contentLength: "3"], true),
            (200, [.eTag: "\"1\""], true),
            (200, [.contentLength: "4"], false),
            (200, [.eTag: "\"2\""], false),
            (200, [.eTag: "\"1\"", .lastModified: "a"], true),
            (200, [.eTag: "\"1\"", .lastModified: "b"], false),
            (404, [:], false),
        ] as [(Int, HTTPFields, Bool)])
    func head(status: Int, told: HTTPFields, agrees: Bool) {
        let stored = StoredResponse.with("max-age=1", [.eTag: "\"1\"", .contentLength: "3", .lastModified: "a"])
        let head = HTTPResponse(status: .init(code: status), headerFields: told)
        let new = FieldUpdate.described(stored, by: head, requestTime: later, responseTime: later)
        #expect((new != nil) == agrees)
    }
}
