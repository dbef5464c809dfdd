import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// What may be stored: RFC 9111 §3.
struct StorabilityTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var control: String?
        var fields: HTTPFields = [:]
        var status = 200
        var method: HTTPRequest.Method = .get
        var isOfTarget = false
        var asks: String?
        let expect: Storability
        var testDescription: String { "\(method) \(asks ?? "") -> \(status) \(control ?? "") \(fields)" }
    }

    private static let allowed = Storability.stored("the response allows it")
    private static let modified = "Thu, 01 Jan 2026 00:00:00 GMT"
    private static let postAlone = Storability.notStored(
        "POST is stored with a lifetime and a Content-Location of its own address alone")
    private static let noPart = Storability.notStored("a part with an unknown range is not stored")
    private static let offline = Storability.stored("for use without a connection")

    @Test(
        "RFC 9111 §3: storability",
        arguments: [
            Example(control: "max-age=60", expect: allowed),
            Example(control: "private", expect: allowed),
            Example(control: "public", status: 302, expect: allowed),
            Example(control: "no-cache", expect: offline),
            Example(control: "no-cache", fields: [.eTag: "\"1\""], expect: .stored("the response has a validator")),
            Example(fields: [.expires: "0"], expect: allowed),
            Example(
                fields: [.lastModified: "Thu, 01 Jan 2026 00:00:00 GMT"],
                expect: .stored("the response has a validator")
            ),
            Example(expect: offline),
            Example(status: 204, expect: offline),
            Example(status: 404, expect: .notStored("status 404 without a lifetime")),
            Example(control: "max-age=5", status: 404, expect: allowed),
            // §4.2.2 and RFC 9110 §15.1: the statuses that may be stored by default.
            Example(
                fields: [.lastModified: modified], status: 404, expect: .stored("the response has a validator")),
            Example(
                fields: [.lastModified: modified], status: 501, expect: .stored("the response has a validator")),
            Example(fields: [.eTag: "\"1\""], status: 404, expect: .notStored("status 404 without a lifetime")),
            Example(
                fields: [.lastModified: modified], status: 403, expect: .notStored("status 403 without a lifetime")),
            Example(control: "public", fields: [.lastModified: modified], status: 403, expect: allowed),
            // RFC 6585 §3 to §6.
            Example(
                control: "max-age=60", status: 429, expect: .notStored("status 429 is never stored (RFC 6585)")),
            Example(
                control: "max-age=60", status: 511, expect: .notStored("status 511 is never stored (RFC 6585)")),
            Example(control: "max-age=60", status: 599, expect: allowed),
            Example(control: "max-age=60", status: 499, expect: allowed),
            Example(control: "max-age=60", status: 299, expect: allowed),
            Example(status: 302, expect: .notStored("status 302 is stored only with a lifetime")),
            Example(status: 500, expect: .notStored("status 500 without a lifetime")),
            Example(control: "max-age=0, private", status: 500, expect: .notStored("status 500 without a lifetime")),
            Example(fields: [.expires: "0"], status: 410, expect: allowed),
            Example(status: 301, expect: .notStored("status 301 without lifetime and validator")),
            Example(control: "max-age=5", status: 500, expect: allowed),
            // §3.3: a part of a known range is stored.
            Example(
                control: "max-age=60", fields: [.contentRange: "bytes 0-1/9", .eTag: "\"1\""], status: 206,
                expect: allowed),
            Example(
                fields: [.contentRange: "bytes 0-1/9", .eTag: "\"1\""], status: 206,
                expect: .stored("the response has a validator")),
            Example(
                control: "max-age=60", fields: [.contentRange: "bytes 0-1/9", .eTag: "W/\"1\""], status: 206,
                expect: allowed),
            Example(control: "max-age=60", fields: [.contentRange: "bytes 0-1/9"], status: 206, expect: allowed),
            Example(
                control: "max-age=60", fields: [.contentRange: "bytes 0-1/*", .eTag: "\"1\""], status: 206,
                expect: noPart),
            Example(
                control: "max-age=60", fields: [.contentRange: "x 0-1/9", .eTag: "\"1\""], status: 206,
                expect: noPart),
            Example(control: "max-age=60", fields: [.eTag: "\"1\""], status: 206, expect: noPart),
            Example(
                control: "max-age=60",
                fields: [.contentRange: "bytes 0-1/9", .eTag: "\"1\"", .contentEncoding: "gzip"], status: 206,
                expect: noPart),
            Example(control: "max-age=60", status: 304, expect: .notStored("status 304 has no body of its own")),
            Example(control: "max-age=60", status: 103, expect: .notStored("status 103 has no body of its own")),
            // §5.2.1.5 and §5.2.2.5
            Example(control: "max-age=60", asks: "no-store", expect: .notStored("the request says no-store")),
            Example(control: "no-store, max-age=60", expect: .notStored("the response says no-store")),
            // §5.2.2.3
            Example(control: "must-understand, no-store, max-age=60", expect: allowed),
            Example(control: "must-understand, no-store, max-age=60", status: 403, expect: allowed),
            Example(
                control: "must-understand, no-store, max-age=60", status: 299,
                expect: .notStored("must-understand, and status 299 is not understood")),
            // §4.1
            Example(
                control: "max-age=60", fields: [.vary: "Accept, *"],
                expect: .notStored("it depends on more than fields (Vary: *)")),
            // RFC 9110 §9.3.3
            Example(control: "max-age=60", method: .post, expect: postAlone),
            Example(control: "max-age=60", method: .post, isOfTarget: true, expect: allowed),
            Example(fields: [.expires: "0"], method: .post, isOfTarget: true, expect: allowed),
            Example(control: "public", fields: [.eTag: "\"1\""], method: .post, isOfTarget: true, expect: postAlone),
            Example(control: "max-age=60", status: 201, method: .post, isOfTarget: true, expect: postAlone),
            Example(
                control: "max-age=60", fields: [.eTag: "\"1\"", .contentRange: "bytes 0-1/9"], status: 206,
                method: .post,
                isOfTarget: true, expect: postAlone),
            Example(
                control: "max-age=60, no-store", method: .post, isOfTarget: true,
                expect: .notStored("the response says no-store")),
            Example(control: "max-age=60", method: .put, isOfTarget: true, expect: .notStored("PUT is not stored")),
            Example(control: "max-age=60", method: .head, expect: .notStored("HEAD is not stored")),
        ])
    func storability(_ example: Example) {
        var fields = example.fields
        fields[.cacheControl] = example.control
        var request = CacheRequest(method: example.method)
        request.headers[.cacheControl] = example.asks
        let head = HTTPResponse(status: .init(code: example.status), headerFields: fields)
        #expect(Storability(of: head, to: request, isOfTarget: example.isOfTarget) == example.expect)
    }
}
