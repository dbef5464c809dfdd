import Foundation
import FuzzInput

@testable import FreshetHTTP

/// Fuzzes the cookie jar with `Set-Cookie` fields of several hosts, one a line.
///
/// No cookie may be sent to a foreign host or path, a sent cookie must equal the stored one, and no limit may be
/// exceeded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(bytes, count)
    var table = CookieTable()
    var now = Date(timeIntervalSince1970: 1_760_000_000)
    let choices = [input.byte(), input.byte(), input.byte()]
    let lines = input.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(200)
    for (number, line) in lines.enumerated() {
        let choice = Int(choices[number % choices.count]) + number
        let target = CookieTarget(
            host: hosts[choice % hosts.count], path: paths[choice / 3 % paths.count], isSecure: choice % 4 != 0,
            isSafe: choice % 5 != 0, isCrossSite: choice % 7 == 0)
        now.addTimeInterval(Double(choice % 100))
        take(String(line), target, &table, now)
        table.use(for: target, at: now)
        for cookie in table.cookies(for: target, at: now) { look(at: cookie, sentTo: target, now) }
    }
    check(table.count == table.cookies.count, "\(table.cookies.count) cookies are counted as \(table.count)")
    check(table.count <= hosts.count * CookieTable.domainLimit, "too many cookies")
    return 0
}

private let hosts = [
    "shop.example", "www.shop.example", "example", "192.0.2.7", "[2001:db8::1]", "a.b.co.uk", "b.co.uk",
]
private let paths = ["/", "/a", "/a/b", "/a/b/", "//", ""]

private func take(_ line: String, _ target: CookieTarget, _ table: inout CookieTable, _ now: Date) {
    guard let field = try? SetCookie(line),
        let cookie = try? CookieRules.cookie(field, from: target, .standard, now: now)
    else { return }
    check(CookieRules.isSound(cookie), "a cookie that cannot be sent")
    check(cookie.expires.map { $0 <= now.addingTimeInterval(400 * 86_400) } ?? true, "it lives too long")
    check(target.isSecure || !cookie.isSecure, "a Secure cookie of an insecure connection")
    guard let change = try? table.take(cookie, isSecure: target.isSecure, at: now) else { return }
    let isThere = table.cookies.contains { $0.replaces(cookie) }
    check(isThere == (change != .removed && change != .nothing), "\(change), and it is there: \(isThere)")
    if cookie.isExpired(at: now) { check(!isThere, "out of date, and there") }
}

private func look(at cookie: Cookie, sentTo target: CookieTarget, _ now: Date) {
    check(!cookie.isExpired(at: now), "sent after its end")
    check(cookie.domain == target.host || !cookie.isHostOnly, "sent to another host")
    check(cookie.domain == target.host || target.host.hasSuffix(".\(cookie.domain)"), "sent to another domain")
    check(target.isSecure || !cookie.isSecure, "a Secure cookie is sent in the clear")
    guard let again = try? SetCookie(cookie.name.isEmpty ? "=\(cookie.value)" : cookie.pair) else {
        return check(false, "what is sent is no cookie")
    }
    check(again.name == cookie.name && again.value == cookie.value, "what is sent is another cookie")
}
