import ReaderModels

/// What of a visitor's changes has not arrived yet.
struct Waiting: Hashable, Sendable {
    /// The number of changes that were not sent yet to a service.
    var unsent = 0
    /// Whether marks wait in memory, since the database can't be used.
    var hasUnstoredMarks = false

    /// Returns the parts of a page that say so; none where nothing waits. The page that lists the changes does not link
    /// to itself.
    func regions(at link: String?) -> [Region] {
        var regions: [Region] = []
        if hasUnstoredMarks { regions.append(Region("unstored", UnstoredContext())) }
        if let text = MovieOutbox.unsentText(unsent), link?.hasPrefix(UnsentContext.path) != true {
            regions.append(Region("unsent", UnsentContext(text: text)))
        }
        return regions
    }
}

/// The line that says how many changes were not sent yet, with a link to them.
struct UnsentContext: TemplateContext {
    static let template = "unsent"
    static let path = "/changes"

    let text: String
    let href = path
}

/// The line that says that marks are not stored yet.
struct UnstoredContext: TemplateContext {
    static let template = "unstored"

    let text = """
        What you have marked is not stored yet: the database can't be used at the moment. Gazette stores it as soon as it \
        can.
        """
}
