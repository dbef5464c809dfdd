import Freshet
import FreshetCombine
import ReaderModels

/// The current content of a section's list.
struct TUIContent {
    var rows: [TUIRow] = []
    var status = ""
    var problem: String?
    var newCount = 0
    /// Whether the list was opened from a row of another one.
    var isInner = false
}

/// A section of the screen, which adapts its view models. Everything runs on the main queue.
@MainActor
protocol TUIList: AnyObject {
    var content: TUIContent { get }
    /// Calls a function after each change.
    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable]
    /// Starts loading, and watching for new elements in sections that support it.
    func appear()
    func disappear()
    func reload()
    func loadMore()
    func showNew()
    /// Shows the next list of the section, or the one before.
    func turn(by offset: Int)
    /// Searches for a text; `nil` ends the search.
    func search(_ text: String?)
    /// Opens the list of a row by its name; `nil` returns to the list before.
    func enter(_ list: String?)
    /// Marks an element of a section that stores that itself.
    func mark(_ row: TUIRow, isRead: Bool)
    /// Marks a list of a section that stores that itself as read, by its name; `nil` for the one that is open.
    func markAll(_ list: String?)
    /// Adds what is at an address.
    func add(_ address: String)
    /// Receives the saved elements of all sections after a change.
    func receive(saved: [TUIRow])
    /// Completes what has to be stored before the process ends.
    func finish() async
    /// Returns a source of an element's details; `nil` if the element has none.
    func detail(of row: TUIRow) -> TUIDetailSource?
}

extension TUIList {
    func disappear() {}
    func showNew() { reload() }
    func turn(by offset: Int) {}
    func enter(_ list: String?) {}
    func mark(_ row: TUIRow, isRead: Bool) {}
    func markAll(_ list: String?) {}
    func add(_ address: String) {}
    func receive(saved: [TUIRow]) {}
    func finish() async {}
}

/// A source of one element's details, which load in several steps. Releasing it cancels loading.
@MainActor
final class TUIDetailSource {
    /// Returns the current details.
    let read: () -> TUIDetail
    /// Folds the replies to a comment, or to all with `nil`; unfolds them if they are folded.
    let fold: (_ comment: Int?) -> Void
    /// Shows the full text, or that of the feed again.
    let toggleText: () -> Void
    /// Stores how far the element was read: the part of its lines above the screen.
    let keep: (_ position: Double) -> Void
    private let start: () -> Void
    private let cancelling: () -> Void
    private let observing: (_ onChange: @escaping () -> Void) -> AnyCancellable?
    private var subscription: AnyCancellable?

    init(
        read: @escaping () -> TUIDetail, start: @escaping () -> Void = {}, cancel: @escaping () -> Void = {},
        fold: @escaping (_ comment: Int?) -> Void = { _ in }, toggleText: @escaping () -> Void = {},
        keep: @escaping (_ position: Double) -> Void = { _ in },
        observing: @escaping (_ onChange: @escaping () -> Void) -> AnyCancellable? = { _ in nil }
    ) {
        self.read = read
        self.fold = fold
        self.toggleText = toggleText
        self.keep = keep
        self.start = start
        cancelling = cancel
        self.observing = observing
    }

    func begin(_ onChange: @escaping () -> Void) {
        subscription = observing(onChange)
        start()
    }

    func cancel() {
        subscription = nil
        cancelling()
    }

    /// Makes a source from the view model of a single element.
    static func model<Model: DetailModel>(
        _ model: Model, key: String, title: String, _ fill: @escaping (Model.Value, inout TUIDetail) -> Void
    ) -> TUIDetailSource where Model.ObjectWillChangePublisher == ObservableObjectPublisher {
        TUIDetailSource(
            read: {
                var detail = TUIDetail(key: key, title: title, facts: "")
                detail.isLoading = model.fetch.isFetching
                detail.problem = model.selectedError?.message
                if let value = model.fetch.value { fill(value, &detail) }
                return detail
            },
            start: { model.load() }, cancel: { model.cancel() },
            observing: { onChange in model.objectWillChange.sink { _ in onChange() } })
    }
}

extension ScreenStatus {
    /// The state in one line.
    var line: String {
        if isLoading { return Words.loading }
        let parts = [count, notice, isRefreshing ? "loading…" : nil, staleSince.map { _ in "stored copy" }]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}

extension TUIContent {
    /// The content of a list in pages.
    init<Query, Item>(
        _ list: ListObject<Query, Item>, _ status: ScreenStatus, name: String = "", row: (Item) -> TUIRow
    ) {
        rows = list.items.map(row)
        self.status = [name, status.line].filter { !$0.isEmpty }.joined(separator: ": ")
        problem = list.selectedError.map { "\($0.text) Press r to try again." }
    }
}

extension Array where Element: Equatable {
    /// Returns the element at an offset from another, wrapping around; the first if that is not in the array.
    func turned(from element: Element?, by offset: Int) -> Element? {
        guard !isEmpty else { return nil }
        guard let element, let index = firstIndex(of: element) else { return first }
        return self[((index + offset) % count + count) % count]
    }
}
