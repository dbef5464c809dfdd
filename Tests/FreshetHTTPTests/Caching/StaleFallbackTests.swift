import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// What stands in for a response that did not come: RFC 5861 §4, RFC 9111 §4.2.4.
struct StaleFallbackTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var asks: String?
        var policy = CachePolicy.automatic
        let control: String
        let age: Double
        let failure: StaleFallback.Failure
        let expect: String?
        var testDescription: String { "\(policy) \(asks ?? "") / \(control) age \(age), \(failure)" }

        init(
            asks: String? = nil, by policy: CachePolicy = .automatic, _ control: String, age: Double,
            _ failure: StaleFallback.Failure, _ expect: String?
        ) {
            (self.asks, self.policy, self.control, self.age) = (asks, policy, control, age)
            (self.failure, self.expect) = (failure, expect)
        }
    }

    private static let month = 30 * 86_400.0

    @Test(
        "RFC 5861 §4 and RFC 9111 §4.2.4",
        arguments: [
            Example("max-age=60, stale-if-error=10", age: 70, .error, "stale-if-error=10, max-age=60, age 70 s"),
            Example("max-age=60, stale-if-error=10", age: 71, .error, nil),
            Example("max-age=60", age: 61, .error, nil),
            Example(asks: "stale-if-error=5", "max-age=60", age: 65, .error, "stale-if-error=5, max-age=60, age 65 s"),
            Example(
                asks: "stale-if-error=5", "max-age=60, stale-if-error=50", age: 99, .error,
                "stale-if-error=50, max-age=60, age 99 s"),
            Example("max-age=60", age: 61, .disconnected, "no connection, max-age=60, age 61 s"),
            Example("max-age=0", age: month, .disconnected, "no connection, max-age=0, age 2592000 s"),
            Example("max-age=0", age: month + 1, .disconnected, nil),
            Example("max-age=60, must-revalidate", age: 61, .disconnected, nil),
            Example("max-age=60, must-revalidate, stale-if-error=9", age: 61, .error, nil),
            Example("no-cache", age: 1, .disconnected, nil),
            Example(asks: "no-cache", "max-age=60", age: 1, .disconnected, nil),
            Example(asks: "max-age=5", "max-age=60", age: 61, .disconnected, nil),
            Example(
                asks: "max-age=5, max-stale", "max-age=60", age: 61, .disconnected,
                "no connection, max-age=60, age 61 s"),
            Example(asks: "min-fresh=5", "max-age=60", age: 61, .disconnected, nil),
            // `cacheElseLoad` has nothing stored; `revalidate` gets the server's error.
            Example(by: .reload, "max-age=60", age: 61, .disconnected, nil),
            Example(by: .revalidate, "max-age=60", age: 61, .disconnected, nil),
            Example(by: .cacheElseLoad, "max-age=60", age: 61, .disconnected, nil),
            Example(by: .cacheOnly, "max-age=60", age: 61, .disconnected, nil),
            Example(
                by: .lifetime(.seconds(9)), "no-cache", age: 61, .disconnected,
                "no connection, the caller's lifetime of 9 s, age 61 s"),
            Example(by: .lifetime(.seconds(9)), "no-cache", age: 61, .error, nil),
        ])
    func fallback(_ example: Example) {
        let reason = StaleFallback.reason(
            for: .with(example.asks, example.policy), stored: .with(example.control), failure: example.failure,
            now: made.addingTimeInterval(example.age), rules: CacheRules())
        #expect(reason == example.expect)
    }

    @Test func aFailureStandsInForNothing() {
        let reason = StaleFallback.reason(
            for: CacheRequest(), stored: .with("max-age=60", status: 404), failure: .disconnected,
            now: made.addingTimeInterval(60), rules: CacheRules())
        #expect(reason == nil)
    }

    @Test func theTimeWithoutAConnectionCanBeSwitchedOff() {
        var rules = CacheRules()
        rules.disconnectedLimit = .zero
        let reason = StaleFallback.reason(
            for: CacheRequest(), stored: .with("max-age=60"), failure: .disconnected,
            now: made.addingTimeInterval(60), rules: rules)
        #expect(reason == nil)
    }
}
