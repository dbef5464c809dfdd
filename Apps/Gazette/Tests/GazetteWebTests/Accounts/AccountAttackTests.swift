import Foundation
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import Hosts
@testable import PostgreSQL
@testable import ReaderStorage

/// Attacks on accounts, each of which must fail.
@Suite(.timeLimit(.minutes(2)))
struct AccountAttackTests {
    // swift-format-ignore: NeverForceUnwrap
    private static let site = HTTPField.Name("Sec-Fetch-Site")!

    // MARK: - Fixation

    @Test("A session that an attacker has chosen is not used", arguments: StoreHome.Kind.available)
    func fixation(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            _ = try await site.member("ann")
            let victim = site.guest
            let chosen = SecretToken().text
            victim.setCookie("session", chosen)
            _ = try await victim.signIn("ann")
            let first = try #require(victim.cookie("session"))
            #expect(first != chosen)
            let attacker = site.guest.other
            attacker.setCookie("session", chosen)
            #expect(try await !attacker.isSignedIn)
            // A further sign-in has another secret, and ends the session before it.
            _ = try await victim.signIn("ann")
            #expect(victim.cookie("session") != first)
            attacker.setCookie("session", first)
            #expect(try await !attacker.isSignedIn)
        }
    }

    @Test("A visitor cookie that an attacker knows shows nothing of the account", arguments: StoreHome.Kind.available)
    func visitorFixation(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (attacker, victim) = (site.guest, site.guest.other)
            _ = try await attacker.get("/saved")
            victim.setCookie("visitor", attacker.cookie("visitor"))
            _ = try await victim.post("/marks/save", [("entry", StoreHome.entry(1).line), ("back", "/saved")])
            _ = try await victim.post(
                "/sign-up",
                [("name", "ann"), ("password", AccountSite.password), ("passwordAgain", AccountSite.password)])
            _ = try await victim.post("/marks/save", [("entry", StoreHome.entry(2).line), ("back", "/saved")])
            #expect(try await victim.get("/saved").text.contains("2 saved"))
            #expect(try await !attacker.get("/saved").text.contains("Story"))
            // The account's own visitor is in no cookie.
            #expect(victim.cookie("visitor") == attacker.cookie("visitor"))
        }
    }

    // MARK: - CSRF

    @Test("Forms of other sites, and forms without the token of the session, change nothing")
    func forgery() async throws {
        try await AccountSite.visit { site in
            let (guest, other) = (try await site.member("ann", isAdmin: true), try await site.member("ben"))
            let paths = [
                "/sign-out", "/me/password", "/me/sessions/end", "/me/tokens", "/members/invitations",
                "/members/change", "/members/invitations/end",
            ]
            let token = try await guest.formToken()
            for path in paths {
                for foreign in ["cross-site", "same-site", "none"] {
                    let response = try await guest.post(path, [("token", token)], [Self.site: foreign])
                    #expect(response.status == 403, "\(path) \(foreign)")
                }
                let origin = try await guest.post(path, [("token", token)], [.origin: "https://evil.example"])
                #expect(origin.status == 403, "\(path)")
                #expect(try await guest.post(path, [("token", token)], [:]).status == 403, "\(path)")
                #expect(try await guest.post(path, []).status == 403, "\(path)")
                let another = try await guest.post(path, [("token", other.formToken())])
                #expect(another.status == 403, "\(path)")
            }
            for path in ["/sign-in", "/sign-up"] {
                let fields = [("name", "ann"), ("password", AccountSite.password)]
                #expect(try await site.guest.post(path, fields, [Self.site: "cross-site"]).status == 403, "\(path)")
            }
            #expect(try await guest.isSignedIn)
            #expect(try await site.store.invitations(now: site.now).isEmpty)
            let cookie = try await site.guest.signIn("ann").headers[.setCookie] ?? ""
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"))
        }
    }

    @Test func onHTTPSTheCookieBelongsToTheHostAlone() async throws {
        let proxies = try #require(TrustedProxies("127.0.0.1"))
        try await AccountSite.visit(.sqlite, .open) {
            $0.trustedProxies = proxies
        } _: { site in
            _ = try await site.member("ann")
            // swift-format-ignore: NeverForceUnwrap
            let secure: HTTPFields = [
                Self.site: "same-origin", HTTPField.Name("X-Forwarded-For")!: "192.0.2.1",
                HTTPField.Name("X-Forwarded-Proto")!: "https",
            ]
            let cookie = try await site.guest.signIn("ann", AccountSite.password, secure).headers[.setCookie] ?? ""
            #expect(cookie.hasPrefix("__Host-session=") && cookie.contains("; Secure") && !cookie.contains("Domain"))
            // The other name, which any connection can set, means nothing there.
            let token = try #require(site.guest.cookie("__Host-session"))
            let guest = site.guest.other
            guest.setCookie("session", token)
            #expect(try await guest.get("/me", secure).status == 303)
            guest.setCookie("__Host-session", token)
            #expect(try await guest.get("/me", secure).status == 200)
        }
    }

    // MARK: - Enumeration, timing and guessing

    @Test("An unknown name and a wrong password have the same response and cost", arguments: StoreHome.Kind.available)
    func enumeration(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            _ = try await site.member("ann")
            // An account without a password, as a proxy makes it.
            _ = try await site.store.add(
                AccountStore.Draft(name: try accountName("ben")), now: site.now)
            var responses: [Site.ReceivedResponse] = []
            for name in ["ann", "ben", "cay", "no name"] {
                let before = site.hasher.checked.count
                responses.append(try await site.guest.other.signIn(name, "wrong"))
                // The time is that of one hash in any case.
                #expect(site.hasher.checked.count == before + 1, "\(name)")
            }
            #expect(site.hasher.checked.suffix(3).allSatisfy { $0 == Argon2.nobody })
            let texts = Set(
                zip(responses, ["ann", "ben", "cay", "no name"]).map { response, name in
                    response.text.replacing("value=\"\(name)\"", with: "")
                })
            #expect(texts.count == 1 && Set(responses.map(\.status)) == [422])
        }
    }

    @Test("Passwords can't be guessed without an end", arguments: StoreHome.Kind.available)
    func guessing(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            _ = try await site.member("ann")
            for name in ["ann", "cay"] {
                for _ in 0..<10 { #expect(try await site.guest.signIn(name, "wrong").status == 422) }
                let before = site.hasher.checked.count
                // Also with the right password, and in other letters.
                for name in [name, name.uppercased()] {
                    let refused = try await site.guest.signIn(name)
                    #expect(refused.status == 429 && refused.text.contains("Try again in 15 minutes."))
                    #expect(refused.headers[.retryAfter] == "900")
                }
                #expect(site.hasher.checked.count == before)
            }
            site.wait(900)
            #expect(try await site.guest.signIn("ann").status == 303)
        }
    }

    @Test("One address can't try many names", arguments: StoreHome.Kind.available)
    func spraying(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            _ = try await site.member("ann")
            for number in 0..<50 { #expect(try await site.guest.signIn("name\(number)", "wrong").status == 422) }
            #expect(try await site.guest.signIn("ann").status == 429)
        }
    }

    @Test("Many addresses can't guess one password without an end")
    func distributedGuessing() async throws {
        let proxies = try #require(TrustedProxies("127.0.0.1"))
        try await AccountSite.visit(.sqlite, .open) {
            $0.trustedProxies = proxies
        } _: { site in
            _ = try await site.member("ann")
            func signIn(_ address: String) async throws -> Int {
                // swift-format-ignore: NeverForceUnwrap
                let fields: HTTPFields = [
                    Self.site: "same-origin", HTTPField.Name("X-Forwarded-For")!: address,
                ]
                return try await site.guest.signIn("ann", "wrong", fields).status
            }
            for number in 0..<100 { #expect(try await signIn("192.0.2.\(number)") == 422) }
            #expect(try await signIn("198.51.100.1") == 429)
            // The addresses of one network of IPv6 belong to one person.
            #expect(AttemptAddress.text("2001:db8::1") == AttemptAddress.text("2001:db8::ffff:2"))
            #expect(AttemptAddress.text("2001:db8::1") != AttemptAddress.text("2001:db8:0:1::1"))
        }
    }

    @Test func aLongPasswordIsNotHashed() async throws {
        try await AccountSite.visit { site in
            _ = try await site.member("ann")
            let long = String(repeating: "x y z ", count: 5000)
            let hashed = site.hasher.hashedCount
            _ = try await site.guest.signIn("ann", long)
            _ = try await site.guest.post(
                "/sign-up", [("name", "ben"), ("password", long), ("passwordAgain", long)])
            #expect(site.hasher.hashedCount == hashed)
            // One check is made, of no password.
            #expect(try await site.guest.signIn("ann").status == 303)
        }
    }

    // MARK: - Injection

    @Test("SQL in every input is text", arguments: StoreHome.Kind.available)
    func injection(kind: StoreHome.Kind) async throws {
        let texts = [
            "' OR '1'='1", "'; DROP TABLE account; --", "\"; DELETE FROM gazette.account; --", "ann'--", "$1", "\\'",
            "%",
            "a\u{0}b", "') UNION SELECT 1,2,3,4,5,6 --",
        ]
        try await AccountSite.visit(kind) { site in
            let ann = try await site.member("ann", isAdmin: true)
            let token = try await ann.formToken()
            let own = ["/me/password", "/me/sessions/end", "/me/tokens", "/members/change", "/members/invitations/end"]
            let names = [
                "name", "password", "passwordAgain", "new", "session", "title", "invitation", "account", "action",
                "limit", "back",
            ]
            for text in texts {
                let fields = names.map { ($0, text) }
                for path in own {
                    let response = try await ann.post(path, [("token", token)] + fields)
                    #expect(response.status < 500, "\(path) \(text)")
                }
                for path in ["/sign-in", "/sign-up"] {
                    let response = try await site.guest.other.post(path, fields)
                    #expect(response.status < 500, "\(path) \(text)")
                    #expect(response.headers[.setCookie]?.contains("session=") != true)
                    site.wait(4000)
                }
                let guest = site.guest.other
                guest.setCookie("session", text.filter { $0 != ";" && $0 != "\u{0}" })
                #expect(try await !guest.isSignedIn)
                let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                #expect(try await site.guest.other.get("/invitation/\(encoded)").status == 404)
            }
            #expect(try await ann.isSignedIn)
            #expect(try await site.store.summaries().map(\.account.name) == ["ann"])
        }
    }

    @Test func whatPeopleNameThemselvesIsText() async throws {
        try await AccountSite.visit { site in
            let guest = try await site.member("ann")
            let page = try await guest.postOwn("/me/tokens", [("title", "<script>alert(1)</script>")])
            #expect(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>alert"))
            let again = try await guest.signIn("\"><script>alert(1)</script>", "wrong")
            #expect(!again.text.contains("<script>alert"))
        }
    }

    @Test(
        "The sign-in leads to no other site",
        arguments: [
            "//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/sign-in?back=/",
        ])
    func redirects(back: String) async throws {
        try await AccountSite.visit { site in
            let guest = try await site.member("ann")
            let encoded = back.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            #expect(try await guest.get("/sign-in?back=\(encoded)").headers[.location] == "/")
            let fields = [("name", "ann"), ("password", AccountSite.password), ("back", back)]
            #expect(try await site.guest.post("/sign-in", fields).headers[.location] == "/")
        }
    }

    @Test(
        "A name that looks like another one is refused",
        arguments: ["alıce", "aIice", "ａ1ice", "аӏісе", "ạlicé", "ALICE"])
    func lookalikes(name: String) async throws {
        try await AccountSite.visit { site in
            _ = try await site.member("alice")
            let fields = [("name", name), ("password", AccountSite.password), ("passwordAgain", AccountSite.password)]
            #expect(try await site.guest.post("/sign-up", fields).text.contains("or looks like one that is"))
            #expect(try await site.store.summaries().count == 1)
            #expect(try await site.guest.post("/sign-up", [("name", "alina")] + fields.dropFirst()).status == 303)
        }
    }

    // MARK: - What belongs to others

    @Test("Nobody ends the session of another account by its id", arguments: StoreHome.Kind.available)
    func otherSessions(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (ann, ben) = (try await site.member("ann"), try await site.member("ben"))
            let session = try #require(
                try await site.store.sessions(of: site.account("ann").visitor, now: site.now).first)
            _ = try await ben.postOwn("/me/sessions/end", [("session", session.id)])
            #expect(try await ann.isSignedIn)
        }
    }

    @Test("Nobody sees or changes the marks of another account by its id", arguments: StoreHome.Kind.available)
    func otherMarks(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (ann, ben) = (try await site.member("ann"), try await site.member("ben"))
            _ = try await ann.post("/marks/save", [("entry", StoreHome.entry(1).line), ("back", "/saved")])
            let visitor = try await site.account("ann").visitor
            // The id of the account with another signature, as a browser without a session and as another account.
            let forged = VisitorCookie(key: Data(repeating: 1, count: 32)).value(for: visitor, day: 20_000)
            for guest in [site.guest, ben] {
                for (name, value) in [
                    ("visitor", forged), ("session", visitor.id.base64URL), ("account", visitor.id.hexadecimal),
                ] {
                    let former = guest.cookie(name)
                    guest.setCookie(name, value)
                    #expect(try await !guest.get("/saved?account=\(visitor.id.hexadecimal)").text.contains("Story"))
                    #expect(try await !guest.get("/saved.json").text.contains("Story"))
                    _ = try await guest.post(
                        "/marks/remove",
                        [("entry", "hn:1"), ("visitor", visitor.id.hexadecimal), ("account", visitor.id.hexadecimal)])
                    guest.setCookie(name, former)
                }
            }
            #expect(try await ann.get("/saved").text.contains("Story 1"))
        }
    }

    @Test func theLivePageOfAnAccountTakesInputFromItAlone() async throws {
        try await AccountSite.visit { site in
            let (ann, ben) = (try await site.member("ann"), try await site.member("ben"))
            let page = try await ann.get("/saved")
            let id = String(try #require(page.text.firstMatch(of: /data-page="([^"]+)"/)).1)
            let input = #"{"name":"retry","value":""}"#
            for guest in [site.guest, ben] {
                #expect(try await guest.postJSON("/live/\(id)", input) == 404)
                #expect(try await guest.get("/live?page=\(id).0", [Self.site: "same-origin"]).status == 400)
            }
            // It is there: its own input is one that the page does not have.
            #expect(try await ann.postJSON("/live/\(id)", input) == 400)
            // After the end of the session it is closed.
            _ = try await ann.postOwn("/sign-out", [])
            #expect(try await ann.postJSON("/live/\(id)", input) == 404)
        }
    }

    @Test("Who is no administrator has no page of the members")
    func administration() async throws {
        try await AccountSite.visit { site in
            let ben = try await site.member("ben")
            #expect(try await ben.get("/members").status == 404)
            let id = try await site.account("ben").id
            for (path, fields) in [
                ("/members/invitations", [("admin", "on")]), ("/members/invitations/end", [("invitation", "x")]),
                ("/members/change", [("account", id), ("action", "promote")]),
            ] {
                #expect(try await ben.postOwn(path, fields).status == 404, "\(path)")
            }
            #expect(try await !site.account("ben").isAdmin)
            #expect(try await site.store.invitations(now: site.now).isEmpty)
            #expect(try await site.guest.get("/members").status == 303)
        }
    }

    // MARK: - Forged headers

    @Test("A header names an account only if it comes from a trusted proxy", arguments: StoreHome.Kind.available)
    func headerForgery(kind: StoreHome.Kind) async throws {
        let (near, far) = (TrustedProxies("127.0.0.1"), TrustedProxies("192.0.2.1"))
        // swift-format-ignore: NeverForceUnwrap
        let name = HTTPField.Name("X-Forwarded-User")!
        for (proxies, isTrusted) in [(near, true), (far, false), (TrustedProxies.none, false)] {
            try await AccountSite.visit(kind, .invitation) {
                $0.trustedProxies = proxies ?? .none
                $0.accounts?.header = name.rawName
            } _: { site in
                _ = try await site.member("ann", isAdmin: true)
                let response = try await site.guest.get("/me", [name: "ann", .accept: "text/html"])
                #expect((response.status == 200) == isTrusted)
                // swift-format-ignore: NeverForceUnwrap
                let hidden: HTTPFields = [
                    name: "ann", HTTPField.Name("X-Forwarded-For")!: "127.0.0.1", .accept: "text/html",
                ]
                #expect((try await site.guest.get("/me", hidden).status == 200) == isTrusted)
                // A first visit makes an account; without the header there is none.
                // It may look like another one: the proxy vouches for it.
                let first = try await site.guest.get("/me", [name: "anŋ", .accept: "text/html"])
                #expect((first.status == 200) == isTrusted)
                #expect(try await site.store.summaries().count == (isTrusted ? 2 : 1))
                #expect(try await site.guest.get("/me", [.accept: "text/html"]).status == 303)
                // A client's own field that the proxy passes on beside its own.
                var both = HTTPFields()
                both.append(HTTPField(name: name, value: "ann"))
                both.append(HTTPField(name: name, value: "anŋ"))
                both[.accept] = "text/html"
                #expect(try await site.guest.get("/me", both).status == 303)
                #expect(try await site.guest.get("/me", [name: "<b>", .accept: "text/html"]).status == 303)
            }
        }
    }

    @Test func withoutTheSettingTheHeaderMeansNothing() async throws {
        let proxies = try #require(TrustedProxies("127.0.0.1"))
        try await AccountSite.visit(.sqlite, .open) {
            $0.trustedProxies = proxies
        } _: { site in
            _ = try await site.member("ann")
            // swift-format-ignore: NeverForceUnwrap
            let fields: HTTPFields = [HTTPField.Name("X-Forwarded-User")!: "ann"]
            #expect(try await site.guest.get("/me", fields).status == 303)
        }
    }

    // MARK: - Secrets

    @Test("The store has no secret", arguments: StoreHome.Kind.available)
    func storedSecrets(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let ann = try await site.member("ann")
            let page = try await ann.postOwn("/me/tokens", [("title", "desk")])
            let shown = String(try #require(page.text.firstMatch(of: /<p><code>([^<]+)<\/code><\/p>/)).1)
            let cookie = try #require(ann.cookie("session"))
            #expect(try await !ann.get("/me").text.contains(shown))
            let stored = try await site.store.database.transaction { runner in
                try runner.rows("SELECT digest, id, title, address FROM gazette.session", []).map { row in
                    [row.bytes("digest")?.base64URL, row.text("id"), row.text("title"), row.text("address")]
                }
            }
            #expect(stored.count == 2)
            #expect(!stored.joined().contains { $0 == shown || $0 == cookie })
            // A digest is no secret that signs in, and a token of a terminal is no cookie.
            for value in stored.map({ $0[0] }) + [shown] {
                let guest = site.guest.other
                guest.setCookie("session", value)
                #expect(try await !guest.isSignedIn)
            }
        }
    }

    @Test func logsShowNoInvitation() {
        #expect(SecretToken().description == "SecretToken")
        #expect("\(SecretToken())" == "SecretToken")
        for path in ["/invitation/abc", "/live/abc"] { #expect(!Routes.table.logged(path).contains("abc")) }
    }
}
