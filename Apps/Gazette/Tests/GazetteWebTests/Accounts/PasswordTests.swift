import Foundation
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Passwords and their hashes.
struct PasswordTests {
    @Test(
        "New passwords",
        arguments: [
            ("a lamp, a lake, a ladder", true), ("short", false), ("fourteen chars", false), ("fifteen letters", true),
            ("aaaaaaaaaaaaaaaaaaaa", false), ("123456789012345678", false), ("abcdefghijklmnopqrs", false),
            ("passwordpassword1", false), ("gazettegazettegazette", false), ("annabella annabella", false),
            ("ŝĉĝĥĵŭ ŝĉĝĥĵŭ ŝ", true), (String(repeating: "long ", count: 204), true),
            (String(repeating: "long ", count: 205), false),
        ])
    func rules(password: String, isAccepted: Bool) {
        #expect((PasswordRules.problem(of: password, for: "annabella") == nil) == isAccepted)
    }

    @Test func aHashBelongsToItsPasswordAlone() async throws {
        let queue = Argon2Queue()
        let hash = try await queue.hash(AccountSite.password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await queue.isValid(AccountSite.password, for: hash))
        #expect(try await !queue.isValid(AccountSite.password + "s", for: hash))
        #expect(try await !queue.isValid("", for: hash))
        #expect(!queue.isOutdated(hash) && !queue.isOutdated(Argon2.nobody))
        #expect(queue.isOutdated(hash.replacing("t=2", with: "t=1")))
        // Each has a salt of its own.
        #expect(try await queue.hash(AccountSite.password) != hash)
        // The hash of nobody can be checked, and fits no password.
        #expect(try await !queue.isValid(AccountSite.password, for: Argon2.nobody))
    }

    @Test func theSameCharactersInAnotherFormAreTheSamePassword() async throws {
        let queue = Argon2Queue()
        let hash = try await queue.hash("a caf\u{E9} by the old canal")
        #expect(try await queue.isValid("a cafe\u{301} by the old canal", for: hash))
    }

    @Test(
        "Names",
        arguments: [
            ("ann", "ann"), ("Ann", "ann"), ("Zoë", "zoë"), ("ann@example.org", "ann@example.org"),
            ("\u{FF21}nn", "ann"), ("", nil), ("a b", nil), ("a\u{0}b", nil), ("<script>", nil), ("a'b", nil),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            (String(repeating: "a", count: 65), nil), ("a\u{200B}b", nil), ("a/b", nil), ("admin\u{FE0F}", nil),
        ] as [(String, String?)])
    func names(text: String, folded: String?) {
        #expect(AccountName(text)?.folded == folded)
    }

    @Test(
        "Capitals that look like Latin ones",
        arguments: [("Νora", "nora"), ("Ηans", "hans"), ("Υves", "yves"), ("ᴏtto", "otto")])
    func looks(name: String, other: String) throws {
        #expect(try #require(AccountName(name)).look == #require(AccountName(other)).look)
    }

    @Test(
        "Browsers",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
                "Safari on macOS"
            ),
            ("", "A browser"), (nil, "An unknown browser"), ("<script>alert(1)</script>", "A browser"),
        ] as [(String?, String)])
    func browsers(agent: String?, title: String) {
        #expect(BrowserTitle.title(of: agent) == title)
    }
}
