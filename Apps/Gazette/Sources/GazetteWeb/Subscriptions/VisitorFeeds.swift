import FeedEngine
import Feeds
import Foundation
import LivePages
import ReaderModels
import ReaderStorage

extension PageTools {
    /// The feeds of the visitor, whose marks wait where they can't be written.
    var visitorFeeds: any ReaderFeeds {
        guard let feeds, let marks else { return UnavailableFeeds(FeedsUnavailable()) }
        return StoredFeeds(feeds, of: marks.visitor, now: now) { change in
            marks.apply(change)
            await marks.flush()
        } clean: { [pictures] html, base in
            await CleanHTML(cleaning: html, base: base, pictures)?.text
        }
    }
}

/// A server without a database for feeds.
private struct FeedsUnavailable: Error {}

extension CleanHTML {
    /// Cleans HTML of a feed or a page, whose pictures are loaded through Gazette; `nil` if that takes too long.
    init?(cleaning html: String, base: URL?, _ pictures: PictureLinks) async {
        let cleaner = SafeHTML(base: base, pictureAddress: { pictures.link($0) })
        guard let text = try? await ParsingThreads.texts.run({ cleaner.cleaned(html) }) else { return nil }
        self.init(text: text)
    }
}
