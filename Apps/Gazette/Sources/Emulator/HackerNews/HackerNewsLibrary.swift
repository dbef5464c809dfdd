import Foundation

/// The corpora at the latest full minutes, which all emulators of the process share.
struct HackerNewsLibrary: Sendable {
    private static let cache = CorpusCache<Int, HackerNewsCorpus> { minute in
        HackerNewsCorpus(at: Date(timeIntervalSince1970: Double(minute * 60)))
    }

    func corpus(at date: Date) -> HackerNewsCorpus { Self.cache.corpus(at: Int(date.timeIntervalSince1970) / 60) }
}
