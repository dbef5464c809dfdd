import Feeds
import Foundation
import ServiceTestSupport
import Testing

@Suite("The corpus of feeds")
struct CorpusTests {
    @Test("A file is read as expected", arguments: CorpusFile.all)
    func file(_ file: CorpusFile) throws {
        #expect(try file.reading() == file.expected())
    }

    @Test func theCorpusIsThere() {
        #expect(CorpusFile.all.count >= 60)
    }

    /// Cuts, repeats, overwrites and swaps bytes of the files. The parser may refuse the result, and that is all.
    @Test func mutationsAreReadWithinLimits() throws {
        var random = MutationRandom(seed: 2026)
        let files = try CorpusFile.all.map { Array(try $0.data()) }.filter { !$0.isEmpty }
        var readCount = 0
        for _ in 0..<(TestLength.isLong ? 50_000 : 2_000) {
            let index = Int.random(in: 0..<files.count, using: &random)
            let bytes = Mutations.mutated(files[index], with: files, using: &random)
            let contentType = CorpusFile.all[index].contentType
            guard
                let feed = try? FeedParser().feed(
                    from: Data(bytes), contentType: contentType, address: CorpusFile.address)
            else { continue }
            readCount += 1
            #expect(feed.items.count <= bytes.count)
            let length = feed.items.reduce(0) { $0 + ($1.content?.html.utf8.count ?? 0) + ($1.title?.utf8.count ?? 0) }
            // A byte becomes six at most, as `"` becomes `&quot;`.
            #expect(length <= bytes.count * 6 + 1024)
            #expect(Set(feed.items.map(\.id)).count == feed.items.count)
        }
        #expect(readCount > 500)
    }
}
