import FreshetHTTP
import HTTPTypes

extension PublicCases {
    static let directives: [PublicCase] = responses + stale + requests + pragma + statuses

    private static var responses: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.2.2.7")
        cases.optimal("cc-resp-private-private", .stored, "Cache-Control: private, max-age=3600")
        cases.section = "RFC 9111 §5.2.2.5"
        cases.required("cc-resp-no-store", .sent, "Cache-Control: no-store")
        cases.required("cc-resp-no-store-case-insensitive", .sent, "Cache-Control: No-Store")
        cases.required("cc-resp-no-store-fresh", .sent, "Cache-Control: no-store, max-age=3600", "Expires: {+3600}")
        // What is stored is what came first, and a later response that may not be stored does not outdate it by itself.
        for (id, control) in [("new", "no-store"), ("max-age", "no-store, max-age=0")] {
            cases.required(
                "cc-resp-no-store-old-\(id)", .first([hour, "Version: old"]),
                .then(.any, gives: ["Cache-Control: \(control)", "Version: new"]),
                .then(.stored, gives: [hour]).with(\.has, ["Version: old"]))
        }
        cases.section = "RFC 9111 §5.2.2.4"
        let forbidden = "Cache-Control: max-age=3600, no-cache"
        cases.required("cc-resp-no-cache", .sent, forbidden, "Expires: {+3600}")
        cases.required("cc-resp-no-cache-case-insensitive", .sent, "Cache-Control: max-age=3600, No-Cache")
        cases.optimal("cc-resp-no-cache-revalidate", .confirmed, "Cache-Control: no-cache", #"ETag: "v1""#)
        cases.optimal("cc-resp-no-cache-revalidate-fresh", .confirmed, forbidden, #"ETag: "v1""#)
        let listed = ["One: 1", "Two: 2", "Three: 3"]
        cases.check(
            "headers-omit-headers-listed-in-Cache-Control-no-cache-single",
            .first([#"Cache-Control: no-cache="one", max-age=3600"#] + listed),
            .then(.stored).with(\.has, ["Two: 2"]).with(\.lacks, ["One"]))
        cases.check(
            "headers-omit-headers-listed-in-Cache-Control-no-cache",
            .first([#"Cache-Control: no-cache="one, two", max-age=3600"#] + listed),
            .then(.stored).with(\.has, ["Three: 3"]).with(\.lacks, ["One", "Two"]))
        cases.section = "RFC 9111 §5.2.2.2"
        let strict = #"ETag: "v1""#
        cases.optimal("cc-resp-must-revalidate-fresh", .stored, "Cache-Control: max-age=3600, must-revalidate", strict)
        cases.required("cc-resp-must-revalidate-stale", .confirmed, "Cache-Control: max-age=3, must-revalidate", strict)
        cases.section = "RFC 8246 §2"
        cases.optimal(
            "cc-resp-immutable-fresh", .first(["Cache-Control: max-age=3600, immutable", strict]),
            .then(.stored).with(\.policy, .revalidate))
        cases.required(
            "cc-resp-immutable-stale", .first(["Cache-Control: max-age=3, immutable", strict]),
            .then(.confirmed).with(\.policy, .revalidate).with(\.arrives, ["Cache-Control: max-age=0"]))
        return cases.all
    }

    private static var stale: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.2.4")
        let broken = PublicCase.Step.then(.stored).with(\.status, 0).with(\.shownStatus, 200)
        let unavailable = PublicCase.Step.then(.stored).with(\.status, 503).with(\.shownStatus, 200)
        cases.check("stale-close", .first([threeSeconds]), broken)
        cases.check("stale-503", .first([threeSeconds]), unavailable)
        for (id, control) in [("must-revalidate", "max-age=3, must-revalidate"), ("no-cache", "max-age=3, no-cache")] {
            cases.required(
                "stale-close-\(id)", .first(["Cache-Control: \(control)"]), .then(.none).with(\.status, 0))
        }
        cases.section = "RFC 9111 §5.5"
        cases.check(
            "stale-warning-stored", .first(["Expires: {-4000}", "Last-Modified: {-86400}"]),
            broken.with(\.has, ["Warning: 110"]))
        cases.check("stale-warning-become", .first([threeSeconds]), broken.with(\.has, ["Warning: 110"]))
        cases.section = "RFC 5861 §4"
        let errors = ["Cache-Control: max-age=3, stale-if-error=60"]
        cases.check("stale-sie-close", .first(errors), broken)
        cases.check("stale-sie-503", .first(errors), unavailable)
        cases.section = "RFC 5861 §3"
        let window = ["Cache-Control: max-age=3, stale-while-revalidate=60", #"ETag: "v1""#]
        cases.optimal("stale-while-revalidate", .first(window), .then(.stored))
        cases.required("stale-while-revalidate-window", .first(window), .then(.confirmed, gives: window, after: 64))
        return cases.all
    }

    private static var requests: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.2.1.1")
        cases.check("ccreq-ma0", .first([hour]), .then(.sent, asks: ["Cache-Control: max-age=0"]))
        cases.check("ccreq-ma1", .first([hour]), .then(.sent, asks: ["Cache-Control: max-age=1"]))
        cases.check(
            "ccreq-magreaterage", .first([hour, "Age: 1800"]), .then(.sent, asks: ["Cache-Control: max-age=600"]))
        cases.section = "RFC 9111 §5.2.1.2"
        cases.check("ccreq-max-stale", .first([threeSeconds]), .then(.stored, asks: ["Cache-Control: max-stale=600"]))
        cases.check(
            "ccreq-max-stale-age", .first([hour, "Age: 4000"]), .then(.stored, asks: ["Cache-Control: max-stale=600"]))
        cases.section = "RFC 9111 §5.2.1.3"
        cases.check("ccreq-min-fresh", .first([hour]), .then(.sent, asks: ["Cache-Control: min-fresh=4000"]))
        cases.check(
            "ccreq-min-fresh-age", .first([hour, "Age: 3000"]), .then(.sent, asks: ["Cache-Control: min-fresh=1000"]))
        cases.section = "RFC 9111 §5.2.1.4"
        let refresh = ["Cache-Control: no-cache"]
        cases.check("ccreq-no-cache", .first([hour]), .then(.sent, asks: refresh))
        cases.check(
            "ccreq-no-cache-lm", .first([hour, "Last-Modified: {-9000}"]), .then(.confirmed, asks: refresh))
        cases.check("ccreq-no-cache-etag", .first([hour, #"ETag: "v1""#]), .then(.confirmed, asks: refresh))
        cases.section = "RFC 9111 §5.2.1.5"
        cases.check("ccreq-no-store", .first([hour]), .then(.sent, asks: ["Cache-Control: no-store"]))
        cases.section = "RFC 9111 §5.2.1.7"
        // Freshet reports it as an error, .notInCache, where a cache that is a server responds with 504.
        cases.check("ccreq-oic", .then(.none, asks: ["Cache-Control: only-if-cached"]))
        return cases.all
    }

    private static var pragma: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.4")
        cases.check("pragma-request-no-cache", .first([hour]), .then(.stored, asks: ["Pragma: no-cache"]))
        cases.check("pragma-request-extension", .first([hour]), .then(.stored, asks: ["Pragma: shiny"]))
        cases.check("pragma-response-no-cache", .stored, hour, "Pragma: no-cache")
        cases.check("pragma-response-no-cache-heuristic", .stored, "Last-Modified: {-86400}", "Pragma: no-cache")
        cases.check("pragma-response-extension", .stored, hour, "Pragma: shiny")
        return cases.all
    }

    private static var statuses: [PublicCase] {
        var cases = PublicCases("RFC 9111 §3")
        let old = ["Expires: {-4000}", "Last-Modified: {-86400}"]
        let all = [200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599]
        for status in all {
            cases.optimal(
                "status-\(status)-fresh", .first([hour], status: status),
                .then(.stored, gives: [hour]).with(\.status, status))
            cases.required(
                "status-\(status)-stale", .first(old, status: status),
                .then(.sent, gives: old).with(\.status, status))
        }
        cases.section = "RFC 9111 §5.2.2.3"
        let understood = ["Cache-Control: max-age=3600, no-store, must-understand"]
        cases.required(
            "status-599-must-understand", .first(understood, status: 599),
            .then(.sent, gives: understood).with(\.status, 599))
        cases.optimal("status-200-must-understand", .first(understood), .then(.stored, gives: understood))
        cases.section = "RFC 9110 §9.3.3"
        let post = PublicCase.Step.first([hour, "Content-Location: case"]).with(\.method, .post)
        cases.optimal("method-POST", post, .then(.stored, gives: [hour]))
        return cases.all
    }
}
