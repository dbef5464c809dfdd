import Foundation
import HTTPTypes
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import ReaderStorage

/// What people do with accounts, on both stores.
@Suite(.timeLimit(.minutes(2)))
struct AccountTests {
    @Test("A reader signs up, out and in", arguments: StoreHome.Kind.available)
    func signing(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let guest = site.guest
            #expect(try await guest.get("/sign-up").text.contains("action=\"/sign-up\""))
            let fields = [("name", "Ann"), ("password", AccountSite.password), ("passwordAgain", AccountSite.password)]
            let response = try await guest.post("/sign-up", fields)
            #expect(response.status == 303 && response.headers[.location] == "/")
            #expect(try await guest.get("/me").text.contains("Signed in as Ann."))
            // The password is not stored.
            let known = try #require(try await site.store.account(named: try accountName("ann")))
            #expect(known.password == CountedHasher.text(AccountSite.password))

            let out = try await guest.postOwn("/sign-out", [])
            #expect(out.status == 303 && out.headers[HTTPField.Name("Clear-Site-Data")!]?.contains("storage") == true)
            #expect(try await !guest.isSignedIn)
            #expect(try await guest.signIn("ann", "wrong").status == 422)
            #expect(try await !guest.isSignedIn)
            let back = try await guest.post(
                "/sign-in", [("name", "aNN"), ("password", AccountSite.password), ("back", "/saved")])
            #expect(back.status == 303 && back.headers[.location] == "/saved")
            #expect(try await guest.isSignedIn)
        }
    }

    @Test("Marks follow the account to another browser, and settings do, too", arguments: StoreHome.Kind.available)
    func following(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let guest = site.guest
            _ = try await guest.get("/saved")
            // Saved before the account was made.
            _ = try await guest.post("/marks/save", [("entry", StoreHome.entry(1).line), ("back", "/saved")])
            let fields = [("name", "ann"), ("password", AccountSite.password), ("passwordAgain", AccountSite.password)]
            _ = try await guest.post("/sign-up", fields)
            #expect(try await guest.get("/saved").text.contains("Story 1"))
            _ = try await guest.post("/settings", [("theme", "dark"), ("letters", "sans")])

            let other = guest.other
            #expect(try await !other.get("/saved").text.contains("Story 1"))
            _ = try await other.signIn("ann")
            let saved = try await other.get("/saved")
            #expect(saved.text.contains("Story 1") && saved.text.contains("data-theme=\"dark\""))
            _ = try await other.post("/marks/save", [("entry", StoreHome.entry(2).line), ("back", "/saved")])
            #expect(try await guest.get("/saved").text.contains("Story 2"))

            // The browser of before has nothing once its reader is signed out.
            _ = try await guest.postOwn("/sign-out", [])
            #expect(try await !guest.get("/saved").text.contains("Story"))
        }
    }

    @Test("Feeds and reading positions move to a new account", arguments: StoreHome.Kind.available)
    func movingFeeds(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            _ = try await site.guest.get("/saved")
            _ = try await site.guest.post("/marks/read", [("entry", "hn:1")])
            let database = site.visitors.database
            let id = try await database.transaction {
                try $0.rows("SELECT id FROM gazette.visitor", []).first?.bytes("id")
            }
            let former = Visitor(id: try #require(id))
            let feeds = FeedStore(database: database)
            let added = try await feeds.subscribe(
                [.init(address: "https://a.example/feed", folder: "Sea")], former, now: StoreHome.start)
            #expect(added.count == 1)
            #expect(try await feeds.add(try #require(FeedFilter(part: .words, action: .hide, words: "ad")), of: former))
            #expect(try await site.guest.post("/positions", [("entry", "feeds:7"), ("part", "0.5")]).status == 204)
            let fields = [("name", "ann"), ("password", AccountSite.password), ("passwordAgain", AccountSite.password)]
            _ = try await site.guest.post("/sign-up", fields)
            let account = try #require(try await site.store.account(named: try accountName("ann"))).account.visitor
            #expect(try await feeds.subscriptions(of: account).map(\.folder) == ["Sea"])
            #expect(try await feeds.filters(of: account).count == 1)
            #expect(try await site.visitors.position(in: try #require(Entry.Key("feeds:7")), of: account) == 0.5)
        }
    }

    @Test("A session ends after thirty days without use", arguments: StoreHome.Kind.available)
    func expiry(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (used, unused) = (try await site.member("ann"), site.guest.other)
            _ = try await unused.signIn("ann")
            for _ in 0..<3 {
                site.wait(15 * 86_400)
                #expect(try await used.isSignedIn)
            }
            #expect(try await !unused.isSignedIn)
            // At the next sign-in, what has expired is removed.
            _ = try await site.guest.other.signIn("ann")
            #expect(try await site.store.sessions(of: site.account("ann").visitor, now: .distantPast).count == 2)
        }
    }

    @Test("Sessions are listed and ended", arguments: StoreHome.Kind.available)
    func sessions(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (one, two, three) = (try await site.member("ann"), site.guest.other, site.guest.other)
            let agent: HTTPFields = [
                .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                HTTPField.Name("Sec-Fetch-Site")!: "same-origin",
            ]
            _ = try await two.signIn("ann", AccountSite.password, agent)
            _ = try await three.signIn("ann")
            let page = try await one.get("/me")
            #expect(page.count(of: "This browser") == 1 && page.count(of: "aria-label=\"End the session of") == 2)
            #expect(page.text.contains("Firefox on Linux") && page.text.contains("127.0.0.1"))
            let id = try #require(
                page.text.firstMatch(of: /name="session" value="([^"]+)" aria-label="End the session of Firefox/))
            _ = try await one.postOwn("/me/sessions/end", [("session", String(id.1))])
            #expect(try await (one.isSignedIn, two.isSignedIn, three.isSignedIn) == (true, false, true))
            _ = try await one.postOwn("/me/sessions/end", [])
            #expect(try await (one.isSignedIn, three.isSignedIn) == (true, false))
        }
    }

    @Test("A new password ends the other sessions", arguments: StoreHome.Kind.available)
    func passwordChange(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (one, two) = (try await site.member("ann"), site.guest.other)
            _ = try await two.signIn("ann")
            let new = "three other words here"
            func change(_ old: String, _ again: String) async throws -> Site.ReceivedResponse {
                try await one.postOwn("/me/password", [("password", old), ("new", new), ("passwordAgain", again)])
            }
            #expect(try await change("wrong", new).text.contains("The current password is wrong."))
            #expect(try await change(AccountSite.password, "else").text.contains("The two passwords are different."))
            #expect(try await two.isSignedIn)
            #expect(try await change(AccountSite.password, new).headers[.location] == "/me?done=password")
            #expect(try await (one.isSignedIn, two.isSignedIn) == (true, false))
            #expect(try await two.signIn("ann").status == 422)
            #expect(try await two.signIn("ann", new).status == 303)
        }
    }

    @Test("A hash with other parameters is renewed at the next sign-in", arguments: StoreHome.Kind.available)
    func renewedHash(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let guest = try await site.member("ann")
            let account = try await site.account("ann")
            func hash() async throws -> String? { try await site.store.account(account.visitor)?.password }
            let new = CountedHasher.text(AccountSite.password)
            try await site.store.renewPassword(from: new, to: "old " + new, of: account.visitor)
            #expect(try await guest.other.signIn("ann", "wrong").status == 422)
            #expect(try await hash() == "old " + new)
            #expect(try await guest.other.signIn("ann").status == 303)
            #expect(try await hash() == new)
            // A password that has changed meanwhile stays.
            try await site.store.renewPassword(from: "old " + new, to: "another", of: account.visitor)
            #expect(try await hash() == new)
            #expect(try await guest.isSignedIn)
        }
    }

    @Test("An owner removes the account with all that it has stored", arguments: StoreHome.Kind.available)
    func removal(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (admin, guest) = (try await site.member("ann", isAdmin: true), try await site.member("ben"))
            let account = try await site.account("ben")
            let entry = StoreHome.entry(1)
            #expect(try await guest.post("/marks/save", [("entry", entry.line)]).status == 204)
            #expect(try await site.visitors.marks(of: account.visitor, now: site.now).saved.count == 1)

            let refused = try await guest.postOwn("/me/remove", [("proof", "wrong")])
            #expect(refused.status == 422 && refused.text.contains("The password is wrong."))
            #expect(try await guest.post("/me/remove", [("proof", AccountSite.password)]).status == 403)
            #expect(try await guest.isSignedIn)
            let removed = try await guest.postOwn("/me/remove", [("proof", AccountSite.password)])
            #expect(removed.headers[.location] == "/sign-in")
            #expect(removed.headers[.clearSiteData]?.contains("storage") == true)
            #expect(try await !guest.isSignedIn)
            #expect(try await site.store.account(account.visitor) == nil)
            #expect(try await site.visitors.marks(of: account.visitor, now: site.now).saved.isEmpty)
            #expect(try await site.guest.other.signIn("ben").status == 422)

            // The last administrator is needed.
            let needed = try await admin.postOwn("/me/remove", [("proof", AccountSite.password)])
            #expect(needed.status == 422 && needed.text.contains("You are the only administrator."))
            _ = try await site.member("cay", isAdmin: true)
            #expect(try await admin.postOwn("/me/remove", [("proof", AccountSite.password)]).status == 303)
        }
    }

    @Test("Who has no invitation can't read", arguments: StoreHome.Kind.available)
    func invitation(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind, .invitation) { site in
            let guest = site.guest
            let html: HTTPFields = [.accept: "text/html"]
            let refused = try await guest.get("/saved?section=hn", html)
            #expect(refused.status == 303)
            #expect(refused.headers[.location] == "/sign-in?back=%2Fsaved%3Fsection%3Dhn")
            for path in ["/saved.json", "/live?page=a.0", "/news.rss"] {
                #expect(try await guest.get(path).status == 401, "\(path)")
            }
            #expect(try await guest.post("/marks/save", [("entry", StoreHome.entry(1).line)]).status == 401)
            for path in ["/healthz", "/sign-in", "/offline", "/sw.js"] {
                #expect(try await guest.get(path, html).status == 200, "\(path)")
            }
            #expect(try await guest.get("/sign-up", html).status == 303)

            let token = SecretToken()
            try await site.store.invite(token, now: site.now)
            #expect(try await guest.get("/invitation/\(token.text)").text.contains(token.text))
            func signUp(_ name: String, _ guest: Guest) async throws -> Site.ReceivedResponse {
                try await guest.post(
                    "/sign-up",
                    [
                        ("name", name), ("password", AccountSite.password), ("passwordAgain", AccountSite.password),
                        ("invitation", token.text),
                    ])
            }
            #expect(try await signUp("ann", guest).status == 303)
            #expect(try await guest.get("/saved", html).status == 200)
            // It is used up.
            #expect(try await signUp("ben", guest.other).text.contains(Accounts.noInvitation))
            #expect(try await guest.other.get("/invitation/\(token.text)").status == 404)
        }
    }

    @Test("An invitation expires after seven days", arguments: StoreHome.Kind.available)
    func invitationExpiry(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind, .invitation) { site in
            let token = SecretToken()
            try await site.store.invite(token, now: site.now)
            site.wait(7 * 86_400 - 1)
            #expect(try await site.guest.get("/invitation/\(token.text)").status == 200)
            site.wait(1)
            #expect(try await site.guest.get("/invitation/\(token.text)").status == 404)
        }
    }

    @Test("The marks of an account are kept, whoever comes and goes", arguments: StoreHome.Kind.available)
    func keeping(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            var limits = ReaderLimits()
            limits.visitors = 2
            let visitors = try await home.open(limits)
            let store = AccountStore(database: visitors.store.database)
            let draft = AccountStore.Draft(name: try accountName("ann"))
            guard case .added(let account) = try await store.add(draft, now: StoreHome.start) else {
                Issue.record("not added")
                return
            }
            await visitors.marks(of: account.visitor).apply(.read(StoreHome.keys(1..<2)))
            for _ in 0..<5 { await visitors.marks(of: Visitor()).apply(.read(StoreHome.keys(1..<2))) }
            await visitors.flush()
            // Two years later, too.
            let later = try await home.open(limits, after: 2 * 365 * 86_400)
            #expect(await later.marks(of: account.visitor).current.readCount == 1)
        }
    }

    @Test("An account has a limit of saved items of its own", arguments: StoreHome.Kind.available)
    func savedLimit(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let guest = try await site.member("ann")
            try await site.store.setSavedLimit(1, of: site.account("ann").visitor)
            for number in 1...2 {
                _ = try await guest.post("/marks/save", [("entry", StoreHome.entry(number).line), ("back", "/saved")])
            }
            let page = try await guest.get("/saved")
            #expect(page.text.contains("1 saved") && page.text.contains("Your list is full."))
        }
    }
}
