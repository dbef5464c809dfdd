import Foundation
import Freshet
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Two servers on one database, as a browser sees them through a balancer.
@Suite(.enabled(if: TestDatabase.isAvailable), .timeLimit(.minutes(1)))
struct SeveralServersTests {
    private typealias Client = any TestClientProtocol

    /// Runs a body with two servers on the emulator.
    private static func visit(
        _ body: @escaping @Sendable (_ one: Client, _ two: Client) async throws -> Void
    ) async throws {
        try await TestDatabase.with { database in
            try await Site.withEmulator { configuration in
                func application() async throws -> some ApplicationProtocol {
                    var configuration = configuration
                    configuration.shellTimeout = .infinity
                    configuration.database = SharedDatabase(
                        store: try await ReaderStore.open(database.address, connections: .hasty, now: Date()))
                    return Application(router: try await WebServer(configuration).router())
                }
                let (one, two) = (try await application(), try await application())
                try await one.test(.live) { first in
                    try await two.test(.live) { second in try await body(first, second) }
                }
            }
        }
    }

    private static func get(
        _ path: String, _ client: Client, _ cookie: String? = nil
    ) async throws -> Site.ReceivedResponse {
        var headers = HTTPFields()
        headers[.cookie] = cookie
        return try await client.execute(uri: path, method: .get, headers: headers) { response in
            Site.ReceivedResponse(
                status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }

    /// Posts a form and returns the status of the response.
    private static func post(
        _ form: String, to path: String, _ client: Client, _ cookie: String
    ) async throws -> HTTPResponse.Status {
        let headers: HTTPFields = [
            // swift-format-ignore: NeverForceUnwrap
            HTTPField.Name("Sec-Fetch-Site")!: "same-origin", .cookie: cookie,
            .contentType: "application/x-www-form-urlencoded",
        ]
        return try await client.execute(
            uri: path, method: .post, headers: headers, body: ByteBuffer(string: form)
        ) { $0.status }
    }

    @Test func aMarkMadeAtOneServerAppearsInTheLivePageOfTheOther() async throws {
        try await Self.visit { one, two in
            let first = try await Self.get("/movies", one)
            let cookie = String(try #require(first.headers[.setCookie]?.prefix { $0 != ";" }))
            // The other server knows the visitor.
            let page = try await Self.get("/movies", two, cookie)
            #expect(page.headers[.setCookie] == nil)
            let match = try #require(page.text.firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/))
            let stream = try await StreamConnection.open(
                "/live?page=\(match.1).\(match.2)", port: two.port ?? 0, cookie: cookie)
            #expect(await stream.status() == 200)

            let button = try #require(first.buttons("save").first)
            let value = button.entry.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            #expect(try await Self.post("entry=\(value)&back=/movies", to: button.action, one, cookie) == .seeOther)
            let event = try #require(try await stream.event())
            #expect(event.page == String(match.1))
            #expect(!event.changed.isEmpty)
            let shelf = try await Self.get("/saved", two, cookie)
            #expect(shelf.text.contains("1 saved"))
            await stream.close()
        }
    }

    @Test func whoSignsInToTMDbAtOneServerIsSignedInAtTheOther() async throws {
        try await Self.visit { one, two in
            let first = try await Self.get("/account", one)
            let cookie = String(try #require(first.headers[.setCookie]?.prefix { $0 != ";" }))
            #expect(try await Self.post("name=ann&password=hush", to: "/account/sign-in", one, cookie) == .seeOther)
            for server in [one, two] {
                #expect(try await Self.get("/account", server, cookie).text.contains("Signed in as ann."))
            }
            #expect(try await !Self.get("/account", two).text.contains("Signed in as"))
            #expect(
                try await Self.post("movie=10007&rating=8.5", to: "/account/rate", two, cookie) == .seeOther)
            #expect(try await Self.get("/account", one, cookie).text.contains("href=\"/account/movie/10007\""))
            // As another account at the other server, without a sign-out.
            #expect(try await Self.post("name=bob&password=hush", to: "/account/sign-in", two, cookie) == .seeOther)
            #expect(try await Self.get("/account", one, cookie).text.contains("Signed in as bob."))
            #expect(try await Self.post("", to: "/account/sign-out", two, cookie) == .seeOther)
            for server in [one, two] {
                #expect(try await !Self.get("/account", server, cookie).text.contains("Signed in as"))
            }
        }
    }

    @Test func aPictureThatOneServerLinksIsServedByTheOther() async throws {
        try await Self.visit { one, two in
            let page = try await Self.get("/movies", one)
            let path = String(try #require(page.text.firstMatch(of: /src="(\/picture\/[^"]+)"/)).1)
            #expect(try await Self.get(path, two).status == 200)
            let forged = path.replacing("/picture/", with: "/picture/A")
            #expect(try await Self.get(forged, two).status == 404)
        }
    }
}
