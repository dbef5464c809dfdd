import Foundation
import FreshetHTTP
import Testing

/// The order, the replacement and the limits of cookies.
@Suite
struct CookieTableTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func cookie(
        _ name: String, _ value: String = "v", domain: String = "shop.example", isHostOnly: Bool = true,
        path: String = "/", isSecure: Bool = true, expires: Date? = nil
    ) -> Cookie {
        Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            expires: expires)
    }

    private func table(_ cookies: Cookie...) throws -> CookieTable {
        var table = CookieTable()
        for cookie in cookies { _ = try table.take(cookie, isSecure: true, at: now) }
        return table
    }

    private func target(_ host: String = "shop.example", _ path: String = "/", isSecure: Bool = true) -> CookieTarget {
        CookieTarget(host: host, path: path, isSecure: isSecure)
    }

    private func names(_ table: CookieTable, _ target: CookieTarget, after seconds: Double = 0) -> [String] {
        table.cookies(for: target, at: now.addingTimeInterval(seconds)).map(\.name)
    }

    // MARK: - Sending

    @Test func longerPathsComeFirstAndThenWhatWasMadeFirst() throws {
        let table = try table(
            cookie("one"), cookie("two", path: "/a/b"), cookie("three", path: "/a"), cookie("four"),
            cookie("five", domain: "shop.example", isHostOnly: false, path: "/a"), cookie("one", path: "/a/b"))
        #expect(names(table, target("shop.example", "/a/b/c")) == ["two", "one", "three", "five", "one", "four"])
        #expect(names(table, target("shop.example", "/a")) == ["three", "five", "one", "four"])
    }

    @Test func aReplacedCookieKeepsItsPosition() throws {
        var table = try table(cookie("one"), cookie("two"))
        #expect(try table.take(cookie("one", "new"), isSecure: true, at: now) == .changed)
        #expect(try table.take(cookie("one", "new"), isSecure: true, at: now) == .renewed)
        #expect(table.cookies(for: target(), at: now).map(\.value) == ["new", "v"])
        #expect(names(table, target()) == ["one", "two"] && table.count == 2)
    }

    @Test func hostsGetWhatIsTheirs() throws {
        let table = try table(
            cookie("host"), cookie("below", isHostOnly: false), cookie("www", domain: "www.shop.example"),
            cookie("plain", isSecure: false), cookie("other", domain: "other.example", isHostOnly: false))
        #expect(names(table, target()) == ["host", "below", "plain"])
        #expect(names(table, target("www.shop.example")) == ["below", "www"])
        #expect(names(table, target("a.www.shop.example")) == ["below"])
        #expect(names(table, target(isSecure: false)) == ["plain"])
        #expect(names(table, target("shop.example.evil.example")).isEmpty)
    }

    @Test func namesInAnotherNormalFormAreOtherNames() throws {
        let table = try table(cookie("caf\u{E9}", "1"), cookie("cafe\u{301}", "2"))
        #expect(table.count == 2)
    }

    // MARK: - Ends

    @Test func aCookieEndsAtItsTime() throws {
        var table = try table(cookie("a", expires: now.addingTimeInterval(60)), cookie("b"))
        #expect(names(table, target(), after: 59) == ["a", "b"])
        #expect(names(table, target(), after: 60) == ["b"])
        table.use(for: target(), at: now.addingTimeInterval(60))
        #expect(table.count == 1)
    }

    @Test func aCookieThatIsOutOfDateTakesTheOldOneAway() throws {
        var table = try table(cookie("a"))
        #expect(try table.take(cookie("b", expires: now), isSecure: true, at: now) == .nothing)
        #expect(try table.take(cookie("a", path: "/x", expires: now), isSecure: true, at: now) == .nothing)
        #expect(try table.take(cookie("a", isHostOnly: false, expires: now), isSecure: true, at: now) == .nothing)
        #expect(names(table, target()) == ["a"])
        #expect(try table.take(cookie("a", expires: now), isSecure: true, at: now) == .removed)
        #expect(table.count == 0)
    }

    // MARK: - Secure cookies are left alone

    @Test(
        "An insecure connection beside a Secure cookie",
        arguments: [
            ("shop.example", true, "/login", true), ("shop.example", true, "/login/en", true),
            ("shop.example", true, "/", false), ("shop.example", true, "/log", false),
            ("shop.example", false, "/login", true), ("www.shop.example", true, "/login", true),
            ("other.example", true, "/login", false),
        ])
    func overlay(domain: String, isHostOnly: Bool, path: String, isRefused: Bool) throws {
        var table = try table(cookie("a", isHostOnly: false, path: "/login"))
        let new = cookie("a", "evil", domain: domain, isHostOnly: isHostOnly, path: path, isSecure: false)
        if isRefused {
            #expect(throws: CookieRefusal.overlaysSecure) { try table.take(new, isSecure: false, at: now) }
            #expect(table.cookies.map(\.value) == ["v"])
        } else {
            #expect(try table.take(new, isSecure: false, at: now) == .added)
        }
        #expect(try table.take(new, isSecure: true, at: now) != .nothing)
    }

    @Test func aSecureCookieThatHasEndedIsInNobodysWay() throws {
        var table = try table(cookie("a", expires: now.addingTimeInterval(1)))
        let later = now.addingTimeInterval(1)
        #expect(try table.take(cookie("a", isSecure: false), isSecure: false, at: later) == .added)
    }

    // MARK: - Limits

    @Test func aDomainHas50CookiesAndTheOneNotSentForTheLongestTimeGoes() throws {
        var table = CookieTable()
        for number in 0..<50 {
            _ = try table.take(cookie("c\(number)", path: "/\(number)"), isSecure: true, at: now)
        }
        table.use(for: target("shop.example", "/0"), at: now)
        _ = try table.take(cookie("new"), isSecure: true, at: now)
        #expect(table.count == 50)
        #expect(names(table, target("shop.example", "/0")) == ["c0", "new"])
        #expect(names(table, target("shop.example", "/1")) == ["new"])
    }

    @Test func whatHasEndedAndWhatIsNotSecureGoesFirst() throws {
        var table = CookieTable()
        for number in 0..<48 { _ = try table.take(cookie("c\(number)"), isSecure: true, at: now) }
        _ = try table.take(cookie("plain", isSecure: false), isSecure: true, at: now)
        _ = try table.take(cookie("ended", expires: now.addingTimeInterval(1)), isSecure: true, at: now)
        let later = now.addingTimeInterval(2)
        #expect(try table.take(cookie("d"), isSecure: true, at: later) == .added)
        #expect(table.count == 50 && !table.cookies.map(\.name).contains("ended"))
        #expect(try table.take(cookie("e"), isSecure: true, at: later) == .added)
        #expect(table.count == 50 && !table.cookies.map(\.name).contains("plain"))
        // Only the new one is not Secure.
        #expect(try table.take(cookie("f", isSecure: false), isSecure: true, at: later) == .nothing)
        #expect(table.count == 50 && table.cookies.first?.name == "c0")
    }

    @Test func thereAre3000CookiesInAll() throws {
        var table = CookieTable()
        for number in 0..<3000 {
            _ = try table.take(cookie("c", domain: "h\(number).example"), isSecure: true, at: now)
        }
        table.use(for: target("h0.example"), at: now)
        _ = try table.take(cookie("c", domain: "new.example"), isSecure: true, at: now)
        #expect(table.count == 3000)
        #expect(names(table, target("h0.example")) == ["c"] && names(table, target("new.example")) == ["c"])
        #expect(names(table, target("h1.example")).isEmpty)
    }
}
