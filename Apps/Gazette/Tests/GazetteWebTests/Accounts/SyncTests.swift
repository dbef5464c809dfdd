import Foundation
import HTTPTypes
import Hummingbird
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// The interface by which terminals use an account.
@Suite(.timeLimit(.minutes(2)))
struct SyncTests {
    /// A terminal with a token of an account.
    private struct Terminal {
        let guest: Guest
        let token: String

        /// Makes a token on the page of the account.
        static func of(_ member: Guest) async throws -> Terminal {
            let page = try await member.postOwn("/me/tokens", [("title", "desk")])
            let token = try #require(page.text.firstMatch(of: /<p><code>([^<]+)<\/code><\/p>/)).1
            return Terminal(guest: member.other, token: String(token))
        }

        private var headers: HTTPFields { [.authorization: "Bearer \(token)"] }

        func marks() async throws -> SharedMarks {
            let response = try await guest.get("/sync/marks", headers)
            #expect(response.status == 200)
            return try JSONDecoder().decode(SharedMarks.self, from: Data(response.text.utf8))
        }

        func change(_ json: String) async throws -> Int {
            try await guest.postBody("/sync/marks", json, headers).status
        }

        func status(_ path: String) async throws -> Int { try await guest.postBody(path, "{}", headers).status }
    }

    @Test("A terminal reads and changes what the account has", arguments: StoreHome.Kind.available)
    func sharing(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind, .invitation) { site in
            let ann = try await site.member("ann")
            let terminal = try await Terminal.of(ann)
            _ = try await ann.post("/marks/save", [("entry", StoreHome.entry(1).line), ("back", "/saved")])
            _ = try await ann.post("/marks/read", [("entry", "hn:1 hn:2"), ("back", "/hn")])
            let first = try await terminal.marks()
            #expect(first.name == "ann" && first.read == ["hn:1", "hn:2"] && first.saved.map(\.key) == ["hn:1"])
            #expect(first.saved.first?.url == "https://example.com/1" && first.settings.isEmpty)

            let change = """
                {"read":["hn:3"],"unread":["hn:1"],"remove":["hn:1"],"settings":{"theme":"dark","front":"movies.meal"},
                "save":[{"key":"movies:7","title":"A movie","path":"/movies/7"}]}
                """
            #expect(try await terminal.change(change) == 200)
            let second = try await terminal.marks()
            #expect(second.read == ["hn:2", "hn:3"] && second.saved.map(\.key) == ["movies:7"])
            #expect(second.settings == ["theme": "dark", "front": "movies.meal"])
            let page = try await ann.get("/saved")
            #expect(page.text.contains("A movie") && page.text.contains("data-theme=\"dark\""))
            #expect(!page.text.contains("Story 1"))
            // The same change a second time makes no difference.
            #expect(try await terminal.change(change) == 200)
            #expect(try await terminal.marks().saved == second.saved)
        }
    }

    @Test(
        "Changes that are none",
        arguments: [
            "", "[]", #"{"read":[1]}"#, #"{"read":["people:1"]}"#, #"{"read":["hn:1 hn:2"]}"#,
            #"{"save":[{"key":"hn:1","title":"x","path":"//evil.example"}]}"#,
            #"{"save":[{"key":"' OR 1=1","title":"x","path":"/hn"}]}"#, #"{"settings":{"visitor":"x"}}"#,
            #"{"settings":{"theme":"dark; visitor=x"}}"#, #"{"settings":{"session":"x"}}"#,
            #"{"settings":{"theme":"a\r\nb"}}"#,
        ])
    func invalid(json: String) async throws {
        try await AccountSite.visit { site in
            let terminal = try await Terminal.of(try await site.member("ann"))
            #expect(try await terminal.change(json) == 400)
            #expect(try await terminal.marks().settings.isEmpty)
        }
    }

    @Test func textsOfATerminalAreCleaned() async throws {
        try await AccountSite.visit { site in
            let ann = try await site.member("ann")
            let terminal = try await Terminal.of(ann)
            let json = #"""
                {"save":[{"key":"hn:1","title":"<script>\t\u0000x","path":"/hn/item/1","url":"javascript:alert(1)"}]}
                """#
            #expect(try await terminal.change(json) == 200)
            let page = try await ann.get("/saved")
            #expect(page.text.contains("&lt;script&gt;x") && !page.text.contains("javascript:"))
        }
    }

    @Test("A token ends by its owner, by its terminal and with its account", arguments: StoreHome.Kind.available)
    func ends(kind: StoreHome.Kind) async throws {
        try await AccountSite.visit(kind) { site in
            let ann = try await site.member("ann")
            let (one, two, three) = (
                try await Terminal.of(ann), try await Terminal.of(ann), try await Terminal.of(ann)
            )
            #expect(try await one.status("/sync/sign-out") == 204)
            #expect(try await one.change("{}") == 401)
            #expect(try await two.change("{}") == 200)
            let page = try await ann.get("/me")
            #expect(page.count(of: "End the token desk") == 2)
            let all = try await site.store.sessions(of: site.account("ann").visitor, now: site.now)
            let id = try #require(all.first { $0.kind == .terminal }).id
            _ = try await ann.postOwn("/me/sessions/end", [("session", id)])
            let statuses = [try await two.change("{}"), try await three.change("{}")]
            #expect(statuses.sorted() == [200, 401])
            try await site.store.remove(site.account("ann").visitor)
            #expect(try await [two.change("{}"), three.change("{}")] == [401, 401])
        }
    }

    @Test func onlyATokenOpensTheInterface() async throws {
        try await AccountSite.visit(.sqlite, .open) { site in
            let ann = try await site.member("ann")
            // Neither a session of a browser, as a cookie or a token, nor anything else.
            #expect(try await ann.get("/sync/marks").status == 401)
            let cookie = try #require(ann.cookie("session"))
            for field in ["Bearer \(cookie)", "Bearer", "Bearer \(SecretToken().text)", "Basic YTpi", "Bearer a b"] {
                let response = try await site.guest.get("/sync/marks", [.authorization: field])
                #expect(response.status == 401 && response.headers[.wwwAuthenticate] == "Bearer", "\(field)")
            }
        }
    }

    @Test("A long id has one key everywhere")
    func keys() {
        let address = "https://news.example/a/long/address"
        #expect(SharedMarks.key("news", address) == Entry.Key(.news, address).description)
        #expect(SharedMarks.key("hn", "1") == "hn:1")
        #expect(SharedMarks.key("people", "1") == nil && SharedMarks.key("x", "1") == nil)
    }
}
