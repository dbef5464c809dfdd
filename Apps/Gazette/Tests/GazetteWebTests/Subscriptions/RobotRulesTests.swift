import Testing

@testable import FeedEngine
@testable import GazetteWeb

/// The rules of sites for robots (RFC 9309).
struct RobotRulesTests {
    private func allows(_ rules: String, _ path: String) -> Bool {
        RobotRules(rules, for: "Gazette").allow(path)
    }

    @Test func withoutRulesAllIsAllowed() {
        #expect(allows("", "/a"))
        #expect(allows("<!doctype html><title>Not found</title>", "/a"))
        #expect(allows("User-agent: *\nDisallow:\n", "/a"))
        #expect(!RobotRules.all.allow("/a") && RobotRules.none.allow("/a"))
    }

    @Test func theGroupOfTheRobotCountsAlone() {
        let rules = """
            User-agent: *
            Disallow: /

            user-agent : GAZETTE/1.0 # ours
            User-agent: other
            Disallow: /private
            """
        #expect(allows(rules, "/a") && !allows(rules, "/private/1"))
        #expect(!RobotRules(rules, for: "Someone").allow("/a"))
    }

    @Test func severalGroupsOfTheSameRobotAreOne() {
        let rules =
            "User-agent: gazette\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: gazette\nDisallow: /b"
        #expect(!allows(rules, "/a") && !allows(rules, "/b") && allows(rules, "/c"))
    }

    @Test(
        "The longest rule decides",
        arguments: [
            ("Allow: /p\nDisallow: /", "/page", true), ("Allow: /folder\nDisallow: /folder/", "/folder/page", false),
            ("Allow: /page\nDisallow: /*.htm", "/page.htm", false), ("Allow: /page\nDisallow: /page", "/page", true),
            ("Disallow: /fish*", "/fisher", false), ("Disallow: /*.php$", "/a.php?x", true),
            ("Disallow: /*.php$", "/a/b.php", false), ("Disallow: /a*b*c", "/axbyc-", false),
            ("Disallow: /a*b*c", "/axc", true), ("Disallow: /$", "/", false), ("Disallow: /$", "/a", true),
            ("Disallow: ****************$", "/a", false), ("Disallow: /search?q=", "/search?q=1", false),
        ])
    func longestRule(_ rules: String, _ path: String, _ allowed: Bool) {
        #expect(allows("User-agent: *\n" + rules, path) == allowed, "\(rules) \(path)")
    }

    @Test(
        "Rules and paths are compared decoded",
        arguments: [
            ("/örtlich/", "/%C3%B6rtlich/a", false), ("/%c3%b6rtlich/", "/%C3%B6rtlich/a", false),
            ("/%70rivate/", "/private/a", false), ("/private/", "/%70riv%61te/a", false),
            ("/a%2Fb", "/a/b", true), ("/a%2fb", "/a%2Fb", false), ("/a%2A", "/a*b", false), ("/a%2A", "/ab", true),
            ("/a%24", "/a$", false), ("/a b", "/a%20b", false), ("/%", "/%25", false), ("/%zz", "/%25zz", false),
            ("/a?b=https://c", "/a?b=https%3A%2F%2Fc", false),
            ("/*/private", "/a?u=/private", false), ("/%3F", "/?", true), ("/é*/x$", "/%C3%A9a/x", false),
        ])
    func encodings(_ rule: String, _ path: String, _ allowed: Bool) {
        #expect(allows("User-agent: *\nDisallow: \(rule)", path) == allowed, "\(rule) \(path)")
    }
}
