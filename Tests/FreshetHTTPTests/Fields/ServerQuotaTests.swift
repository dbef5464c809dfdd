import HTTPTypes
import Testing

@testable import FreshetHTTP

/// `RateLimit` and `RateLimit-Policy` as draft-ietf-httpapi-ratelimit-headers-10 defines them.
struct ServerQuotaTests {
    private func quota(_ limit: String?, policy: String? = nil) -> ServerQuota? {
        var fields = HTTPFields()
        fields[.rateLimit] = limit
        fields[HTTPField.Name("RateLimit-Policy")!] = policy
        return ServerQuota.strictest(in: fields)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let limit: String?
        var policy: String?
        let remaining: Int
        let wait: Int64

        init(_ limit: String?, policy: String? = nil, _ remaining: Int, _ wait: Int64) {
            (self.limit, self.policy, self.remaining, self.wait) = (limit, policy, remaining, wait)
        }

        var testDescription: String { limit ?? "none" }
    }

    @Test(
        "The strictest limit counts",
        arguments: [
            Case(#""default";r=50;t=30"#, policy: #""default";q=100;w=60"#, 50, 30),
            Case(#""default";r=0;t=0"#, 0, 0),
            Case(#""default";t=30;pk=:dHJpYWwxMjEzMjM=:;r=50;new="x""#, 50, 30),
            Case(#""a";r=3;t=1, "b";r=2;t=9"#, 2, 9),
            Case(#""a";r=0;t=5, "b";r=0;t=9, "c";r=0;t=7"#, 0, 9),
            // Without `t`, the limit resets after the window of its policy.
            Case(#""a";r=3"#, policy: #""b";q=1;w=2, "a";q=100;w=60"#, 3, 60),
            Case(#""a";r=3;t=8"#, policy: #""a";q=100;w=60"#, 3, 8),
            // A limit for something other than requests counts where nothing remains.
            Case(#""bytes";r=9;t=1, "a";r=20;t=5"#, policy: #""bytes";q=10;qu="content-bytes""#, 20, 5),
            Case(#""bytes";r=0;t=3, "a";r=20;t=5"#, policy: #""bytes";q=10;qu="content-bytes""#, 0, 3),
            Case(#""a";r=4;t=5"#, policy: #""a";q=10;qu="requests";w=60"#, 4, 5),
            // A malformed member does not affect the others, nor does a malformed policy.
            Case(#""a";r=-1;t=5, "b";r=4;t=6, ("c");r=0;t=1"#, 4, 6),
            Case(#""a";r=4;t=6"#, policy: "?", 4, 6),
            Case(#""a";r=999999999999999;t=999999999999999"#, Int(clamping: 999_999_999_999_999), 999_999_999_999_999),
        ])
    func strictest(_ example: Case) {
        #expect(
            quota(example.limit, policy: example.policy)
                == ServerQuota(remaining: example.remaining, wait: .seconds(example.wait)))
    }

    @Test(
        "What breaks a rule is ignored",
        arguments: [
            nil, "", "?", #""a";r=1;t=2,"#, #""a";r=9999999999999999;t=1"#, #""a";t=5"#, #""a";r=-1;t=5"#,
            #""a";r=1;t=-5"#, #""a";r=1.0;t=5"#, #""a";r="1";t=5"#, #""a";r=1;t="5""#, #""a";r;t"#, #""a";r=1"#,
            "a;r=0;t=5", #"("a");r=0;t=5"#, "limit=10, remaining=0, reset=4", "0",
        ])
    func ignored(limit: String?) {
        #expect(quota(limit) == nil)
    }

    @Test func aNegativeWindowIsNone() {
        #expect(quota(#""a";r=1"#, policy: #""a";q=1;w=-1"#) == nil)
    }

    @Test func aFieldOfThousandsOfMembersIsIgnored() {
        let member = #""a";r=0;t=5"#
        #expect(quota(Array(repeating: member, count: 1000).joined(separator: ",")) != nil)
        #expect(quota(Array(repeating: member, count: 100_000).joined(separator: ",")) == nil)
    }
}
