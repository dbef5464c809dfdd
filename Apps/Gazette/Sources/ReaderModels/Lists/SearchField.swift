import Foundation
public import FreshetCombine

/// A search field: the typed text, and the query that it becomes once typing has paused.
///
/// Set ``text`` where the scheduler runs.
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
    public init(_ text: String = "", rules: SearchRules = SearchRules(), scheduler: AnyScheduler = .main) {
        self.rules = rules
        self.scheduler = scheduler
        self.text = text
        judge()
    }

    /// Turns the current text into the query at once, without waiting for a pause.
    public func submit() {
        pause?.cancel()
        pause = nil
        judge()
    }

    private func waitForPause() {
        pause?.cancel()
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
