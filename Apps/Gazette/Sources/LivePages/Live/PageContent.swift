package import FreshetCombine
package import ReaderModels

/// The content of a page: view models, and the conversion of their outputs to regions of HTML.
///
/// It belongs to one live page and is only accessed on that page's queue.
package protocol PageContent: AnyObject {
    /// The title of the view, without the name of the program.
    var title: String { get }
    /// The section of the navigation that the view belongs to, if to any.
    var section: ReaderSection? { get }
    /// Sends before the models change.
    var changes: AnyPublisher<Void, Never> { get }
    /// Begins to load.
    func start()
    /// Continues to load what the address asks for, after something has changed.
    ///
    /// - Returns: Whether no data for the first rendering of the view is loading any more.
    func proceed() -> Bool
    /// The parts of the view, from top to bottom.
    func regions() -> [Region]
    /// Handles input from the browser.
    ///
    /// - Returns: Whether the view has an input of that name.
    func handle(_ input: PageInput) -> Bool
    /// The address that shows what the view shows now.
    var link: String { get }
    /// The address of the feed that follows the view; `nil` if there is none.
    var feed: String? { get }
    /// Whether the thing that the view is about does not exist.
    var isMissing: Bool { get }
    /// Whether the title is known; it may depend on data that is loaded.
    var hasTitle: Bool { get }
    /// Whether its regions differ between visitors in more than the marks of entries and the parts of the front page.
    var isPersonal: Bool { get }
    /// Whether an edition of it may be held for its visitor, though it is personal: all that it shows of them is
    /// announced when it changes.
    var isHeldForVisitor: Bool { get }
}

extension PageContent {
    package var feed: String? { nil }
    package var isMissing: Bool { false }
    package var hasTitle: Bool { true }
    package var isPersonal: Bool { false }
    package var isHeldForVisitor: Bool { false }
}

/// An input from the browser: text that was typed, or a control that was pressed.
package struct PageInput: Decodable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
