import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// The visitor's cookie, which only Gazette can make.
@Suite
struct VisitorCookieTests {
    private let cookie = VisitorCookie(key: Data(repeating: 7, count: 32))
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let visitor = Visitor()
    private var today: Int { 1_800_000_000 / 86_400 }

    private func request(_ cookies: String?, scheme: String? = nil) -> Request {
        var headers = HTTPFields()
        headers[.cookie] = cookies
        let head = HTTPRequest(method: .get, scheme: scheme, authority: "localhost", path: "/", headerFields: headers)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test func whoComesBackIsKnown() {
        let guest = cookie.guest(of: request("a=b; visitor=\(cookie.value(for: visitor, day: today))"), now: now)
        #expect(guest.visitor == visitor)
        #expect(guest.field == nil)
    }

    @Test func whoIsNewGetsACookieOfAYearThatNoScriptReads() throws {
        let guest = cookie.guest(of: request(nil), now: now)
        let field = try #require(guest.field)
        #expect(field.hasSuffix("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"))
        let value = try #require(field.split(separator: ";").first).dropFirst("visitor=".count)
        #expect(cookie.guest(of: request("visitor=\(value)"), now: now).visitor == guest.visitor)
        #expect(guest.visitor.id.count * 8 == 128)
        #expect(cookie.guest(of: request(nil), now: now).visitor != guest.visitor)
    }

    @Test func overHTTPSItStaysThere() {
        #expect(cookie.guest(of: request(nil, scheme: "https"), now: now).field?.hasSuffix("; Secure") == true)
        #expect(cookie.guest(of: request(nil, scheme: "http"), now: now).field?.contains("Secure") == false)
    }

    @Test(
        "A cookie in days after it was given",
        arguments: [(0, true, false), (29, true, false), (30, true, true), (364, true, true), (365, false, true)])
    func age(days: Int, isKnown: Bool, isGivenAnew: Bool) {
        let guest = cookie.guest(of: request("visitor=\(cookie.value(for: visitor, day: today - days))"), now: now)
        #expect((guest.visitor == visitor) == isKnown)
        #expect((guest.field != nil) == isGivenAnew)
    }

    @Test func aChangedByteAnywhereMeansSomebodyNew() throws {
        let value = cookie.value(for: visitor, day: today)
        let bytes = try #require(Data(base64URL: value))
        for index in bytes.indices {
            var forged = bytes
            forged[index] ^= 1
            #expect(cookie.guest(of: request("visitor=\(forged.base64URL)"), now: now).visitor != visitor)
        }
    }

    @Test func anotherKeyMeansSomebodyNew() {
        let other = VisitorCookie(key: .random(count: 32))
        let guest = cookie.guest(of: request("visitor=\(other.value(for: visitor, day: today))"), now: now)
        #expect(guest.visitor != visitor)
        #expect(guest.field != nil)
    }

    @Test(
        "Broken cookies",
        arguments: [
            "visitor", "visitor=", "visitor==", "visitor=%%%", "visitor=;", ";;;", "=", "visitor=\u{7F}",
            "visitor=AAAA", "visitor=" + String(repeating: "A", count: 70),
            "visitor=" + String(repeating: "A", count: 100_000), "visitor=\"quoted\"; visitor=again",
            String(repeating: "a=b;", count: 10_000),
        ])
    func broken(cookies: String) {
        let guest = cookie.guest(of: request(cookies), now: now)
        #expect(guest.field?.hasPrefix("visitor=") == true)
        #expect(guest.field?.utf8.count ?? 0 < 200)
    }
}
