import FeedEngine
import Feeds
import Foundation
import LivePages

extension CleanHTML {
    /// Cleans HTML of a feed or a page, whose pictures are loaded through Gazette; `nil` if that takes too long.
    init?(cleaning html: String, base: URL?, _ pictures: PictureLinks) async {
        let cleaner = SafeHTML(base: base, pictureAddress: { pictures.link($0) })
        let cleaned = try? await ParsingThreads.texts.run {
            let text = cleaner.cleaned(html)
            return (text, text.split(whereSeparator: \.isWhitespace).count)
        }
        guard let cleaned else { return nil }
        self.init(text: cleaned.0, wordCount: cleaned.1)
    }
}
