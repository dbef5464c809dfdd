import ReaderModels

/// The line that says how many changes were not sent yet, with a link to them.
struct UnsentContext: TemplateContext {
    static let template = "unsent"
    static let path = "/changes"

    let text: String
    let href = path

    /// Returns the part of a page; none without changes, and on the page that lists them.
    static func regions(_ count: Int, at link: String?) -> [Region] {
        guard let text = MovieOutbox.unsentText(count), link?.hasPrefix(path) != true else { return [] }
        return [Region("unsent", UnsentContext(text: text))]
    }
}
