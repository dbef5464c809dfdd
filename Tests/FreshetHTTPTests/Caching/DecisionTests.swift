import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// What becomes of a request: RFC 9111 §4, RFC 5861, RFC 8246.
struct DecisionTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var asks: String?
        var policy = CachePolicy.automatic
        let control: String?
        var status = 200
        var fields: HTTPFields = [.eTag: "\"1\""]
        let age: Double
        let expect: String
        var reason: String?
        var testDescription: String { "\(policy) \(asks ?? "") / \(control ?? "") age \(age): \(expect)" }

        init(
            asks: String? = nil, by policy: CachePolicy = .automatic, _ control: String?,
            _ fields: HTTPFields = [.eTag: "\"1\""], status: Int = 200, age: Double, _ expect: String,
            because reason: String? = nil
        ) {
            (self.asks, self.policy, self.control, self.status) = (asks, policy, control, status)
            (self.fields, self.age, self.expect, self.reason) = (fields, age, expect, reason)
        }

        func check() {
            var stored = StoredResponse.with(control, fields)
            stored.status = status
            let decision = CacheDecision(
                request: .with(asks, policy), stored: stored, now: made.addingTimeInterval(age), rules: CacheRules())
            #expect(decision.word == expect)
            if let reason { #expect(decision.reason == reason) }
        }
    }

    @Test(
        "RFC 9111 §4: by the response",
        arguments: [
            Example("max-age=60", age: 12, "fresh", because: "max-age=60, age 12 s"),
            Example("max-age=60", age: 59, "fresh"),
            Example("max-age=60", age: 60, "revalidate", because: "stale: max-age=60, age 60 s"),
            Example("max-age=60", [:], age: 60, "fetch", because: "stale: max-age=60, age 60 s"),
            // §5.2.2.4
            Example("no-cache, max-age=60", age: 1, "revalidate", because: "the response says no-cache"),
            Example("no-cache=\"x-a\", max-age=60", age: 1, "fresh"),
            // §5.2.2.2
            Example("max-age=60, must-revalidate", age: 1, "fresh"),
            Example(
                "max-age=60, must-revalidate, stale-while-revalidate=60", age: 61, "revalidate",
                because: "stale: max-age=60, age 61 s, must-revalidate"),
            // RFC 5861 §3
            Example(
                "max-age=60, stale-while-revalidate=30", age: 90, "stale and revalidate",
                because: "stale-while-revalidate=30, max-age=60, age 90 s"),
            Example("max-age=60, stale-while-revalidate=30", age: 91, "revalidate"),
            Example("max-age=60, stale-while-revalidate=x", age: 61, "revalidate"),
            // A clock that was set back.
            Example("max-age=60, stale-while-revalidate=30", age: -3600, "revalidate"),
        ])
    func byTheDirectivesOfTheResponse(_ example: Example) { example.check() }

    @Test(
        "RFC 9111 §5.2.1: by the directives of the request",
        arguments: [
            Example(asks: "max-age=10", "max-age=60", age: 10, "fresh"),
            Example(
                asks: "max-age=10", "max-age=60", age: 11, "revalidate",
                because: "the request says max-age=10, age 11 s"),
            Example(asks: "max-age=0", "max-age=60", age: 1, "revalidate"),
            Example(asks: "max-age=100, max-stale=50", "max-age=60", age: 70, "stale"),
            Example(asks: "max-age=100", "max-age=60, stale-while-revalidate=50", age: 70, "revalidate"),
            // RFC 5861 §3, asked for by the caller.
            Example(
                asks: "stale-while-revalidate=30", "max-age=60", age: 90, "stale and revalidate",
                because: "stale-while-revalidate=30, max-age=60, age 90 s"),
            Example(asks: "stale-while-revalidate=30", "max-age=60", age: 91, "revalidate"),
            Example(
                asks: "stale-while-revalidate=5", "max-age=60, stale-while-revalidate=30", age: 90,
                "stale and revalidate"),
            Example(asks: "stale-while-revalidate=30", "max-age=60, must-revalidate", age: 61, "revalidate"),
            Example(asks: "stale-while-revalidate=30", "no-cache", age: 1, "revalidate"),
            Example(asks: "stale-while-revalidate=30, only-if-cached", "max-age=60", age: 61, "stale"),
            Example(asks: "min-fresh=20", "max-age=60", age: 40, "fresh"),
            Example(
                asks: "min-fresh=20", "max-age=60", age: 41, "revalidate",
                because: "the request says min-fresh=20, max-age=60, age 41 s"),
            Example(asks: "min-fresh=20, max-stale", "max-age=60", age: 61, "revalidate"),
            Example(
                asks: "max-stale=10", "max-age=60", age: 70, "stale",
                because: "the request says max-stale, max-age=60, age 70 s"),
            Example(asks: "max-stale=10", "max-age=60", age: 71, "revalidate"),
            Example(asks: "max-stale", "max-age=60", age: 1_000_000, "stale"),
            Example(asks: "max-stale", "max-age=60, must-revalidate", age: 61, "revalidate"),
            Example(asks: "no-cache", "max-age=60", age: 1, "revalidate", because: "the request says no-cache"),
            Example(asks: "only-if-cached", "max-age=60", age: 1, "fresh"),
            Example(asks: "only-if-cached", "max-age=60", age: 61, "fail", because: "stale: max-age=60, age 61 s"),
            Example(asks: "only-if-cached", "max-age=60", [:], age: 61, "fail"),
            Example(asks: "only-if-cached, max-stale", "max-age=60", age: 61, "stale"),
            Example(asks: "only-if-cached", "max-age=60, stale-while-revalidate=9", age: 61, "stale"),
        ])
    func byTheRequest(_ example: Example) { example.check() }

    @Test(
        "By the caller's policy",
        arguments: [
            Example(by: .reload, "max-age=60", age: 1, "fetch", because: "the caller asks for a new response"),
            Example(by: .revalidate, "max-age=60", age: 1, "revalidate", because: "the caller asks for revalidation"),
            Example(by: .revalidate, "max-age=60", [:], age: 1, "fetch"),
            // RFC 8246 §2
            Example(
                by: .revalidate, "max-age=60, immutable", age: 1, "fresh", because: "immutable, max-age=60, age 1 s"),
            Example(by: .revalidate, "max-age=60, immutable", age: 61, "revalidate"),
            Example(
                by: .cacheElseLoad, "no-cache", age: 9, "stale",
                because: "the caller accepts any stored response, no lifetime, age 9 s"),
            Example(by: .cacheElseLoad, "max-age=60", age: 9, "fresh"),
            Example(by: .cacheOnly, "max-age=60, must-revalidate", age: 61, "stale"),
            Example(asks: "no-cache", by: .cacheOnly, "max-age=60", age: 1, "fresh"),
            Example(
                by: .lifetime(.seconds(900)), "no-cache", age: 899, "fresh",
                because: "the caller's lifetime of 900 s, age 899 s"),
            Example(
                by: .lifetime(.seconds(900)), "no-cache", age: 900, "revalidate",
                because: "stale: the caller's lifetime of 900 s, age 900 s"),
            Example(by: .lifetime(.seconds(900)), "max-age=5", age: -3600, "revalidate"),
            Example(by: .lifetime(.seconds(900)), "no-cache", status: 401, age: 1, "revalidate"),
            Example(by: .lifetime(.seconds(900)), "max-age=5", status: 404, age: 4, "fresh"),
        ])
    func byThePolicy(_ example: Example) { example.check() }

    @Test("RFC 9111 §4.3.1: the conditions are both validators") func conditions() {
        let modified = "Wed, 31 Dec 2025 23:00:00 GMT"
        let stored = StoredResponse.with("max-age=0", [.eTag: "W/\"1\"", .lastModified: modified])
        let decision = CacheDecision(request: CacheRequest(), stored: stored, now: made, rules: CacheRules())
        #expect(
            decision
                == .revalidate(
                    [.ifNoneMatch: "W/\"1\"", .ifModifiedSince: modified], "stale: max-age=0, age 0 s"))
    }

    @Test("What is never served from a cache") func neverFromACache() {
        func decide(_ request: CacheRequest, _ stored: StoredResponse? = .with("max-age=60")) -> CacheDecision {
            CacheDecision(request: request, stored: stored, now: made, rules: CacheRules())
        }
        #expect(decide(CacheRequest(method: .post)) == .fetch("POST is never served from a cache"))
        #expect(decide(CacheRequest(method: .post, policy: .cacheOnly)).word == "fail")
        #expect(decide(CacheRequest(headers: [.ifMatch: "x"], policy: .cacheOnly)).word == "fail")
        #expect(decide(CacheRequest(method: .head)).word == "fresh")
        for field in [HTTPField.Name.ifMatch, .ifUnmodifiedSince] {
            #expect(
                decide(CacheRequest(headers: [field: "x"])) == .fetch("the request has conditions for the server"))
        }
        #expect(decide(CacheRequest(), nil) == .fetch("nothing is stored"))
        #expect(decide(CacheRequest(policy: .cacheOnly), nil) == .fail("nothing is stored"))
        #expect(decide(.with("only-if-cached"), nil) == .fail("nothing is stored"))
        #expect(decide(CacheRequest(policy: .cacheElseLoad), nil) == .fetch("nothing is stored"))
    }

    @Test("RFC 9111 §4.3.2: conditions of the caller's own are judged while fresh, and sent when stale")
    func ownConditions() {
        let fields: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince]
        for field in fields {
            func decide(after seconds: Double) -> CacheDecision {
                CacheDecision(
                    request: CacheRequest(headers: [field: "x"]), stored: .with("max-age=60", [.eTag: "\"1\""]),
                    now: made.addingTimeInterval(seconds), rules: CacheRules())
            }
            #expect(decide(after: 59).word == "fresh")
            #expect(decide(after: 60) == .fetch("stale: max-age=60, age 60 s"))
        }
    }

    @Test("RFC 9110 §14.2: a part is served or fetched, never confirmed") func parts() {
        func decide(_ control: String) -> CacheDecision {
            CacheDecision(
                request: CacheRequest(headers: [.range: "bytes=0-1"]), stored: .with(control, [.eTag: "\"1\""]),
                now: made, rules: CacheRules())
        }
        #expect(decide("max-age=60").word == "fresh")
        #expect(decide("no-cache") == .fetch("the response says no-cache"))
    }

    @Test(
        "RFC 9110 §13.1.5: If-Range",
        arguments: [
            ("\"1\"", "bytes=0-1", "fresh"), ("\"2\"", "bytes=0-1", "fetch"), ("W/\"1\"", "bytes=0-1", "fetch"),
            ("Wed, 31 Dec 2025 23:00:00 GMT", "bytes=0-1", "fresh"),
            ("Wed, 31 Dec 2025 23:00:01 GMT", "bytes=0-1", "fetch"), ("x", "bytes=0-1", "fetch"),
            // Without a range it says nothing.
            ("\"2\"", nil, "fresh"),
        ] as [(String, String?, String)])
    func ifRange(field: String, range: String?, expect: String) {
        var request = CacheRequest(headers: [.ifRange: field])
        request.headers[.range] = range
        let stored = StoredResponse.with(
            "max-age=60", [.eTag: "\"1\"", .lastModified: "Wed, 31 Dec 2025 23:00:00 GMT"])
        #expect(CacheDecision(request: request, stored: stored, now: made, rules: CacheRules()).word == expect)
    }

    @Test("RFC 9111 §3.3: parts serve what lies in them, and are completed for the rest") func incomplete() {
        var stored = StoredResponse.with("max-age=60", [.eTag: "\"1\"", .contentLength: "10"])
        stored.parts = StoredParts(2..<6, length: 10)
        func decide(_ range: String?, _ policy: CachePolicy = .automatic, _ fields: HTTPFields = [:]) -> CacheDecision {
            var request = CacheRequest(headers: fields, policy: policy)
            request.headers[.range] = range
            return CacheDecision(request: request, stored: stored, now: made, rules: CacheRules())
        }
        #expect(decide("bytes=2-5").word == "fresh" && decide("bytes=3-3").word == "fresh")
        #expect(decide("bytes=10-").word == "fresh")
        #expect(decide("bytes=2-6") == .fetch("only a part is stored"))
        #expect(decide("bytes=2-3,4-5").word == "fetch" && decide("bytes=-4").word == "fetch")
        let rest: HTTPFields = [.range: "bytes=0-", .ifRange: "\"1\""]
        #expect(decide(nil) == .complete(rest, "a part is stored"))
        #expect(decide(nil, .revalidate).word == "complete" && decide(nil, .cacheElseLoad).word == "complete")
        #expect(decide(nil, .cacheOnly) == .fail("only a part is stored"))
        #expect(decide("bytes=2-5", .cacheOnly).word == "fresh")
        #expect(decide(nil, .reload) == .fetch("the caller asks for a new response"))
        #expect(decide(nil, .automatic, [.ifNoneMatch: "\"1\""]) == .fetch("only a part is stored"))
        #expect(decide(nil, .automatic, [.cacheControl: "only-if-cached"]).word == "fail")
        let head = CacheRequest(method: .head)
        let decision = CacheDecision(request: head, stored: stored, now: made, rules: CacheRules())
        #expect(decision == .fetch("only a part is stored"))
    }
}
