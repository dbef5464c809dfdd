import Foundation
import FreshetHTTP
import FreshetTesting
import Testing

/// No field can do harm, whatever its bytes.
@Suite
struct CookieFuzzTests {
    private static let pieces = [
        "a", "b=c", "=", ";", " ", "\t", "\u{301}", "é", "\u{0}", "\u{7F}", "Path=/", "Path=/a/b", "Path", "Domain=",
        "Domain=shop.example", "Domain=.example", "Domain=1.2.3.4", "Max-Age=", "Max-Age=-1",
        "Max-Age=9999999999999999", "Expires=", "Sun, 06 Nov 1994 08:49:37 GMT", "99:99:99", "Secure", "HttpOnly",
        "SameSite=Lax", "__Host-",
        "__Secure-", "\"", ",", "/", "\u{FFFD}", "\u{10FFFF}", String(repeating: "x", count: 1030),
    ]
    private static let hosts = ["shop.example", "www.shop.example", "example", "1.2.3.4", "[::1]", "a.co.uk"]

    private func field(_ random: inout SeededRandom) -> String {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let count = Int.random(in: 0..<40, using: &random)
            return String(
                decoding: (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }, as: UTF8.self)
        }
        return (0..<Int.random(in: 1..<12, using: &random)).map { _ in
            Self.pieces.randomElement(using: &random) ?? ""
        }
        .joined()
    }

    @Test(arguments: 0..<4)
    func anyFieldIsRefusedOrSentAsItWasTaken(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var table = CookieTable()
        var (taken, refused) = (0, 0)
        var now = Date(timeIntervalSince1970: 1_767_225_600)
        for _ in 0..<TestLength.count(1_000, long: 100_000) {
            now.addTimeInterval(Double.random(in: 0...1000, using: &random))
            let path = ["", "/", "/a", "/a/b", "x"].randomElement(using: &random) ?? ""
            let target = CookieTarget(
                host: Self.hosts.randomElement(using: &random) ?? "", path: path, isSecure: .random(using: &random))
            do throws(CookieRefusal) {
                let cookie = try CookieRules.cookie(SetCookie(field(&random)), from: target, .standard, now: now)
                #expect(CookieRules.isSound(cookie))
                let change = try table.take(cookie, isSecure: target.isSecure, at: now)
                if change == .added || change == .changed { taken += 1 }
            } catch {
                refused += 1
            }
            table.use(for: target, at: now)
            for cookie in table.cookies(for: target, at: now) {
                #expect(cookie.domain == target.host || target.host.hasSuffix(".\(cookie.domain)"))
                #expect(target.isSecure || !cookie.isSecure)
            }
            #expect(table.count <= Self.hosts.count * CookieTable.domainLimit)
        }
        #expect(taken > 100 && refused > 100)
        // What is sent reads as the cookie that it was.
        for cookie in table.cookies {
            let text = cookie.name.isEmpty ? cookie.value : "\(cookie.name)=\(cookie.value)"
            let again = try SetCookie(cookie.name.isEmpty ? "=\(text)" : text)
            #expect(again.name == cookie.name && again.value == cookie.value)
        }
    }
}
