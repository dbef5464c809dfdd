import FreshetDigests
import HTTPTypes

extension PublicCases {
    static let storing: [PublicCase] = storedFields + confirmedFields + heads + invalidation + parts + rest + interim

    /// Fields with two values, of which the second comes later. Those of the connection are not stored.
    private static let fields = [
        ("Test-Header", "one", "two"), ("X-Test-Header", "one", "two"), ("Content-Foo", "one", "two"),
        ("X-Content-Foo", "one", "two"), ("Content-Encoding", "identity", "shiny"), ("Content-Location", "/1", "/2"),
        ("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA==", "AAAAAAAAAAAAAAAAAAAAAQ=="), ("Content-Range", "one", "two"),
        ("Content-Security-Policy", "default-src 'none'", "default-src 'self'"),
        ("Content-Type", "text/plain", "text/plain;charset=utf-8"), ("Clear-Site-Data", "\"storage\"", "\"cookies\""),
        ("Public-Key-Pins", "one", "two"), ("Set-Cookie", "a=1", "a=2"), ("Set-Cookie2", "a=1", "a=2"),
        ("X-Frame-Options", "deny", "sameorigin"), ("X-XSS-Protection", "0", "1"),
    ]

    private static var storedFields: [PublicCase] {
        var cases = PublicCases("RFC 9111 §3.1")
        for (name, value, _) in fields + [("ETag", "\"v1\"", ""), ("Expires", "{+3600}", "")] {
            let line = "\(name): \(value)"
            // The later moment is three seconds nearer to what was sent.
            let later = name == "Expires" ? "Expires: {+3597}" : line
            cases.required("headers-store-\(name)", .first([hour, line]), .then(.stored).with(\.has, [later]))
        }
        cases.required("headers-store-Cache-Control", .first([hour]), .then(.stored).with(\.has, [hour]))
        cases.required(
            "headers-store-Content-Length", .first([hour, "Content-Length: 4"]),
            .then(.stored).with(\.has, ["Content-Length: 4"]))
        let ofTheConnection = [
            "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
            "Proxy-Connection", "TE", "Transfer-Encoding", "Upgrade",
        ]
        for name in ofTheConnection {
            let value = name == "Transfer-Encoding" ? "chunked" : "shiny"
            cases.required(
                "headers-store-\(name)", .first([hour, "\(name): \(value)"]), .then(.stored).with(\.lacks, [name]))
        }
        cases.required(
            "headers-omit-headers-listed-in-Connection",
            .first([hour, "Connection: one, two", "One: 1", "Two: 2", "Three: 3"]),
            .then(.stored).with(\.has, ["Three: 3"]).with(\.lacks, ["One", "Two"]))
        return cases.all
    }

    private static var confirmedFields: [PublicCase] {
        var cases = PublicCases("RFC 9111 §3.2")
        cases.required(
            "304-lm-use-stored-Test-Header", .first([threeSeconds, "Last-Modified: {-86400}", "Test-Header: one"]),
            .then(.confirmed).with(\.has, ["Test-Header: one"]))
        let tag = "ETag: \"v1\""
        let mustChange = ["Test-Header", "X-Test-Header", "Content-Foo", "X-Content-Foo"]
        for (name, old, new) in fields + [("ETag", "\"v1\"", "\"v2\""), ("Expires", "{+600}", "{+3600}")] {
            let control = [threeSeconds, tag].filter { !$0.hasPrefix(name) }
            let steps = [
                PublicCase.Step.first(control + ["\(name): \(old)"]),
                .then(.confirmed, gives: control + ["\(name): \(new)"]).with(\.has, ["\(name): \(new)"]),
                .then(.stored, after: 0).with(\.has, ["\(name): \(new)"]),
            ]
            let kind = mustChange.contains(name) ? PublicCase.Kind.required : .check
            cases.add(kind, "304-etag-update-response-\(name)", steps, line: #line)
        }
        cases.required(
            "304-etag-update-response-Cache-Control", .first([threeSeconds, tag]),
            .then(.confirmed, gives: [hour, tag]).with(\.has, [hour]), .then(.stored, after: 0).with(\.has, [hour]))
        let length = "Content-Length: 4"
        cases.required(
            "304-etag-update-response-Content-Length", .first([threeSeconds, tag, length]),
            .then(.confirmed, gives: [threeSeconds, tag, "Content-Length: 9"]).with(\.has, [length]),
            .then(.stored, after: 0).with(\.has, [length]))
        return cases.all
    }

    private static var heads: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.3.5")
        let first = PublicCase.Step.first([threeSeconds, "Version: 1"])
        let head = PublicCase.Step.then(.sent).with(\.method, .head)
        cases.check("head-writethrough", first, head)
        cases.check("head-200-retain", first, head.with(\.has, ["Version: 1"]))
        cases.check(
            "head-200-freshness-update", first, head.with(\.response, [hour]), .then(.stored, after: 0))
        cases.check(
            "head-200-update", first, head.with(\.response, [hour, "Version: 2"]),
            .then(.stored, after: 0).with(\.has, ["Version: 2"]))
        cases.check(
            "head-410-update", first, head.with(\.response, [hour, "Version: 2"]).with(\.status, 410),
            .then(.stored, after: 0).with(\.has, ["Version: 2"]))
        return cases.all
    }

    private static var invalidation: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.4")
        for method in ["POST", "PUT", "DELETE", "M-SEARCH"].compactMap({ HTTPRequest.Method($0) }) {
            let unsafe = PublicCase.Step.then(.sent).with(\.method, method)
            cases.required("invalidate-\(method)", .first([hour]), unsafe, .then(.sent, gives: [hour], after: 0))
            cases.optimal(
                "invalidate-\(method)-failed", .first([hour]), unsafe.with(\.status, 500), .then(.stored, after: 0))
            for (id, field) in [("location", "Location"), ("cl", "Content-Location")] {
                let other = PublicCase.Step.first([hour]).with(\.path, "other")
                cases.check(
                    "invalidate-\(method)-\(id)", other, unsafe.with(\.response, ["\(field): other"]),
                    .then(.sent, gives: [hour], after: 0).with(\.path, "other"))
            }
        }
        return cases.all
    }

    private static var parts: [PublicCase] {
        var cases = PublicCases("RFC 9111 §3.3")
        /// The last six of ten bytes.
        let part = PublicCase.Step.first([hour, "Content-Range: bytes 4-9/10"], asks: ["Range: bytes=-6"], status: 206)
            .with(\.body, "456789")
        func range(_ range: String, _ body: String) -> PublicCase.Step {
            PublicCase.Step.then(.stored, asks: ["Range: bytes=\(range)"]).with(\.shownStatus, 206)
                .with(\.shownBody, body)
        }
        cases.optimal("partial-store-partial-reuse-partial", part, range("-6", "456789"))
        cases.optimal("partial-store-partial-reuse-partial-byterange", part, range("6-8", "678"))
        cases.optimal("partial-store-partial-reuse-partial-absent", part, range("6-", "6789"))
        cases.optimal("partial-store-partial-reuse-partial-suffix", part, range("-1", "9"))
        let whole = PublicCase.Step.first([hour, "Version: 1", "Content-Length: 10"]).with(
            \.body, "0123456789")
        cases.optimal("partial-store-complete-reuse-partial", whole, range("0-1", "01"))
        cases.optimal("partial-store-complete-reuse-partial-no-last", whole, range("1-", "123456789"))
        cases.optimal("partial-store-complete-reuse-partial-suffix", whole, range("-1", "9"))
        cases.section = "RFC 9111 §3.4"
        let beginning = PublicCase.Step.first(
            [hour, "Content-Range: bytes 0-4/10"], asks: ["Range: bytes=0-4"], status: 206
        ).with(\.body, "01234")
        cases.optimal(
            "partial-store-partial-complete", beginning, .then(.any).with(\.arrives, ["Range: bytes=5-"]))
        cases.required("partial-use-headers", whole, range("0-1", "01"))
        cases.required("partial-use-stored-headers", whole, range("0-1", "01").with(\.has, ["Version: 1"]))
        return cases.all
    }

    private static var rest: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.1")
        cases.required("other-age-gen", .first([hour]), .then(.stored).with(\.leastAge, 3))
        cases.required(
            "other-age-update-max-age", .first([hour, "Age: 30"]), .then(.stored).with(\.leastAge, 33))
        cases.required(
            "other-age-update-expires", .first(["Expires: {+3600}", "Age: 30"]), .then(.stored).with(\.leastAge, 33))
        cases.check("other-age-delay", PublicCase.Step.first([hour]).with(\.delay, 5).with(\.leastAge, 1))
        cases.section = "RFC 9110 §6.6.1"
        let (date, expires) = ("Date: {-3}", "Expires: {+3597}")
        cases.required("other-date-update", .first([hour]), .then(.stored).with(\.has, [date]))
        cases.required("other-date-update-expires", .first(["Expires: {+3600}"]), .then(.stored).with(\.has, [date]))
        cases.section = "RFC 9111 §5.3"
        cases.check(
            "other-date-update-expires-update", .first(["Expires: {+3600}"]), .then(.stored).with(\.has, [expires]))
        cases.section = "RFC 9111 §4"
        let query = PublicCase.Step.first([hour]).with(\.path, "case?a=1")
        cases.required("query-args-different", query, .then(.sent).with(\.path, "case?a=2"))
        cases.optimal("query-args-same", query, .then(.stored).with(\.path, "case?a=1"))
        let attachment = "Content-Disposition: attachment; filename=a.txt"
        cases.check("other-heuristic-content-disposition-attachment", .stored, "Last-Modified: {-86400}", attachment)
        cases.check("other-fresh-content-disposition-attachment", .stored, hour, attachment)
        cases.section = "RFC 9111 §7.3"
        cases.optimal("other-set-cookie", .stored, hour, "Set-Cookie: a=1")
        cases.optimal("other-cookie", .first([hour]), .then(.stored, asks: ["Cookie: a=1"]))
        return cases.all
    }

    private static var interim: [PublicCase] {
        var cases = PublicCases("RFC 9110 §15.2")
        let hint: HTTPFields = [HTTPField.Name("Hint")!: "early"]
        let first = PublicCase.Step.first([hour]).with(\.interimCount, 1)
        cases.optimal("interim-102", first.with(\.interim, [[:]]), .then(.stored))
        cases.optimal("interim-103", first.with(\.interim, [hint]), .then(.stored))
        cases.section = "RFC 9111 §3"
        cases.required("interim-not-cached", first.with(\.interim, [hint]), .then(.stored).with(\.interimCount, 0))
        cases.optimal(
            "interim-no-header-reuse", first.with(\.interim, [hint]).with(\.lacks, ["Hint"]),
            .then(.stored).with(\.lacks, ["Hint"]))
        return cases.all
    }
}
