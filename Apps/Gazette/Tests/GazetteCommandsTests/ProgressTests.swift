import NIOConcurrencyHelpers
import Testing

@testable import GazetteCommands

struct ProgressTests {
    /// What is written to a terminal, or to something else.
    private final class Written: Sendable {
        private let texts = NIOLockedValueBox<[String]>([])
        var all: [String] { texts.withLockedValue { $0 } }

        func line(isInteractive: Bool = true) -> ProgressLine {
            ProgressLine(isInteractive: isInteractive) { text in self.texts.withLockedValue { $0.append(text) } }
        }
    }

    private struct Broken: Error {}

    @Test func theLineIsGoneBeforeTheResult() async {
        let written = Written()
        let value = await Output.withProgress("Fetching…", on: written.line()) { line in
            line.show("Fetching… 1 of 2")
            return 1
        }
        #expect(value == 1)
        #expect(written.all == ["\r\u{1B}[KFetching…", "\r\u{1B}[KFetching… 1 of 2", "\r\u{1B}[K"])
    }

    @Test func theLineIsGoneAfterAFailure() async {
        let written = Written()
        await #expect(throws: Broken.self) {
            try await Output.withProgress("Fetching…", on: written.line()) { _ -> Int in throw Broken() }
        }
        #expect(written.all.last == "\r\u{1B}[K")
    }

    @Test func nothingIsShownElsewhere() async {
        let written = Written()
        await Output.withProgress("Fetching…", on: written.line(isInteractive: false)) { $0.show("Still fetching…") }
        #expect(written.all == [])
    }
}
