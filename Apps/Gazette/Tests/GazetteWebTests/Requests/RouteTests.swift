import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

/// The table of routes, and what it says about requests.
@Suite struct RouteTests {
    // swift-format-ignore: NeverForceUnwrap
    private static let site = HTTPField.Name("Sec-Fetch-Site")!

    @Test func eachRouteHasAHandlerThatKeepsItsRules() async throws {
        try await AccountSite.visit(.sqlite, .open, { $0.contentTimeout = 0 }) { site in
            // Without a provider, nobody can sign in at one.
            for route in Routes.table.all where !route.path.hasPrefix("/openid") {
                let path = "/" + route.parts.map { $0 ?? "1" }.joined(separator: "/")
                if route.method == .get {
                    let response = try await site.guest.get(path, [Self.site: "same-origin"])
                    #expect(route.view != nil || !response.text.contains("Nothing here"), "\(route.path)")
                    if route.isOwn {
                        #expect(
                            try await site.guest.get(path, [Self.site: "cross-site"]).status == 403, "\(route.path)")
                    }
                } else {
                    let own = try await site.guest.post(path, [])
                    #expect(own.status != 404 || route.isSecret, "\(route.path)")
                    let foreign = try await site.guest.post(path, [], [Self.site: "cross-site"])
                    #expect(foreign.status == (route.isOwn ? 403 : 401), "\(route.path)")
                }
            }
        }
    }

    @Test func whatNeedsAnAccountIsForAccountsAlone() async throws {
        try await AccountSite.visit { site in
            let member = try await site.member("ann")
            for route in Routes.table.all where route.access == .account || route.access == .administrators {
                func request(_ guest: Guest) async throws -> Site.ReceivedResponse {
                    route.method == .get ? try await guest.get(route.path) : try await guest.post(route.path, [])
                }
                let refused = try await request(site.guest)
                #expect(refused.status == 303, "\(route.path)")
                #expect(refused.headers[.location]?.hasPrefix("/sign-in") == true, "\(route.path)")
                if route.access == .administrators {
                    #expect(try await request(member).status == 404, "\(route.path)")
                }
            }
        }
    }

    @Test("Fields alone", arguments: ["/nope", "/news.rss", "/feeds/nope", "/news", "/healthz"])
    func theResponseToHeadHasNoBody(_ path: String) async throws {
        try await Site.withEmulator { configuration in
            let application = Application(router: try await WebServer(configuration).router())
            try await application.test(.live) { client in
                try await client.execute(uri: path, method: .head) { #expect($0.body.readableBytes == 0) }
                // A body would be read as the beginning of this response.
                try await client.execute(uri: "/healthz", method: .get) { #expect(String(buffer: $0.body) == "ok\n") }
            }
        }
    }

    @Test func noTwoRoutesAreTheSame() {
        let shapes = Routes.table.all.map { route in
            "\(route.method) \(route.parts.map { $0 ?? "{}" }.joined(separator: "/"))"
        }
        #expect(Set(shapes).count == shapes.count)
    }

    @Test(
        "Paths without a route", arguments: ["/feeds/nope", "/hn/item", "/people/sign-up/3", "/movies/nope", "/nope"])
    func aPathWithoutARouteGetsAPage(_ path: String) async throws {
        try await Site.onEmulator { get in
            let response = try await get(path, [:])
            #expect(response.status == 404)
            #expect(response.text.contains("Nothing here"))
        }
    }

    @Test("Prefetches", arguments: ["Sec-Purpose", "Purpose"])
    func whatIsOnlyPrefetchedIsNotMarkedAsRead(_ field: String) async throws {
        let name = try #require(HTTPField.Name(field))
        try await Guest.visitEmulator { guest in
            let list = "/meals?category=Beef"
            let path = try #require(try await guest.get(list).text.firstMatch(of: /\/meals\/[0-9]+/)).output
            let reads = try await guest.get(list).count(of: "/marks/unread")
            #expect(try await guest.get(String(path), [name: "prefetch;prerender"]).status == 503)
            #expect(try await guest.get(list).count(of: "/marks/unread") == reads)
            #expect(try await guest.get(String(path)).status == 200)
            #expect(try await guest.get(list).count(of: "/marks/unread") == reads + 1)
            // A list is the same for a reader who never comes.
            #expect(try await guest.get("/meals", [name: "prefetch"]).status == 200)
        }
    }

    @Test(
        "Paths in logs",
        arguments: [
            ("/live", "/live"), ("/live/abc", "/live/…"), ("/live/abc/leave", "/live/…"),
            ("/invitation/abc", "/invitation/…"), ("/hn/item/1", "/hn/item/1"), ("/x", "/x"),
        ])
    func loggedPaths(path: String, expected: String) {
        #expect(Routes.table.logged(path) == expected)
    }
}
