import Foundation
import Freshet
import FreshetTesting
import Testing

/// The web app when it is stopped while it is busy.
@Suite(.timeLimit(.minutes(2)))
struct ShutdownTests {
    @Test func whatRunsIsCompletedAndStreamsEnd() async throws {
        let gate = Gate()
        // Some responses of the service come after the web app was stopped, some never.
        let service = try await LoopbackServer.start { request in
            if request.target.contains("never") { return .silence }
            await gate.wait()
            return .json(#"{"status":"ok","totalResults":0,"articles":[]}"#)
        }
        let command = RunningCommand(
            ["serve", "--port", "0"], environment: ["NEWSAPI_KEY": "any", "NEWSAPI_BASE_URL": service.baseURL])
        try command.start()
        let line = await command.firstLine()
        let port = try #require(line.firstMatch(of: /127\.0\.0\.1:([0-9]+)\//).flatMap { Int($0.1) })

        let page = try await RawExchange.send("/people", port: port)
        try await page.begun()
        var streams: [RawExchange] = []
        for number in 0..<100 {
            streams.append(try await RawExchange.send("/live?page=any.0&page=other-\(number).0", port: port))
        }
        for stream in streams { try await stream.begun() }
        var responses: [RawExchange] = []
        // As many as go to one host at once.
        for number in 0..<8 {
            let words = number.isMultiple(of: 4) ? "never" : "soon"
            responses.append(try await RawExchange.send("/news?q=\(words)\(number)", port: port))
        }
        try await service.wait { $0.openExchanges == 8 }

        command.terminate()
        gate.open()
        for response in responses {
            let text = try await response.text()
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.contains("</html>"))
            if let length = text.firstMatch(of: /Content-Length: ([0-9]+)/) {
                let parts = text.components(separatedBy: "\r\n\r\n")
                #expect(parts.count == 2 && parts[1].utf8.count == Int(length.1))
            } else {
                // A page that is sent while it is made ends with the empty chunk.
                #expect(text.hasSuffix("\r\n0\r\n\r\n"))
            }
        }
        for stream in streams {
            let text = try await stream.text()
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            // The last chunk is the empty one: the stream has ended, it was not torn off.
            #expect(text.hasSuffix("\r\n0\r\n\r\n"))
        }
        #expect(try await page.text().contains("</html>"))
        let outcome = await command.outcome()
        #expect(outcome.code == 0)
        #expect(outcome.error.isEmpty)
        await service.stop()
    }
}
