import ReaderModels
package import ReaderStorage

extension Waiting {
    /// Returns the parts of a page that say so; none where nothing waits. The page that lists the changes does not link
    /// to itself.
    package func regions(at link: String?) -> [Region] {
        var regions: [Region] = []
        if hasUnstoredMarks { regions.append(Region("unstored", UnstoredContext())) }
        if let text = MovieOutbox.unsentText(unsent), link?.hasPrefix(UnsentContext.path) != true {
            regions.append(Region("unsent", UnsentContext(text: text)))
        }
        return regions
    }
}

/// The line that says how many changes were not sent yet, with a link to them.
package struct UnsentContext: TemplateContext {
    package static let template = "unsent"
    package static let path = "/changes"

    package let text: String
    package let href = path
}

/// The line that says that marks are not stored yet.
struct UnstoredContext: TemplateContext {
    static let template = "unstored"

    let text = """
        What you have marked is not stored yet because the database is unavailable. Gazette stores it as soon as it can.
        """
}
