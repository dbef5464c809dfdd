import Foundation
import Freshet
import FreshetTesting
import NIOConcurrencyHelpers
import Testing

@testable import GazetteWeb
@testable import LivePages

/// Pages that are sent while their parts come.
@Suite(.timeLimit(.minutes(1)))
struct DocumentStreamTests {
    private typealias Part = DocumentStream.Part

    private func item(_ number: Int) -> String { "<article>\(number)</article>\n" }

    @Test func partsThatAreThereAreWrittenInTheirOrder() {
        var stream = DocumentStream()
        let parts = [Part(id: "a", html: "1", isFixed: true), Part(id: "b", html: "2")]
        #expect(
            stream.text(for: parts, isFinal: false) == """
                <div class="region" id="a" data-fixed>1</div>
                <div class="region" id="b">2</div>

                """)
        #expect(stream.text(for: parts, isFinal: true).isEmpty)
        #expect(stream.written == ["a", "b"])
    }

    @Test func aPartThatIsUnderWayStopsThoseAfterItAndShowsItsShapeOnce() {
        var stream = DocumentStream()
        let waiting = [Part(id: "a", html: "bones", isPending: true), Part(id: "b", html: "2")]
        #expect(stream.text(for: waiting, isFinal: false) == "<div class=\"waiting\">bones</div>\n")
        #expect(stream.text(for: waiting, isFinal: false).isEmpty)
        let there = [Part(id: "a", html: "1"), Part(id: "b", html: "2")]
        #expect(stream.text(for: there, isFinal: false).hasPrefix("<div class=\"region\" id=\"a\">1</div>"))
        #expect(stream.written == ["a", "b"])
    }

    @Test func allPartsThatAreUnderWayShowTheirShapes() {
        var stream = DocumentStream()
        let waiting = ["a", "b"].map { Part(id: $0, html: "bones of \($0)", isPending: true) }
        #expect(
            stream.text(for: waiting, isFinal: false) == """
                <div class="waiting"><div class="region" data-place="a">bones of a</div>
                <div class="region" data-place="b">bones of b</div></div>

                """)
        #expect(stream.text(for: waiting, isFinal: false).isEmpty)
        let one = [Part(id: "a", html: "1"), waiting[1]]
        #expect(stream.text(for: one, isFinal: false).hasSuffix("1</div>\n<div class=\"waiting\">bones of b</div>\n"))
    }

    @Test func aGrowingListIsWrittenItemByItem() {
        var stream = DocumentStream()
        func list(_ count: Int, isPending: Bool) -> [Part] {
            [
                Part(
                    id: "list", html: "<ol>" + (0..<count).map(item).joined() + "</ol>", isPending: isPending,
                    grows: true)
            ]
        }
        #expect(
            stream.text(for: list(1, isPending: true), isFinal: false) == "<div class=\"region\" id=\"list\"><ol>"
                + item(0))
        #expect(stream.text(for: list(1, isPending: true), isFinal: false).isEmpty)
        #expect(stream.text(for: list(3, isPending: true), isFinal: false) == item(1) + item(2))
        #expect(stream.text(for: list(4, isPending: false), isFinal: false) == item(3) + "</ol></div>\n")
        #expect(stream.written == ["list"])
    }

    @Test func whatWasWrittenAndHasChangedIsLeftToAScript() {
        var stream = DocumentStream()
        let first = Part(id: "list", html: "<ol>" + item(0) + "</ol>", isPending: true, grows: true)
        _ = stream.text(for: [first], isFinal: false)
        let other = Part(id: "list", html: "<ol>" + item(7) + "</ol>")
        let text = stream.text(for: [other], isFinal: true)
        #expect(text == "</div></div>\n<div class=\"region late whole\">\(other.html)</div>\n")
        #expect(!stream.written.contains("list"))
    }

    @Test func whatCanNotBeWrittenYetHasAWordInItsPlace() {
        var stream = DocumentStream()
        let comments = Part(id: "comments", html: item(1), isPending: true)
        #expect(stream.place(in: [comments]) == "<div class=\"waiting\"><p class=\"loading\">Loading…</p></div>\n")
        #expect(stream.text(for: [comments], isFinal: false).isEmpty)
    }

    @Test func whatIsSaidAboutTheLoadingComesAtTheEnd() {
        var stream = DocumentStream()
        let list = Part(id: "list", html: "1")
        let loading = Part(id: "status", html: "Loading…", isPending: true, isStatus: true)
        let text = stream.text(for: [loading, list], isFinal: false)
        #expect(text == "<div class=\"region\" id=\"status\"></div>\n<div class=\"region\" id=\"list\">1</div>\n")
        let done = Part(id: "status", html: "3 of 3", isStatus: true)
        #expect(
            stream.text(for: [done, list], isFinal: true)
                == "<div class=\"region late\">3 of 3</div>\n")
        #expect(!stream.written.contains("status"))
    }

    @Test func thePiecesOfAPackedTextCanBeReadAsTheyCome() throws {
        let pack = GzipStream()
        let bytes = pack.packed("one ", isLast: false) + pack.packed("two", isLast: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        #expect(output.fileHandleForReading.readDataToEndOfFile() == Data("one two".utf8))
    }

    @Test(
        "A list that is known and being refreshed is sent once, as it then is", arguments: ["/news", "/hn"])
    func refreshedList(path: String) async throws {
        let state = NIOLockedValueBox<(title: String, gate: Gate?)>(("Early", nil))
        let stub = StubTransport { request in
            let (title, gate) = state.withLockedValue { $0 }
            await gate?.wait()
            let target = request.head.path ?? ""
            if target.contains("stories") { return .json("[7]") }
            if target.contains("/item/") { return .json(#"{"id":7,"type":"story","title":"\#(title)"}"#) }
            return .json(#"{"status":"ok","totalResults":1,"articles":[{"source":{},"title":"\#(title)"}]}"#)
        }
        let clock = ManualClock()
        var configuration = WebConfiguration(clients: Site.clients(stub, time: clock.time))
        configuration.port = 0
        configuration.shellTimeout = 0
        // The view of the first page may be taken after the clock is moved.
        configuration.editionLifetime = .zero
        let server = WebServer(configuration)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { try await server.run { port, _ in continuation.yield(port) } }
        for await port in ports {
            let first = try await StreamConnection.open(path, port: port)
            #expect(await first.line { $0.contains("Early") })
            #expect(await first.line { $0.contains("</html>") })
            await first.close()

            clock.advance(by: .seconds(60))
            let gate = Gate()
            state.withLockedValue { $0 = ("Late", gate) }
            let second = try await StreamConnection.open(path, port: port)
            var text = ""
            #expect(
                await second.line { line in
                    text += line
                    return line.contains("class=\"waiting\"")
                })
            gate.open()
            #expect(
                await second.line { line in
                    text += line
                    return line.contains("</html>")
                })
            #expect(!text.contains("Early") && text.components(separatedBy: "<article").count == 2)
            await second.close()
            break
        }
        task.cancel()
        _ = await task.result
    }

    /// The lines of a page that is sent while its services are held back.
    @Test("The beginning of a page does not wait for services", arguments: ["/people", "/", "/hn"])
    func shell(path: String) async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json("[]")
        }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.port = 0
        let server = WebServer(configuration)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { try await server.run { port, _ in continuation.yield(port) } }
        for await port in ports {
            let connection = try await StreamConnection.open(path, port: port)
            #expect(await connection.status() == 200)
            // This would wait for ever if the page waited for the gate.
            #expect(await connection.line { $0.contains("<main id=\"main\">") })
            #expect(await connection.line { $0.contains("class=\"waiting\"") })
            gate.open()
            #expect(await connection.line { $0.contains("id=\"version\"") })
            #expect(await connection.line { $0.contains("</html>") })
            await connection.close()
            break
        }
        task.cancel()
        _ = await task.result
    }
}
