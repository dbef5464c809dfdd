import Foundation
import Freshet
import FreshetTapes
import FreshetTapesTesting
import FreshetTesting
import Testing

// The code of the comments of FreshetTapes and FreshetTapesTesting, and of the guide "Record and replay HTTP traffic".

@Suite(.timeLimit(.minutes(1)))
struct TapeComments {
    @Test(.tape("headlines"))
    func theFrontPageLoads() async throws {
        let news = Client(News(), transport: .tape, cache: nil)
        #expect(try await news.value(for: .headlines).articles.count == 2)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// Compiled only: it would use the network.
    private func record() async throws {
        let recorder = TapeRecorder()
        var configuration = ClientConfiguration.platform
        configuration.plugins.append(recorder)
        let news = Client(News(), configuration)
        _ = try await news.value(for: .headlines)
        try recorder.tape.write(to: URL(filePath: "headlines.har"))
    }

    /// Compiled only: the file is another one.
    private func replay() async throws {
        let tape = try Tape(contentsOf: URL(filePath: "headlines.har"))
        let replay = ReplayTransport(tape)
        let news = Client(News(), transport: replay, cache: nil)
        _ = news
    }

    private func replayAtOnce() throws {
        let tape = try Tape(contentsOf: URL(filePath: "headlines.har"))
        let news = Client(News(), transport: ReplayTransport(tape), cache: nil)
        _ = news
    }

    private func demo() throws {
        let tape = try Tape(contentsOf: URL(filePath: "headlines.har"))
        let replay = ReplayTransport(tape, rules: .repeating, pace: .recorded)
        let news = Client(News(), transport: replay, cache: nil)
        _ = news
    }

    @Test func aNonceIsTakenOut() async throws {
        let rules = TapeRules.standard.normalizing { request in request.removeQueryItems(named: "nonce") }
        let tape = try Tape(contentsOf: Self.folder.appending(path: "Tapes/headlines.har"))
        let news = Client(News(), transport: ReplayTransport(tape, rules: rules), cache: nil)
        #expect(try await news.value(for: .headlines.query("nonce", 7)).articles.count == 2)
    }

    @Test func metricsAreExcluded() {
        let rules = TapeRules.standard
            .normalizing { request in request.removeQueryItems(named: "nonce") }
            .excluding { url in url.hasPrefix("https://metrics.example/") }
        #expect(rules.isExcluded("https://metrics.example/1") && !rules.isExcluded("https://news.example/"))
    }

    @Test func aDayLaterThePageIsRequestedAgain() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let tape = try Tape(contentsOf: folder.appending(path: "Tapes/day.har"))
        let clock = ManualClock()
        let replay = ReplayTransport(tape)
        let news = Client(News(), transport: replay, cache: HTTPCache(), time: replay.time(on: clock))
        _ = try await news.value(for: .headlines)
        clock.advance(by: .seconds(24 * 60 * 60))
        _ = try await news.value(for: .headlines)
        #expect(replay.unservedEntries.isEmpty)
    }

    @Test func aVoucherIsRemovedFromATape() throws {
        let request = Tape.Request(url: "https://shop.example/v1/cart?voucher=SPRING-2026")
        let tape = Tape([Tape.Entry(request: request, start: ManualClock().date)])
        let shared = tape.redacted(.standard.adding("voucher"))
        #expect(!shared.entries[0].request.url.contains("SPRING-2026"))
    }
}
