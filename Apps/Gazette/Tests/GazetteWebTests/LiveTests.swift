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
import Testing

@testable import GazetteWeb

/// Pages that stay: what is typed and pressed changes them, and what changes is told.
@Suite(.timeLimit(.minutes(1)))
struct LiveTests {
    /// A page of people on a stub, which has loaded.
    private func page() async throws -> LivePage {
        let stub = StubTransport { request in
            request.head.path == "/users"
                ? .json(#"[{"id":1,"name":"Ann Lee","username":"ann"},{"id":2,"name":"Bo Ray","username":"bo"}]"#)
                : .json("[]")
        }
        let page = LivePage(id: "page", renderer: try await Renderer(assets: try Assets()))
        let clients = Site.clients(stub)
        await page.open {
            PeoplePage(
                PageAddress(path: ["people"], query: []),
                .init(clients: clients, pictures: .init(), looks: Looks(), scheduler: $0))
        }
        await page.settle(within: 60)
        return page
    }

    @Test func onlyWhatDiffersIsTold() async throws {
        let page = try await page()
        var sent = LivePage.Sent()
        let first = try #require(await page.changes(since: &sent))
        #expect(first.compactMap(\.id) == ["status", "list"])
        #expect(first.last?.title == "People")
        let again = await page.changes(since: &sent)
        #expect(again.map { $0.map { "\($0)" } } == [])
        #expect(await page.handle(PageInput(name: "q", value: "ann")))
        let changes = try #require(await page.changes(since: &sent))
        #expect(changes.first { $0.id == "list" }?.html?.contains("bo") == false)
        #expect(changes.last?.link == "/people?q=ann")
    }

    @Test func everyChangeSignalsAndANewReaderReplacesTheOld() async throws {
        let page = try await page()
        var old = await page.signals().makeAsyncIterator()
        #expect(await old.next() != nil)
        var new = await page.signals().makeAsyncIterator()
        #expect(await old.next() == nil)
        #expect(await new.next() != nil)
        _ = await page.handle(PageInput(name: "q", value: "b"))
        #expect(await new.next() != nil)
        await page.close()
        #expect(await new.next() == nil)
        var sent = LivePage.Sent()
        #expect(await page.changes(since: &sent) == nil)
    }

    @Test func inputsThatTheViewDoesNotKnowAreRefused() async throws {
        let page = try await page()
        #expect(await page.handle(PageInput(name: "nonsense", value: "")) == false)
    }

    @Test func aPageThatNobodyReadsIsClosed() async throws {
        let timers = Timers()
        let registry = PageRegistry(limit: 5, grace: 20, later: timers.later)
        let page = try await page()
        registry.keep(page)
        #expect(registry.page(page.id) === page)
        timers.fire()
        #expect(registry.page(page.id) == nil)
        #expect(registry.count == 0)
    }

    @Test func aPageIsKeptWhileSomebodyReadsItAndForAWhileAfter() async throws {
        let timers = Timers()
        let registry = PageRegistry(limit: 1, grace: 20, later: timers.later)
        let page = try await page()
        registry.keep(page)
        #expect(!registry.hasRoom)
        #expect(registry.enter(page.id) === page)
        timers.fire()
        #expect(registry.page(page.id) != nil)
        registry.leave(page.id)
        // They come back in time: the timer of their going is late.
        #expect(registry.enter(page.id) === page)
        timers.fire()
        #expect(registry.page(page.id) != nil)
        registry.leave(page.id)
        timers.fire()
        #expect(registry.page(page.id) == nil)
        #expect(registry.hasRoom)
    }

    /// Timers that a test lets run out by hand.
    private final class Timers: Sendable {
        private let actions = NIOLockedValueBox<[@Sendable () -> Void]>([])

        var later: PageRegistry.Timer {
            { [actions] _, action in actions.withLockedValue { $0.append(action) } }
        }

        func fire() {
            let due = actions.withLockedValue { actions in
                defer { actions = [] }
                return actions
            }
            for action in due { action() }
        }
    }

    @Test(
        "Who may send inputs",
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
            let answer = try await client.execute(
                uri: "/live/none", method: .post, headers: headers,
                body: ByteBuffer(string: #"{"name":"q","value":"x"}"#))
            #expect(answer.status.code == status)
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
