import Benchmark
import BenchmarkKit
import Feeds
import Foundation

/// Measures reading feeds and cleaning their contents: 100 KB is a usual feed with the texts of its articles, and a
/// feed ten times as long takes ten times as long.
func readingFeeds() {
    for (kilobytes, name) in [(100, "a feed of 100 KB"), (1000, "a feed of 1 MB")] {
        let document = Bodies.feed(kilobytes: kilobytes)
        let contents = (try? FeedParser().feed(from: document))?.items.compactMap(\.content) ?? []
        precondition(contents.count > kilobytes / 10)
        measure("\(name), read", fewer) {
            blackHole(try FeedParser().feed(from: document))
        }
        measure("\(name), its contents cleaned", fewer) {
            let cleaner = SafeHTML(base: nil)
            for content in contents { blackHole(cleaner.cleaned(content)) }
        }
    }
}
