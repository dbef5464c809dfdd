import Freshet
import FreshetCombine
import ReaderModels

/// What pages are made with.
struct PageTools {
    let clients: ReaderClients
    let pictures: PictureLinks
    let looks: Looks
    /// Where the page's models deliver.
    let scheduler: AnyScheduler
    /// What the visitor has read and saved.
    var marks: VisitorMarks?
    /// The server that replaces the services; `nil` for none.
    var serviceNote: String?
}
