import Foundation
import FreshetHTTP
import Testing

/// Reading of `Set-Cookie` (RFC 6265bis §5.6).
@Suite
struct SetCookieTests {
    struct Pair: Sendable {
        let field: String
        let name: String
        let value: String

        init(_ field: String, _ name: String, _ value: String) {
            (self.field, self.name, self.value) = (field, name, value)
        }
    }

    @Test(
        "Names and values",
        arguments: [
            Pair("a=b", "a", "b"), Pair(" a = b ", "a", "b"), Pair("\ta\t=\tb\t; Path=/", "a", "b"),
            Pair("a=b=c", "a", "b=c"), Pair("a=", "a", ""), Pair("=b", "", "b"), Pair("b", "", "b"),
            Pair("a=\"b c\"", "a", "\"b c\""), Pair("a=b,c=d", "a", "b,c=d"), Pair("a b=c d", "a b", "c d"),
            Pair("a=b;", "a", "b"), Pair("a=b;;;=;x", "a", "b"), Pair("a==b", "a", "=b"), Pair("a=b\tc", "a", "b\tc"),
            Pair("ä=ß€", "ä", "ß€"), Pair("a;=b", "", "a"), Pair("a=b;\u{301}Secure", "a", "b"),
            Pair("a=\u{301}b", "a", "\u{301}b"),
        ])
    func pair(example: Pair) throws {
        let cookie = try SetCookie(example.field)
        #expect(Array(cookie.name.utf8) == Array(example.name.utf8))
        #expect(Array(cookie.value.utf8) == Array(example.value.utf8))
    }

    @Test(
        "What is no cookie",
        arguments: [
            ("", CookieRefusal.empty), ("=", .empty), (" = ; Path=/", .empty), (";a=b", .empty),
            ("a=b\u{1}", .controlCharacter), ("a=b; Path=/\u{7F}", .controlCharacter), ("a=\nb", .controlCharacter),
            ("a=\u{FFFD}", .notUTF8),
        ])
    func refused(field: String, reason: CookieRefusal) {
        #expect(throws: reason) { try SetCookie(field) }
    }

    @Test func nameAndValueHave4096BytesTogether() throws {
        let most = String(repeating: "x", count: 4095)
        #expect(try SetCookie("a=\(most)").value == most)
        #expect(throws: CookieRefusal.tooLong) { try SetCookie("ab=\(most)") }
        #expect(throws: CookieRefusal.tooLong) { try SetCookie("é=\(most)") }
    }

    @Test(
        "Max-Age",
        arguments: [
            ("60", 60), ("0", 0), ("-1", -1), ("-99999999999999999999", -1), ("99999999999999999999", Int.max),
            ("007", 7), ("", nil), ("-", nil), ("+1", nil), ("1.5", nil), ("1s", nil), ("x", nil), ("- 1", nil),
        ] as [(String, Int?)])
    func maxAge(text: String, seconds: Int?) throws {
        #expect(try SetCookie("a=b; max-AGE = \(text) ").maxAgeSeconds == seconds)
    }

    @Test func ofSeveralAttributesTheLastThatIsValidCounts() throws {
        let cookie = try SetCookie(
            """
            a=b; Path=/x; Path=/y; Domain=one.example; Domain=.TWO.example; Max-Age=1; Max-Age=2; Max-Age=z; \
            Expires=Sun, 06 Nov 1994 08:49:37 GMT; Expires=never; SameSite=Lax; SameSite=Strict
            """)
        #expect(cookie.path == "/y" && cookie.domain == "two.example" && cookie.maxAgeSeconds == 2)
        #expect(cookie.expires == Date(timeIntervalSince1970: 784_111_777))
        #expect(cookie.sameSite == .strict)
    }

    @Test func anEmptyDomainOrPathTakesTheOneBeforeBack() throws {
        let cookie = try SetCookie("a=b; Domain=one.example; Domain=; Path=/x; Path=x")
        #expect(cookie.domain.isEmpty && cookie.path.isEmpty && cookie.hasPath)
        #expect(try SetCookie("a=b; Domain=.").domain.isEmpty)
        #expect(try SetCookie("a=b; Domain=..x").domain == ".x")
    }

    @Test func attributesOfOneWord() throws {
        let cookie = try SetCookie("a=b; SECURE; httponly=no; sameSite=NONE; Priority=High; Partitioned")
        #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.sameSite == Cookie.SameSite.none)
        let plain = try SetCookie("a=b; Securely; Secure-=1; SameSite=whatever")
        #expect(!plain.isSecure && !plain.isHTTPOnly && plain.sameSite == nil)
    }

    @Test func anAttributeOfMoreThan1024BytesIsIgnored() throws {
        let most = "/" + String(repeating: "x", count: 1023)
        #expect(try SetCookie("a=b; Path=\(most)").path == most)
        #expect(try SetCookie("a=b; Path=\(most)x").path.isEmpty)
        #expect(try !SetCookie("a=b; Path=\(most)x").hasPath)
    }
}
