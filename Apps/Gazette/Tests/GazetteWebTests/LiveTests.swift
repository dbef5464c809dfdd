import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import ReaderModels
import TMDb
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

/// Live pages: input changes them, and changes are sent to their readers.
@Suite(.timeLimit(.minutes(1)))
struct LiveTests {
    /// A page of people on a stub, which has loaded.
    private func page() async throws -> LivePage {
        let stub = StubTransport { request in
            request.head.path == "/users"
                ? .json(#"[{"id":1,"name":"Ann Lee","username":"ann"},{"id":2,"name":"Bo Ray","username":"bo"}]"#)
                : .json("[]")
        }
        let page = LivePage(id: "page", renderer: try Renderer(assets: try Assets.bundled()))
        let clients = Site.clients(stub)
        await page.open {
            PeoplePage(
                PageAddress(path: ["people"], query: []),
                .init(clients: clients, pictures: .init(), looks: Looks(), scheduler: $0))
        }
        await page.settle(within: 60)
        return page
    }

    @Test func onlyWhatDiffersIsReported() async throws {
        let page = try await page()
        let first = try #require(await page.news(since: 0))
        #expect(first.changes.compactMap(\.id) == ["status", "list"])
        #expect(first.changes.map(\.after) == [nil, "status", nil])
        #expect(first.changes.last?.title == "People")
        let again = try #require(await page.news(since: first.version))
        #expect(again.changes.isEmpty)
        #expect(again.version == first.version)
        #expect(await page.handle(PageInput(name: "q", value: "ann")))
        let news = try #require(await page.news(since: first.version))
        #expect(news.changes.first { $0.id == "list" }?.html?.contains("bo") == false)
        #expect(news.changes.last?.link == "/people?q=ann")
        // A reader that has missed it gets it, too.
        let late = try #require(await page.news(since: first.version))
        #expect(late.changes.compactMap(\.id) == news.changes.compactMap(\.id))
        #expect(late.version == news.version)
    }

    @Test func theAddressHasOnlyWhatItsReaderChose() async throws {
        let stub = StubTransport { _ in .json(#"{"status":"ok","sources":[]}"#) }
        let page = LivePage(id: "page", renderer: try Renderer(assets: try Assets.bundled()))
        await page.open {
            SourcesPage(
                PageAddress(path: ["sources"], query: []),
                .init(clients: Site.clients(stub), pictures: .init(), looks: Looks(), scheduler: $0))
        }
        await page.settle(within: 60)
        #expect(try #require(await page.news(since: 0)).changes.last?.link == "/sources")
    }

    @Test func theDocumentIsTheFirstThatIsSeen() async throws {
        let page = try await page()
        let made = try #require(await page.document(DocumentFrame(looks: Looks(), serviceNote: nil)))
        let document = String(buffer: made.sheet.html("page"))
        let pieces = document.components(separatedBy: "data-version=\"")
        let version = try #require(pieces.last.flatMap { Int($0.prefix { $0 != "\"" }) })
        let news = try #require(await page.news(since: version))
        #expect(news.changes.isEmpty)
    }

    @Test func everyChangeIsTheListenersAndANewOneReplacesTheOld() async throws {
        let page = try await page()
        let (old, new) = (LiveStream(id: 1), LiveStream(id: 2))
        await page.listen(old.id) { old.note("page") }
        await page.listen(new.id) { new.note("page") }
        await page.stopListening(old.id)
        _ = await page.handle(PageInput(name: "q", value: "b"))
        #expect(await new.next()?.pages == ["page"])
        await page.close()
        #expect(await new.next()?.pages == ["page"])
        #expect(await page.news(since: 0) == nil)
        old.finish()
        #expect(await old.next() == nil)
    }

    @Test func aLinkThatIsPressedTwiceBringsOnePage() async throws {
        let stub = StubTransport { request in
            let path = request.head.path ?? ""
            let number = path.contains("page=2") ? 2 : path.contains("page=3") ? 3 : 1
            let films = [number * 2 - 1, number * 2].map { #"{"id":\#($0),"title":"Film \#($0)"}"# }
            return .json(
                #"{"page":\#(number),"results":[\#(films.joined(separator: ","))],"total_pages":9,"total_results":18}"#)
        }
        let page = LivePage(id: "page", renderer: try Renderer(assets: try Assets.bundled()))
        await page.open {
            MoviesPage(
                .popular, PageAddress(path: ["movies", "popular"], query: []),
                .init(clients: Site.clients(stub), pictures: .init(), looks: Looks(), scheduler: $0))
        }
        await page.settle(within: 60)
        for _ in 1...2 {
            #expect(await page.handle(PageInput(name: "more", value: "2")))
            await page.settle(within: 60)
        }
        #expect(try #require(await page.news(since: 0)).changes.last?.link == "/movies/popular?pages=2")
        #expect(await page.handle(PageInput(name: "more", value: "3")))
        #expect(try #require(await page.news(since: 0)).changes.last?.link == "/movies/popular?pages=3")
    }

    @Test func inputsThatTheViewDoesNotKnowAreRefused() async throws {
        let page = try await page()
        #expect(await page.handle(PageInput(name: "nonsense", value: "")) == false)
    }

    @Test(
        "Which requests may send inputs",
        arguments: [
            (["Sec-Fetch-Site": "same-origin"], 404), (["Sec-Fetch-Site": "cross-site"], 403),
            (["Sec-Fetch-Site": "same-site"], 403), (["Origin": "http://evil.example"], 403), ([:], 403),
        ] as [([String: String], Int)])
    func origins(fields: [String: String], status: Int) async throws {
        let stub = StubTransport { _ in .json("{}") }
        let application = Application(
            router: try await WebServer(WebConfiguration(clients: Site.clients(stub))).router())
        var headers = HTTPFields()
        for (name, value) in fields { headers[HTTPField.Name(name)!] = value }
        try await application.test(.live) { [headers] client in
            let response = try await client.execute(
                uri: "/live/none", method: .post, headers: headers,
                body: ByteBuffer(string: #"{"name":"q","value":"x"}"#))
            #expect(response.status.code == status)
        }
    }

    @Test func anInputThatIsTooLongIsRefused() async throws {
        let stub = StubTransport { _ in .json("[]") }
        let server = WebServer(WebConfiguration(clients: Site.clients(stub)))
        let page = try await page()
        #expect(server.registry.add(page))
        let application = Application(router: try await server.router())
        try await application.test(.live) { client in
            let text = #"{"name":"q","value":"\#(String(repeating: "x", count: 5000))"}"#
            let response = try await client.execute(
                uri: "/live/page", method: .post, headers: [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"],
                body: ByteBuffer(string: text))
            #expect(response.status.code == 400)
        }
    }

    @Test(
        "Names that lead here",
        arguments: [
            ("127.0.0.1:8080", true), ("localhost", true), ("LOCALHOST:1", true), ("[::1]:8080", true),
            ("rebound.example:8080", false), ("127.0.0.1.rebound.example", false), ("", false), ("[", false),
        ])
    func hosts(authority: String, isAccepted: Bool) {
        #expect(HostCheck(names: ["127.0.0.1", "localhost", "[::1]"]).accepts(authority) == isAccepted)
        #expect(HostCheck(names: nil).accepts(authority))
    }
}
