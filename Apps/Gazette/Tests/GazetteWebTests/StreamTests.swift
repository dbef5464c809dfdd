import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import WebTelemetry

/// The stream of changes over a socket.
@Suite(.timeLimit(.minutes(1)))
struct StreamTests {
    /// A site of people, with what a browser would do.
    private struct Visit: Sendable {
        let server: WebServer
        let client: any TestClientProtocol

        var port: Int { client.port ?? 0 }

        /// Opens a page as a browser does: where a stream of it would begin.
        func open() async throws -> StreamWriter.Position {
            let response = try await client.execute(uri: "/people", method: .get)
            let body = try #require(
                String(buffer: response.body).firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/))
            return .init(page: String(body.1), version: try #require(Int(body.2)))
        }

        func stream(_ positions: [StreamWriter.Position], reads: Bool = true) async throws -> StreamConnection {
            let query = positions.map { "page=\($0.page).\($0.version)" }.joined(separator: "&")
            return try await StreamConnection.open("/live?\(query)", port: port, reads: reads)
        }

        func type(_ text: String, _ position: StreamWriter.Position) async throws {
            #expect(try await post("/live/\(position.page)", #"{"name":"q","value":"\#(text)"}"#) == 204)
        }

        func post(_ path: String, _ body: String = "") async throws -> Int {
            try await client.execute(
                uri: path, method: .post, headers: [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"],
                body: ByteBuffer(string: body)
            ).status.code
        }

        /// Waits until so many streams are open; that they end is noticed on the threads of the server.
        func waitForStreams(_ count: Int) async throws {
            try await eventually(outside: "the threads of the server open and close streams") {
                server.hub.count == count
            }
        }
    }

    private func visit(
        name: String = "Ann", _ change: (inout WebConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Visit) async throws -> Void
    ) async throws {
        let users = (1...2).map { #"{"id":\#($0),"name":"\#(name)","username":"u\#($0)"}"# }
        let stub = StubTransport { request in
            request.head.path == "/users" ? .json("[\(users.joined(separator: ","))]") : .json("[]")
        }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        change(&configuration)
        let server = WebServer(configuration)
        try await Application(router: try await server.router()).test(.live) { client in
            try await body(Visit(server: server, client: client))
        }
    }

    @Test func aStreamSendsWhatChangesInAllItsPages() async throws {
        try await visit { visit in
            let pages = [try await visit.open(), try await visit.open(), try await visit.open()]
            let stream = try await visit.stream(pages)
            #expect(await stream.status() == 200)
            for (page, text) in zip(pages, ["u1", "u2", "none"]) {
                try await visit.type(text, page)
                let event = try #require(try await stream.event())
                #expect(event.page == page.page)
                #expect(event.link == "/people?q=\(text)")
                #expect(event.changed.contains("list"))
            }
            #expect(visit.server.hub.count == 1)
            await stream.close()
            try await visit.waitForStreams(0)
        }
    }

    @Test("A mark reaches fifty tabs of a reader", arguments: [true, false])
    func fiftyTabs(shareAStream: Bool) async throws {
        let story =
            #"{"id":7,"type":"story","title":"Seven","by":"ann","time":1773500000,"url":"https://seven.example/"}"#
        let stub = StubTransport { request in
            (request.head.path ?? "").contains("/item/") ? .json(story) : .json("[7]")
        }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.shellTimeout = .infinity
        let server = WebServer(configuration)
        try await Application(router: try await server.router()).test(.live) { client in
            let first = try await client.execute(uri: "/hn/ask", method: .get)
            let cookie = try #require(first.headers[.setCookie]?.prefix { $0 != ";" })
            var positions: [StreamWriter.Position] = []
            for _ in 0..<50 {
                let page = try await client.execute(uri: "/hn/ask", method: .get, headers: [.cookie: String(cookie)])
                let match = try #require(
                    String(buffer: page.body).firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/))
                positions.append(.init(page: String(match.1), version: try #require(Int(match.2))))
            }
            let shared = shareAStream ? [positions] : positions.map { [$0] }
            var streams: [StreamConnection] = []
            for positions in shared {
                let query = positions.map { "page=\($0.page).\($0.version)" }.joined(separator: "&")
                let stream = try await StreamConnection.open(
                    "/live?\(query)", port: client.port ?? 0, cookie: String(cookie))
                #expect(await stream.status() == 200)
                streams.append(stream)
            }
            let response = try await client.execute(
                uri: "/marks/read", method: .post,
                headers: [
                    HTTPField.Name("Sec-Fetch-Site")!: "same-origin", .cookie: String(cookie),
                    .contentType: "application/x-www-form-urlencoded",
                ], body: ByteBuffer(string: "entry=hn%3A7"))
            #expect(response.status == .noContent)
            var reached: Set<String> = []
            for stream in streams {
                for _ in 0..<(50 / streams.count) {
                    // A page whose view models are made with its first stream changes its status, too.
                    var event = try #require(try await stream.event())
                    while !event.changed.contains("list") { event = try #require(try await stream.event()) }
                    reached.insert(event.page ?? "")
                }
            }
            #expect(reached == Set(positions.map(\.page)))
            for stream in streams { await stream.close() }
        }
    }

    @Test func proxiesAreToldNotToCollectTheEvents() async throws {
        try await visit { visit in
            let stream = try await visit.stream([try await visit.open()])
            #expect(await stream.line { $0.lowercased() == "x-accel-buffering: no" })
            await stream.close()
            try await visit.waitForStreams(0)
        }
    }

    @Test func whatWasMissedComesWithTheNextStreamAndNothingTwice() async throws {
        try await visit { visit in
            var position = try await visit.open()
            let first = try await visit.stream([position])
            try await visit.type("u1", position)
            let seen = try #require(try await first.event())
            await first.close()
            try await visit.waitForStreams(0)

            try await visit.type("u2", position)
            position = .init(page: position.page, version: try #require(seen.version))
            let second = try await visit.stream([position])
            let missed = try #require(try await second.event())
            #expect(missed.link == "/people?q=u2")
            await second.close()

            // Nothing was missed now: the next that comes is what changes next.
            let third = try await visit.stream([.init(page: position.page, version: try #require(missed.version))])
            #expect(await third.status() == 200)
            try await visit.type("none", position)
            #expect(try await third.event()?.link == "/people?q=none")
            await third.close()
        }
    }

    @Test func aPageThatIsKeptNoMoreIsReportedAsGone() async throws {
        try await visit { visit in
            let page = try await visit.open()
            let stream = try await visit.stream([.init(page: "unknown", version: 3), page])
            #expect(try await stream.event() == .init(name: "gone", page: "unknown"))
            try await visit.type("u1", page)
            #expect(try await stream.event()?.page == page.page)
            #expect(try await visit.post("/live/\(page.page)/leave") == 204)
            #expect(try await stream.event() == .init(name: "gone", page: page.page))
            #expect(visit.server.registry.count == 0)
            #expect(try await visit.post("/live/\(page.page)", #"{"name":"q","value":""}"#) == 404)
        }
    }

    @Test func aPageIsKeptWhileItsStreamIsOpen() async throws {
        try await visit { visit in
            let page = try await visit.open()
            let stream = try await visit.stream([page])
            try await visit.type("u1", page)
            #expect(try await stream.event() != nil)
            for _ in 0..<100 { visit.server.registry.tick() }
            #expect(visit.server.registry.count == 1)
            await stream.close()
            try await visit.waitForStreams(0)
            for _ in 0..<20 { visit.server.registry.tick() }
            #expect(visit.server.registry.count == 0)
        }
    }

    @Test func aReaderWhoLeavesAtOnceIsNoticed() async throws {
        try await visit { visit in
            let page = try await visit.open()
            for _ in 0..<50 {
                let stream = try await visit.stream([page])
                try await visit.waitForStreams(1)
                await stream.close()
                try await visit.waitForStreams(0)
            }
        }
    }

    @Test func streamsBeyondTheLimitsAreRefused() async throws {
        try await visit {
            $0.streamLimitPerAddress = 1
        } _: { visit in
            let page = try await visit.open()
            let stream = try await visit.stream([page])
            #expect(await stream.status() == 200)
            try await visit.waitForStreams(1)
            let refused429 = try await visit.stream([page])
            #expect(await refused429.status() == 429)
            await stream.close()
            try await visit.waitForStreams(0)
            let refused200 = try await visit.stream([page])
            #expect(await refused200.status() == 200)
        }
        try await visit {
            $0.streamLimit = 1
        } _: { visit in
            let page = try await visit.open()
            let stream = try await visit.stream([page])
            #expect(await stream.status() == 200)
            try await visit.waitForStreams(1)
            let refused503 = try await visit.stream([page])
            #expect(await refused503.status() == 503)
        }
    }

    @Test(
        "Streams that are refused",
        arguments: ["/live", "/live?page=", "/live?page=x", "/live?page=x.y"])
    func refused(path: String) async throws {
        try await visit { visit in
            let refused = try await StreamConnection.open(path, port: visit.port)
            #expect(await refused.status() == 400)
        }
    }

    @Test func aReaderWhoTakesNothingFillsNoMemoryAndIsCutOff() async throws {
        // Each change is of a size that soon fills what the system holds for a connection.
        let telemetry = WebTelemetry(tracer: nil)
        try await visit(name: String(repeating: "Ann ", count: 50_000)) {
            $0.telemetry = telemetry
        } _: { visit in
            let page = try await visit.open()
            let stream = try await visit.stream([page], reads: false)
            try await visit.waitForStreams(1)
            var round = 0
            while visit.server.hub.count > 0 {
                try await visit.type(round.isMultiple(of: 2) ? "none" : "ann", page)
                visit.server.hub.tick()
                round += 1
            }
            #expect(telemetry.prometheus.text.contains("gazette_cut_off_total 1\n"))
            await stream.close()
        }
    }

    @Test func leavingAPageCancelsItsRequests() async throws {
        let (asked, cancelled) = (Gate(), Gate())
        let stub = StubTransport { _ in
            await asked.wait()
            if Task.isCancelled { cancelled.open() }
            return .json("[]")
        }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.contentTimeout = 0
        let server = WebServer(configuration)
        try await Application(router: try await server.router()).test(.live) { client in
            let visit = Visit(server: server, client: client)
            let page = try await visit.open()
            try await asked.waitUntilWaiting()
            #expect(try await visit.post("/live/\(page.page)/leave") == 204)
            await cancelled.wait()
        }
    }
}
