import Foundation
import NIOConcurrencyHelpers

/// The corpus of the day on which it was last asked for, made when it is first asked for.
final class NewsLibrary: Sendable {
    private let corpus = NIOLockedValueBox<(startOfDay: Date, corpus: NewsCorpus)?>(nil)

    func corpus(on date: Date) -> NewsCorpus {
        let startOfDay = ISODate.startOfDay(date)
        return corpus.withLockedValue { known in
            if let known, known.startOfDay == startOfDay { return known.corpus }
            let corpus = NewsCorpus(startOfDay: startOfDay)
            known = (startOfDay, corpus)
            return corpus
        }
    }
}
