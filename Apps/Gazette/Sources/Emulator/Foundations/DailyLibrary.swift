import Foundation
import NIOConcurrencyHelpers

/// Caches the corpus of a day; it is made at its first use, and again on another day.
final class DailyLibrary<Corpus: Sendable>: Sendable {
    private let make: @Sendable (_ startOfDay: Date) -> Corpus
    private let known = NIOLockedValueBox<(startOfDay: Date, corpus: Corpus)?>(nil)

    init(_ make: @escaping @Sendable (_ startOfDay: Date) -> Corpus) {
        self.make = make
    }

    func corpus(on date: Date) -> Corpus {
        let startOfDay = ISODate.startOfDay(date)
        return known.withLockedValue { known in
            if let known, known.startOfDay == startOfDay { return known.corpus }
            let corpus = make(startOfDay)
            known = (startOfDay, corpus)
            return corpus
        }
    }
}
