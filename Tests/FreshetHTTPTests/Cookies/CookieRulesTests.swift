import Foundation
import FreshetHTTP
import Testing

/// Which cookies are taken, and where they go (RFC 6265bis §5.1.3, §5.1.4, §5.7).
@Suite
struct CookieRulesTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func cookie(
        _ field: String, from host: String = "www.shop.example", path: String = "/a/b", isSecure: Bool = true
    ) throws -> Cookie {
        try CookieRules.cookie(
            SetCookie(field), from: CookieTarget(host: host, path: path, isSecure: isSecure), .standard, now: Self.now)
    }

    // MARK: - Domains

    struct Domain: Sendable {
        let host: String
        let attribute: String
        /// The domain of the cookie, with a dot where it goes to hosts below it.
        let expected: String?
        var refusal = CookieRefusal.otherDomain
    }

    @Test(
        "Domain",
        arguments: [
            Domain(host: "www.shop.example", attribute: "shop.example", expected: ".shop.example"),
            Domain(host: "www.shop.example", attribute: ".Shop.Example", expected: ".shop.example"),
            Domain(host: "www.shop.example", attribute: "www.shop.example", expected: ".www.shop.example"),
            Domain(host: "shop.example", attribute: "", expected: "shop.example"),
            Domain(host: "shop.example", attribute: "www.shop.example", expected: nil),
            Domain(host: "shop.example", attribute: "op.example", expected: nil),
            Domain(host: "shop.example", attribute: "other.example", expected: nil),
            Domain(host: "shop.example", attribute: "shop.example.", expected: nil),
            Domain(host: "shop.example", attribute: "shöp.example", expected: nil),
            Domain(host: "shop.example", attribute: "example", expected: nil, refusal: .publicSuffix),
            Domain(host: "shop.co.uk", attribute: "co.uk", expected: nil, refusal: .publicSuffix),
            Domain(host: "www.shop.co.uk", attribute: "shop.co.uk", expected: ".shop.co.uk"),
            Domain(host: "co.uk", attribute: "co.uk", expected: "co.uk"),
            Domain(host: "localhost", attribute: "localhost", expected: "localhost"),
            Domain(host: "192.0.2.7", attribute: "192.0.2.7", expected: "192.0.2.7"),
            Domain(host: "192.0.2.7", attribute: "2.7", expected: nil),
            Domain(host: "192.0.2.7", attribute: "0.2.7", expected: nil),
            Domain(host: "[2001:db8::1]", attribute: "[2001:db8::1]", expected: "[2001:db8::1]"),
        ])
    func domain(example: Domain) throws {
        let field = "a=b; Domain=\(example.attribute)"
        guard let expected = example.expected else {
            #expect(throws: example.refusal) { try cookie(field, from: example.host) }
            return
        }
        let taken = try cookie(field, from: example.host)
        #expect((taken.isHostOnly ? "" : ".") + taken.domain == expected)
    }

    @Test(
        "Domain matching",
        arguments: [
            ("a.example", "a.example", true), ("b.a.example", "a.example", true), ("c.b.a.example", "a.example", true),
            ("ba.example", "a.example", false), ("a.example", "b.a.example", false), (".a.example", "a.example", true),
            ("1.2.3.4", "3.4", false), ("x.3.4", "3.4", false), ("[::1]", "1]", false), ("a.example", "", false),
        ])
    func matching(host: String, domain: String, matches: Bool) {
        #expect(CookieHost.matches(host, domain: domain) == matches)
    }

    // MARK: - Paths

    @Test(
        "Default path",
        arguments: [
            ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/", "/a/b"), ("//", "/"), ("", "/"),
            ("a/b", "/"), ("/a//b", "/a/"),
        ])
    func defaultPath(path: String, expected: String) throws {
        #expect(CookieTarget(host: "a.example", path: path, isSecure: true).defaultPath == expected)
        #expect(try cookie("a=b", path: path).path == expected)
        #expect(try cookie("a=b; Path=relative", path: path).path == expected)
    }

    @Test(
        "Path matching",
        arguments: [
            ("/", "/", true), ("/a", "/", true), ("/a", "/a", true), ("/a/", "/a", true), ("/a/b", "/a", true),
            ("/ab", "/a", false), ("/a", "/a/", false), ("/a/b", "/a/", true), ("/b", "/a", false), ("/A", "/a", false),
            ("/a%2Fb", "/a", false),
        ])
    func path(path: String, cookiePath: String, matches: Bool) {
        #expect(CookieTarget.matches(path, below: cookiePath) == matches)
    }

    // MARK: - Secure and prefixes

    struct Promise: Sendable {
        let field: String
        var host = "shop.example"
        var isSecure = true
        var refusal: CookieRefusal?
    }

    @Test(
        "Secure and the prefixes of names",
        arguments: [
            Promise(field: "a=b; Secure"),
            Promise(field: "a=b; Secure", isSecure: false, refusal: .notSecure),
            Promise(field: "a=b", isSecure: false),
            Promise(field: "a=b; SameSite=None; Secure"), Promise(field: "a=b; SameSite=Lax"),
            Promise(field: "a=b; SameSite=None", refusal: .crossSiteInsecure),
            Promise(field: "a=b; SameSite=None", isSecure: false, refusal: .crossSiteInsecure),
            Promise(field: "__Secure-a=b; Secure"),
            Promise(field: "__Secure-a=b", refusal: .prefix),
            Promise(field: "__sEcUrE-a=b", refusal: .prefix),
            Promise(field: "__Secure-a=b; Secure", isSecure: false, refusal: .notSecure),
            Promise(field: "__Host-a=b; Secure; Path=/"),
            Promise(field: "__Host-a=b; Secure", refusal: .prefix),
            Promise(field: "__Host-a=b; Secure; Path=x", refusal: .prefix),
            Promise(field: "__Host-a=b; Path=/", refusal: .prefix),
            Promise(field: "__host-a=b; Secure; Path=/x", refusal: .prefix),
            Promise(field: "__Host-a=b; Secure; Path=/; Domain=shop.example", refusal: .prefix),
            Promise(field: "__HOST-\u{301}=b; Secure", refusal: .prefix),
            Promise(field: "__Host-a; Secure; Path=/", refusal: .prefix),
            Promise(field: "=__Secure-a=b; Secure", refusal: .prefix),
            Promise(field: "__Hostess=b"),
        ])
    func promise(example: Promise) throws {
        let make = { try cookie(example.field, from: example.host, isSecure: example.isSecure) }
        if let refusal = example.refusal {
            #expect(throws: refusal) { try make() }
        } else {
            #expect(try make().domain == example.host)
        }
    }

    // MARK: - Ends

    @Test func maxAgeComesBeforeExpiresAndNothingLivesLongerThan400Days() throws {
        func lifetime(_ attributes: String) throws -> TimeInterval? {
            try cookie("a=b; \(attributes)").expires?.timeIntervalSince(Self.now)
        }
        #expect(try lifetime("Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT") == 60)
        #expect(try lifetime("Expires=Thu, 01 Jan 2026 00:01:00 GMT") == 60)
        #expect(try lifetime("Max-Age=34560001") == 400 * 86_400)
        #expect(try lifetime("Max-Age=99999999999999999999") == 400 * 86_400)
        #expect(try lifetime("Expires=Fri, 31 Dec 9999 23:59:59 GMT") == 400 * 86_400)
        #expect(try cookie("a=b; Max-Age=0; Expires=Fri, 31 Dec 2026 23:59:59 GMT").isExpired)
        #expect(try cookie("a=b; Max-Age=-5").isExpired)
        #expect(try lifetime("Path=/") == nil)
        #expect(try lifetime("Max-Age=soon") == nil)
    }

    // MARK: - Sites

    @Test(
        "SameSite behind a redirect from another site",
        arguments: [
            (Cookie.SameSite.strict, true, false), (.strict, false, false), (.lax, true, true), (.lax, false, false),
            (nil, true, true), (nil, false, false), (Cookie.SameSite.none, true, true),
            (Cookie.SameSite.none, false, true),
        ] as [(Cookie.SameSite?, Bool, Bool)])
    func sameSite(sameSite: Cookie.SameSite?, isSafe: Bool, isSent: Bool) {
        let cookie = Cookie(name: "a", value: "b", domain: "shop.example", sameSite: sameSite)
        func target(isCrossSite: Bool) -> CookieTarget {
            CookieTarget(host: "shop.example", path: "/", isSecure: true, isSafe: isSafe, isCrossSite: isCrossSite)
        }
        #expect(target(isCrossSite: true).takes(cookie) == isSent)
        #expect(target(isCrossSite: false).takes(cookie))
    }

    // MARK: - Printing

    @Test func aCookieShowsNothingOfItsValue() {
        let cookie = Cookie(name: "session", value: "hush-hush", domain: "Shop.Example", sameSite: .lax)
        var dumped = ""
        dump([cookie], to: &dumped)
        let texts = ["\(cookie)", String(reflecting: cookie), "\([cookie])", "\(Optional(cookie) as Any)", dumped]
        for text in texts {
            #expect(!text.contains("hush") && text.contains("session=REDACTED; Host=shop.example; Path=/"))
        }
    }

    @Test(
        "Cookies of a program or a file",
        arguments: [
            (Cookie(name: "a", value: "b", domain: "x.example"), true),
            (Cookie(name: "", value: "b", domain: "x.example"), true),
            (Cookie(name: "", value: "", domain: "x.example"), false),
            (Cookie(name: "a", value: "b\r\nX: y", domain: "x.example"), false),
            (Cookie(name: "a", value: "b; c=d", domain: "x.example"), false),
            (Cookie(name: "a=b", value: "c", domain: "x.example"), false),
            (Cookie(name: "a=\u{301}", value: "c", domain: "x.example"), false),
            (Cookie(name: "a", value: "b", domain: ""), false),
            (Cookie(name: "a", value: "b", domain: "x.example", path: "x"), false),
            (Cookie(name: "__Host-a", value: "b", domain: "x.example"), true),
            (Cookie(name: "__Host-a", value: "b", domain: "x.example", isHostOnly: false), false),
            (Cookie(name: "__Secure-a", value: "b", domain: "x.example", isSecure: false), false),
            (Cookie(name: "a", value: String(repeating: "b", count: 4096), domain: "x.example"), false),
        ])
    func sound(cookie: Cookie, isSound: Bool) {
        #expect(CookieRules.isSound(cookie) == isSound)
    }
}

extension Cookie {
    fileprivate var isExpired: Bool { expires == .distantPast }
}
