import FreshetCombine
import ReaderModels

/// What a page shows: view models, and how their outputs become regions of HTML.
///
/// It belongs to one live page and is only touched on that page's queue.
protocol PageContent: AnyObject {
    /// The title of the view, without the name of the program.
    var title: String { get }
    /// The section of the navigation that the view belongs to, if to any.
    var section: Section? { get }
    /// Sends before the models change.
    var changes: AnyPublisher<Void, Never> { get }
    /// Begins to load.
    func start()
    /// Goes on with what the address asks for, after something has changed.
    ///
    /// - Returns: Whether nothing that belongs to the first picture of the view is under way any more.
    func proceed() -> Bool
    /// The parts of the view, from top to bottom.
    func regions() -> [Region]
    /// Handles input from the browser.
    ///
    /// - Returns: Whether the view knows such an input.
    func handle(_ input: PageInput) -> Bool
    /// The address that shows what the view shows now.
    var link: String { get }
    /// The feed that follows the view, if one does.
    var feed: String? { get }
    /// Whether the thing that the view is about does not exist.
    var isMissing: Bool { get }
    /// Whether the title is known, which may come from what is loaded.
    var hasTitle: Bool { get }
}

extension PageContent {
    var feed: String? { nil }
    var isMissing: Bool { false }
    var hasTitle: Bool { true }
}

/// Something that was typed or pressed in a view.
struct PageInput: Decodable, Sendable {
    let name: String
    let value: String
}
