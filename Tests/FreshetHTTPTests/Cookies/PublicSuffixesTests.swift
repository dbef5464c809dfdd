import Foundation
import FreshetHTTP
import Testing

/// Which domains belong to many.
@Suite
struct PublicSuffixesTests {
    /// A list as publicsuffix.org writes it.
    private static let list = PublicSuffixes(
        list: """
            // ===BEGIN ICANN DOMAINS===
            com
            uk
            co.uk   what follows a blank is no part of the rule
            *.ck
            !www.ck

            // ===BEGIN PRIVATE DOMAINS===
            GitHub.io
            公司.cn
            """)

    @Test(
        "Without a list",
        arguments: [
            ("com", true), ("shop.com", false), ("co.uk", true), ("com.au", true), ("or.jp", true), ("shop.uk", false),
            ("shop.co.uk", false), ("co.com", false), ("github.io", false), ("localhost", true), ("go.com", false),
        ])
    func standard(domain: String, isSuffix: Bool) {
        #expect(PublicSuffixes.standard.contains(domain) == isSuffix)
    }

    @Test(
        "With a list",
        arguments: [
            ("com", true), ("shop.com", false), ("co.uk", true), ("shop.co.uk", false), ("ck", true), ("any.ck", true),
            ("www.ck", false), ("x.any.ck", false), ("github.io", true), ("me.github.io", false), ("unlisted", true),
            ("xn--55qx5d.cn", true), ("com.au", false),
        ])
    func list(domain: String, isSuffix: Bool) {
        #expect(Self.list.contains(domain) == isSuffix)
    }

    @Test(
        "Sites",
        arguments: [
            ("a.b.shop.com", "shop.com"), ("shop.com", "shop.com"), ("a.shop.co.uk", "shop.co.uk"), ("co.uk", "co.uk"),
            ("a.b.any.ck", "b.any.ck"), ("a.www.ck", "www.ck"), ("x.me.github.io", "me.github.io"),
            ("localhost", "localhost"), ("192.0.2.7", "192.0.2.7"), ("[::1]", "[::1]"),
        ])
    func site(host: String, site: String) {
        #expect(Self.list.site(of: host) == site)
    }

    @Test func aClosureDecidesAboutDomainsOfSeveralLabels() {
        let suffixes = PublicSuffixes { $0 == "shared.example" }
        #expect(suffixes.contains("shared.example") && suffixes.contains("example"))
        #expect(!suffixes.contains("mine.shared.example"))
    }
}
