import Foundation
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// What administrators do.
@Suite(.timeLimit(.minutes(2)))
struct MembersTests {
    /// The address that a page shows once.
    private static func link(_ page: Site.ReceivedResponse) throws -> String {
        let address = try #require(page.text.firstMatch(of: /<code>(http[^<]+)<\/code>/)).1
        return String(address[try #require(address.range(of: "/invitation/")).lowerBound...])
    }

    private static func signUp(
        _ guest: Guest, _ path: String, _ name: String, _ password: String
    ) async throws
        -> Site.ReceivedResponse
    {
        let page = try await guest.get(path)
        let token = try #require(page.text.firstMatch(of: /name="invitation" value="([^"]+)"/)).1
        return try await guest.post(
            "/sign-up",
            [("name", name), ("password", password), ("passwordAgain", password), ("invitation", String(token))])
    }

    @Test("An administrator invites, and ends an invitation", arguments: StoreHome.Kind.available)
    func inviting(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind, .invitation) { site in
            let ann = try await site.member("ann", isAdmin: true)
            #expect(try await ann.get("/me").text.contains("href=\"/members\""))
            let first = try Self.link(try await ann.postOwn("/members/invitations", []))
            // It is shown once.
            #expect(try await !ann.get("/members").text.contains(first))
            #expect(try await Self.signUp(site.guest, first, "ben", AccountSite.password).status == 303)
            #expect(try await !site.account("ben").isAdmin)

            let second = try Self.link(try await ann.postOwn("/members/invitations", [("admin", "on")]))
            let page = try await ann.get("/members")
            #expect(page.text.contains("A new administrator"))
            let id = try #require(page.text.firstMatch(of: /name="invitation" value="([^"]+)"/)).1
            _ = try await ann.postOwn("/members/invitations/end", [("invitation", String(id))])
            #expect(try await site.guest.other.get(second).status == 404)
        }
    }

    @Test("An administrator changes accounts", arguments: StoreHome.Kind.available)
    func changing(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let (ann, ben) = (try await site.member("ann", isAdmin: true), try await site.member("ben"))
            let (own, id) = (try await site.account("ann").id, try await site.account("ben").id)
            func change(
                _ account: String, _ action: String, _ limit: String = ""
            ) async throws
                -> Site.ReceivedResponse
            {
                try await ann.postOwn(
                    "/members/change", [("account", account), ("action", action), ("limit", limit)])
            }
            _ = try await change(id, "promote")
            #expect(try await site.account("ben").isAdmin)
            _ = try await change(id, "demote")
            #expect(try await !site.account("ben").isAdmin)

            _ = try await change(id, "limit", "7")
            #expect(try await site.account("ben").savedLimit == 7)
            for wrong in ["-1", "x", "9999999999999999999999"] { _ = try await change(id, "limit", wrong) }
            #expect(try await site.account("ben").savedLimit == 7)
            _ = try await change(id, "limit")
            #expect(try await site.account("ben").savedLimit == nil)

            _ = try await change(id, "end")
            #expect(try await !ben.isSignedIn)
            _ = try await ben.signIn("ben")
            let link = try Self.link(try await change(id, "reset"))
            let new = "three other words here"
            #expect(try await site.guest.get(link).text.contains("value=\"ben\""))
            #expect(try await Self.signUp(site.guest, link, "ann", new).status == 303)
            // The name of the form does not matter, and the other sessions have ended.
            #expect(try await site.guest.get("/me").text.contains("Signed in as ben."))
            #expect(try await !ben.isSignedIn)
            #expect(try await site.guest.other.signIn("ben", new).status == 303)
            #expect(try await site.guest.other.get(link).status == 404)

            _ = try await site.guest.post(
                "/marks/save", [("entry", StoreHome.entry(1).line), ("back", "/saved")])
            _ = try await change(id, "remove")
            #expect(try await site.store.summaries().map(\.account.name) == ["ann"])
            #expect(try await !site.guest.isSignedIn)
            #expect(try await !site.guest.get("/saved").text.contains("Story"))

            // Administrators don't lock themselves out.
            for action in ["demote", "remove", "end"] { _ = try await change(own, action) }
            #expect(try await ann.isSignedIn)
            #expect(try await site.account("ann").isAdmin)
        }
    }

    @Test func keysAreNotShownWhole() async throws {
        try await AccountSite.visit(.sqlite, .open) {
            $0.accounts?.serviceKeys = [("NewsAPI", "…cdef"), ("TMDb", nil)]
        } _: { site in
            let page = try await site.member("ann", isAdmin: true).get("/members")
            #expect(page.text.contains("NewsAPI: a key ending in <code>…cdef</code>"))
            #expect(page.text.contains("TMDb: no key"))
        }
    }

    @Test("Accounts are made without a server, too", arguments: StoreHome.Kind.available)
    func directory(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let directory: MemberDirectory
            if let store = try await home.sharedStore() {
                directory = MemberDirectory(SharedDatabase(store: store)) { StoreHome.start }
            } else {
                directory = try MemberDirectory(try #require(home.folder)) { StoreHome.start }
            }
            try await directory.add("ann", password: AccountSite.password, isAdmin: true)
            try await directory.add("ben", password: nil, isAdmin: false)
            #expect(try await directory.members().map(\.name) == ["ann", "ben"])
            #expect(try await directory.link(for: "Ben").hasPrefix("/invitation/"))
            #expect(try await directory.invitation(isAdmin: false).hasPrefix("/invitation/"))
            for (name, password) in [("ANN", nil), ("a b", nil), ("cay", "short")] as [(String, String?)] {
                await #expect(throws: MemberDirectory.Refusal.self) {
                    try await directory.add(name, password: password, isAdmin: false)
                }
            }
            await #expect(throws: MemberDirectory.Refusal.self) { try await directory.remove("cay") }
            try await directory.remove("ben")
            #expect(try await directory.members().map(\.isAdmin) == [true])
        }
    }
}
