import NIOConcurrencyHelpers
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import WebTelemetry

/// The messages of a stream and the limit of streams, without a connection.
@Suite(.timeLimit(.minutes(1)))
struct StreamStateTests {
    @Test func aPageIsReportedOnceHoweverOftenItChanges() async {
        let stream = LiveStream(id: 1)
        for page in ["one", "two", "one", "one"] { stream.note(page) }
        #expect(await stream.next() == .init(pages: ["one", "two"]))
        async let later = stream.next()
        stream.note("two")
        #expect(await later == .init(pages: ["two"]))
    }

    @Test func aFinishedStreamHasNothingToTell() async {
        let stream = LiveStream(id: 1)
        stream.note("one")
        stream.finish()
        #expect(await stream.next() == nil)
        #expect(await stream.next() == nil)
    }

    @Test func cancellingEndsTheWait() async {
        let stream = LiveStream(id: 1)
        let waiting = Task { await stream.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }

    @Test func silenceIsBrokenByABeat() async {
        let stream = LiveStream(id: 1)
        for _ in 1...14 { #expect(!stream.tick(heartbeat: 15, stallTimeout: 30)) }
        stream.beginWriting()
        stream.endWriting()
        for _ in 1...15 { #expect(!stream.tick(heartbeat: 15, stallTimeout: 30)) }
        #expect(await stream.next() == .init(isBeat: true))
    }

    @Test func aReaderWhoTakesNothingIsCutOff() throws {
        let metrics = PrometheusFactory()
        let hub = StreamHub(.init(stallTimeout: 30), metrics: WebMetrics(factory: metrics))
        let ended = NIOLockedValueBox<[String]>([])
        let slow = try hub.open(from: "one") { ended.withLockedValue { $0.append("slow") } }
        let quick = try hub.open(from: "one") { ended.withLockedValue { $0.append("quick") } }
        slow.beginWriting()
        for _ in 1...29 {
            quick.beginWriting()
            quick.endWriting()
            hub.tick()
        }
        #expect(ended.withLockedValue { $0 } == [])
        hub.tick()
        hub.tick()
        #expect(ended.withLockedValue { $0 } == ["slow"])
        #expect(metrics.text.contains("gazette_cut_off_total 1\n"))
    }

    @Test func streamsAreLimitedInAllAndByAddress() throws {
        let hub = StreamHub(.init(total: 3, perAddress: 2))
        let first = try hub.open(from: "one") {}
        let second = try hub.open(from: "one") {}
        #expect(hub.refusal(for: "one") == .tooManyFromAddress)
        #expect(throws: StreamHub.Refusal.tooManyFromAddress) { try hub.open(from: "one") {} }
        let third = try hub.open(from: "two") {}
        #expect(throws: StreamHub.Refusal.full) { try hub.open(from: "three") {} }
        hub.close(first)
        hub.close(first)
        #expect(hub.count == 2)
        #expect(hub.refusal(for: "one") == nil)
        hub.close(second)
        hub.close(third)
        #expect(hub.count == 0)
    }

    @Test(
        "Positions in an address",
        arguments: [
            (["a-1.0", "b.12"], ["a-1.0", "b.12"]), (["", ".", "a", "a.", "a.x", "a.-1", "a.1.2"], []), ([], []),
            (["a.99999999999999999999"], []),
        ] as [([String], [String])])
    func positions(texts: [String], expected: [String]) {
        #expect(StreamWriter.Position.all(in: texts).map { "\($0.page).\($0.version)" } == expected)
    }

    @Test func aStreamHasSoManyPagesAtMost() {
        #expect(StreamWriter.Position.all(in: (0..<1000).map { "p\($0).0" }).count == 64)
    }
}
