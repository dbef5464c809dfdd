import Foundation

/// The corpora of the latest days.
struct DailyLibrary<Corpus: Sendable>: Sendable {
    private let cache: CorpusCache<Date, Corpus>

    init(_ make: @escaping @Sendable (_ startOfDay: Date) -> Corpus) {
        cache = CorpusCache(make)
    }

    func corpus(on date: Date) -> Corpus { cache.corpus(at: ISODate.startOfDay(date)) }
}
