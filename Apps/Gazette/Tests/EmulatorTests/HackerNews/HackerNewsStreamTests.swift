import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

@testable import Emulator

/// Values of the official API as streams.
@Suite(.timeLimit(.minutes(2)))
struct HackerNewsStreamTests {
    /// An event and its data.
    private struct Event {
        let name: String
        let data: JSON

        init(_ text: Substring) throws {
            let lines = text.split(separator: "\n")
            name = String(try #require(lines.first).dropFirst("event: ".count))
            let data = try #require(lines.last).dropFirst("data: ".count)
            self.data = try JSON(Array(data.utf8))
        }
    }

    /// Reads a stream that ends after some pauses, in each of which the time passes.
    private func events(_ path: String, pauses: Int) async throws -> (events: [Event], end: Date) {
        let time = NIOLockedValueBox((now: InProcess.now, pauses: 0))
        let responses = try await InProcess.get([path], headers: [.accept: "text/event-stream"]) { configuration in
            configuration.now = { time.withLockedValue { $0.now } }
            configuration.sleep = { duration in
                try time.withLockedValue { time in
                    guard time.pauses < pauses else { throw CancellationError() }
                    time.pauses += 1
                    time.now += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
                }
            }
        }
        #expect(responses[0].header("content-type") == "text/event-stream")
        let blocks = responses[0].text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        return (try blocks.map { try Event($0[...]) }, time.withLockedValue { $0.now })
    }

    @Test func aListBeginsWholeAndFollowsItsChanges() async throws {
        let (events, end) = try await events("/v0/topstories.json", pauses: 60)
        #expect(events.first?.name == "put" && events.first?.data["path"].text == "/")
        #expect(Set(events.map(\.name)).isSubset(of: ["put", "patch", "keep-alive"]))
        #expect(events.contains { $0.name == "keep-alive" })
        var list: [Int] = []
        for event in events where event.name != "keep-alive" {
            let path = try #require(event.data["path"].text)
            if event.name == "put", path == "/" {
                list = event.data["data"].numbers
            } else if event.name == "put" {
                list[try #require(Int(path.dropFirst()))] = try #require(event.data["data"].number)
            } else {
                for index in event.data["data"].names {
                    list[try #require(Int(index))] = try #require(event.data["data"][index].number)
                }
            }
        }
        let minute = (end.timeIntervalSince1970 / 60).rounded(.down) * 60
        #expect(list == HackerNewsCorpus(at: Date(timeIntervalSince1970: minute)).list("topstories"))
    }

    @Test func anyValueIsStreamed() async throws {
        let (events, _) = try await events("/v0/maxitem.json", pauses: 0)
        #expect(events.map(\.name) == ["put"])
        #expect(events.first?.data["data"].number == HackerNews.corpus.maximumNumber)
        let denied = try await InProcess.get(["/v0/private.json"], headers: [.accept: "text/event-stream"])
        #expect(denied[0].status == 401)
    }

    @Test(
        "What is sent of a change",
        arguments: [
            ([1, 2, 3], [1, 2, 3], "event: keep-alive\ndata: null\n\n"),
            ([1, 2, 3], [1, 9, 3], "event: put\ndata: {\"path\":\"/1\",\"data\":9}\n\n"),
            ([1, 2, 3, 4, 5], [5, 2, 3, 4, 1], "event: patch\ndata: {\"path\":\"/\",\"data\":{\"0\":5,\"4\":1}}\n\n"),
            ([1, 2, 3], [3, 1, 2], "event: put\ndata: {\"path\":\"/\",\"data\":[3,1,2]}\n\n"),
            ([1, 2], [1, 2, 3], "event: put\ndata: {\"path\":\"/\",\"data\":[1,2,3]}\n\n"),
        ])
    func change(old: [Int], new: [Int], event: String) {
        #expect(ValueStream.event(from: .numbers(old), to: .numbers(new)) == event)
    }
}
