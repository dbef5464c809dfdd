import Foundation
import NIOConcurrencyHelpers

/// Caches the corpus at the last full minute; it is made again for each minute.
final class HackerNewsLibrary: Sendable {
    private let known = NIOLockedValueBox<(minute: Int, corpus: HackerNewsCorpus)?>(nil)

    func corpus(at date: Date) -> HackerNewsCorpus {
        let minute = Int(date.timeIntervalSince1970) / 60
        return known.withLockedValue { known in
            if let known, known.minute == minute { return known.corpus }
            let corpus = HackerNewsCorpus(at: Date(timeIntervalSince1970: Double(minute * 60)))
            known = (minute, corpus)
            return corpus
        }
    }
}
