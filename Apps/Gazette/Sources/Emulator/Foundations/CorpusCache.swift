import NIOConcurrencyHelpers

/// A cache of the corpora of the latest times, each made at its first use.
final class CorpusCache<Time: Equatable & Sendable, Corpus: Sendable>: Sendable {
    /// The number of corpora that are kept.
    private static var limit: Int { 3 }

    private let make: @Sendable (Time) -> Corpus
    private let latest = NIOLockedValueBox<[(time: Time, corpus: Corpus)]>([])

    init(_ make: @escaping @Sendable (Time) -> Corpus) {
        self.make = make
    }

    func corpus(at time: Time) -> Corpus {
        latest.withLockedValue { latest in
            if let known = latest.first(where: { $0.time == time }) { return known.corpus }
            let corpus = make(time)
            latest = [(time, corpus)] + latest.prefix(Self.limit - 1)
            return corpus
        }
    }
}
