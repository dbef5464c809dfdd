import FeedEngine
import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// The dependencies that pages are made with.
struct PageTools {
    let clients: ReaderClients
    let pictures: PictureLinks
    let looks: Looks
    /// The scheduler on which the page's models deliver.
    let scheduler: AnyScheduler
    /// What the visitor has read and saved.
    var marks: VisitorMarks?
    /// The feeds of all visitors; `nil` without a database for them.
    var feeds: FeedLibrary?
    /// Returns the current time.
    var now: @Sendable () -> Date = { Date() }
    /// The server that replaces the services; `nil` for none.
    var serviceNote: String?
}
