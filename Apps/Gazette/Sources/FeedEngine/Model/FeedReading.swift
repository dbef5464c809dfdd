package import Feeds
package import Foundation

/// What a request for a feed has led to.
package enum FeedReading: Sendable {
    /// The feed, with the digest of its document, and the address to which it has moved for good.
    case read(Feed, digest: Data, movedTo: URL?)
    /// The site has ended the feed, with the reason as a sentence.
    case ended(reason: String)
    case failed(Failure)

    package struct Failure: Error, Sendable {
        /// A sentence for the reader.
        package let reason: String
        /// The wait that the server asks for, in seconds; `nil` for none.
        package var retryAfter: Double?
        /// The feeds that the page at the address links to.
        package var links: [FeedLink] = []
        /// Whether there is a page at the address.
        var isOfPage = false
        /// Whether no server has responded.
        var isUnreachable = false
    }
}
