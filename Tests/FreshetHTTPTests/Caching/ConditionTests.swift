import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// Conditions of the caller's own, judged by a stored response: RFC 9111 §4.3.2, RFC 9110 §13.
struct ConditionTests {
    private static let modified = "Wed, 31 Dec 2025 23:00:00 GMT"

    @Test(
        "RFC 9110 §13.1.2: If-None-Match, compared weakly",
        arguments: [
            ("\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false), ("\"1\"", "W/\"1\"", true), ("W/\"1\"", "\"1\"", true),
            ("W/\"1\"", "W/\"1\"", true), ("\"1\"", "\"0\", W/\"1\" ,\"3\"", true), ("\"1\"", "\"0\",\"3\"", false),
            ("\"a,b\"", "\"x\", \"a,b\"", true), ("\"a\\\"", "\"a\\\", \"c\"", true), ("\"1\"", "*", true),
            (nil, "*", true), (nil, "\"1\"", false), ("\"*\"", "\"1\"", false), ("\"1\"", "\"1", false),
            ("\"1\"", "", false), ("1", "1", true), ("1", "0, 1 , 2", true), ("\"1\"", "w/\"1\"", false),
        ] as [(String?, String, Bool)])
    func ifNoneMatch(tag: String?, field: String, isMet: Bool) {
        var stored = StoredResponse.with("max-age=60")
        stored.headers[.eTag] = tag
        #expect(Conditions.areMet(by: stored, [.ifNoneMatch: field]) == isMet)
    }

    @Test(
        "RFC 9110 §13.1.3: If-Modified-Since, in all three forms of a date",
        arguments: [
            (modified, modified, true), (modified, "Wed, 31 Dec 2025 23:00:01 GMT", true),
            (modified, "Wed, 31 Dec 2025 22:59:59 GMT", false), (modified, "Wednesday, 31-Dec-25 23:00:00 GMT", true),
            (modified, "Wed Dec 31 23:00:00 2025", true), (modified, "Wed, 31 Dec 25 23:00:00 GMT", false),
            (modified, "", false),
            // Without Last-Modified the date of the response counts: Thu, 01 Jan 2026 00:00:00 GMT.
            (nil, "Thu, 01 Jan 2026 00:00:00 GMT", true), (nil, modified, false), ("x", modified, false),
        ] as [(String?, String, Bool)])
    func ifModifiedSince(modified: String?, field: String, isMet: Bool) {
        var stored = StoredResponse.with("max-age=60")
        stored.headers[.lastModified] = modified
        #expect(Conditions.areMet(by: stored, [.ifModifiedSince: field]) == isMet)
        stored.headers[.date] = nil
        #expect(Conditions.areMet(by: stored, [.ifModifiedSince: field]) == isMet)
    }

    @Test("RFC 9110 §13.2.2: a tag counts before a date") func precedence() {
        let stored = StoredResponse.with("max-age=60", [.eTag: "\"1\"", .lastModified: Self.modified])
        #expect(!Conditions.areMet(by: stored, [.ifNoneMatch: "\"2\"", .ifModifiedSince: Self.modified]))
        #expect(Conditions.areMet(by: stored, [.ifNoneMatch: "\"1\"", .ifModifiedSince: "x"]))
        #expect(!Conditions.areMet(by: stored, [:]))
    }

    @Test("RFC 9110 §13.2.1: conditions hold for successes only") func failures() {
        let stored = StoredResponse.with("max-age=60", [.eTag: "\"1\""], status: 404)
        #expect(!Conditions.areMet(by: stored, [.ifNoneMatch: "\"1\""]))
    }

    @Test("RFC 9110 §15.4.5: the head of a 304") func head() {
        let stored = StoredResponse.with(
            "max-age=60", [.eTag: "\"1\"", .contentType: "text/plain", .contentLength: "3", .vary: "Accept"])
        #expect(
            Conditions.notModified(stored.head(age: .seconds(5)))
                == HTTPResponse(
                    status: .notModified,
                    headerFields: [
                        .eTag: "\"1\"", .vary: "Accept", .date: "Thu, 01 Jan 2026 00:00:00 GMT",
                        .cacheControl: "max-age=60", .age: "5",
                    ]))
    }
}
