public import CombineCompletion

/// A search field with the typed text, and the query that it becomes once typing pauses.
///
/// A ``Loader`` or a ``ListObject`` shows the results of the query:
///
/// ```swift
/// let field = SearchField(rules: SearchRules(length: 3...100))
/// let queries = field.$query.dropFirst().sink { query in
///     if let query { films.load(.films(by: query), from: cinema) } else { films.clear() }
/// }
/// ```
///
/// The query is the typed text without spaces at its ends and without repeated spaces. The same
/// query isn't published twice in a row. A text that is too short or too long isn't a query, and
/// ``idleReason`` has the reason.
///
/// Set ``text`` on the scheduler, which is the main queue for a view.
public final class SearchField: ObservableObject {
    /// The typed text.
    @Published public var text = "" {
        didSet { if text != oldValue { waitForPause() } }
    }
    /// The text to search for; `nil` while there is a reason not to search.
    @Published public private(set) var query: String?
    /// The reason not to search; `nil` while there is a query.
    @Published public private(set) var idleReason: SearchRules.IdleReason? = .empty

    private let rules: SearchRules
    private let scheduler: AnyScheduler
    private var pause: AnyCancellable?

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - text: The initial text, which becomes the query immediately.
    ///   - rules: The rules for searching a text.
    ///   - scheduler: The scheduler on which the query changes: the main queue by default.
    public init(_ text: String = "", rules: SearchRules = SearchRules(), scheduler: AnyScheduler = .main) {
        self.rules = rules
        self.scheduler = scheduler
        self.text = text
        judge()
    }

    /// Turns the current text into the query immediately, without waiting for a pause.
    public func submit() {
        pause = nil
        judge()
    }

    private func waitForPause() {
        pause = scheduler.wait(for: .init(rules.pause)) { [weak self] in self?.submit() }
    }

    private func judge() {
        switch rules.judge(text) {
        case .search(let new):
            if idleReason != nil { idleReason = nil }
            if new != query { query = new }
        case .idle(let reason):
            if query != nil { query = nil }
            if reason != idleReason { idleReason = reason }
        }
    }
}
