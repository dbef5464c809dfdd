public import Freshet
public import FreshetCombine
public import HackerNews

/// A story, poll or comment with the comments below it, shown as they arrive.
///
/// Call its methods where the scheduler runs; all outputs change there.
public final class ThreadViewModel: ObservableObject {
    /// A comment as a screen shows it.
    public struct Row: Identifiable, Hashable {
        /// The id of the comment.
        public let id: Int
        /// The comment.
        public let comment: HackerNews.Item
        /// The depth of the comment.
        public let depth: Int
        /// Whether the replies are hidden.
        public let isFolded: Bool
        /// The number of hidden comments below it, if it is folded.
        public let hiddenCount: Int
        /// Whether it is by the author of the story.
        public let isByAuthor: Bool
    }

    /// The id of the item.
    public let id: Int
    /// The item itself.
    @Published public private(set) var root = FetchState<HackerNews.Item>()
    /// The options of a poll, in their order.
    @Published public private(set) var options: [HackerNews.Item] = []
    /// The comments that are not folded away, each followed by those below it.
    @Published public private(set) var rows: [Row] = []
    /// The number of comments loaded.
    @Published public private(set) var loadedCount = 0
    /// The number of comments that failed to load.
    @Published public private(set) var failureCount = 0
    /// Whether comments are loading.
    @Published public private(set) var isLoadingComments = false
    /// Whether the options of a poll are loading.
    @Published public private(set) var isLoadingOptions = false
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let client: Client<HackerNews>
    private let maxDepth: Int
    private let maxConcurrent: Int
    private let loader: Loader<HackerNews.Item>
    private let comments: Loader<HackerNews.CommentTree>
    private let pollOptions: Loader<PartialResults<HackerNews.Item?, FetchError>>
    private var tree: HackerNews.CommentTree?
    /// The comments whose replies are folded away.
    public private(set) var folded: Set<Int> = []
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``load()``.
    ///
    /// - Parameters:
    ///   - maxDepth: The most levels of comments that are fetched.
    ///   - maxConcurrent: The most comments that are fetched at once.
    public init(
        _ client: Client<HackerNews>,
        id: Int,
        maxDepth: Int = .max,
        maxConcurrent: Int = 16,
        scheduler: AnyScheduler = .main
    ) {
        self.client = client
        self.id = id
        self.maxDepth = maxDepth
        self.maxConcurrent = maxConcurrent
        loader = Loader(scheduler: scheduler, time: client.time) {
            client.publisher(for: .item(id))
                .unwrap(orThrow: AbsentError("Hacker News has no item \(id), or doesn't show it."))
        }
        comments = Loader(scheduler: scheduler, time: client.time)
        pollOptions = Loader(scheduler: scheduler, time: client.time)
        comments.$state.compactMap(\.value)
            .sink { [weak self] in self?.show($0) }
            .store(in: &subscriptions)
        comments.$fetch.dropFirst()
            .sink { [weak self] in self?.isLoadingComments = $0.isFetching }
            .store(in: &subscriptions)
        pollOptions.$state.compactMap(\.value)
            .sink { [weak self] in self?.options = $0.values.compactMap(\.self) }
            .store(in: &subscriptions)
        pollOptions.$fetch.dropFirst()
            .sink { [weak self] in self?.isLoadingOptions = $0.isFetching }
            .store(in: &subscriptions)
        loader.$fetch.dropFirst()
            .sink { [weak self] fetch in
                self?.root = fetch
                self?.selectedError = fetch.error.map(SelectedError.init)
            }
            .store(in: &subscriptions)
        loader.$state
            .sink { [weak self] state in
                // A cancellation restores the old item, whose comments need not be fetched.
                if case .loaded(let item) = state, self?.root.isFetching == true { self?.loadBelow(item) }
            }
            .store(in: &subscriptions)
    }

    /// Loads the item and then its comments. A call while they load starts again.
    public func load() { loader.load() }

    /// Cancels what is under way. What is shown stays.
    public func cancel() {
        loader.cancel()
        comments.cancel()
        pollOptions.cancel()
        isLoadingComments = false
        isLoadingOptions = false
    }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        root.dismissError()
    }

    // MARK: - Folding

    /// Folds the comments below one away, or shows them again.
    public func toggle(_ id: Int) {
        if folded.remove(id) == nil { folded.insert(id) }
        show()
    }

    /// Folds the replies to these comments, and no others; the comments need not be loaded yet.
    public func fold(_ ids: Set<Int>) {
        folded = ids
        show()
    }

    /// Folds the replies to all top-level comments.
    public func foldAll() {
        folded = Set(tree?.thread.filter { $0.depth == 0 }.map(\.id) ?? [])
        show()
    }

    /// Unfolds all comments.
    public func unfoldAll() {
        folded = []
        show()
    }

    /// Returns the next top-level comment after a comment; `nil` after the last.
    public func nextTopLevel(after id: Int) -> Int? {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return nil }
        return rows[(index + 1)...].first { $0.depth == 0 }?.id
    }

    // MARK: - Loading

    private func loadBelow(_ item: HackerNews.Item) {
        // Set at once, so that the thread does not seem complete before the calls begin.
        isLoadingComments = true
        isLoadingOptions = !item.parts.isEmpty
        comments.load(client.comments(below: item, maxConcurrent: maxConcurrent, maxDepth: maxDepth).publisher)
        guard !item.parts.isEmpty else { return }
        pollOptions.load(item.parts.collectInOrder { [client] in client.publisher(for: .item($0)) })
    }

    private func show(_ tree: HackerNews.CommentTree) {
        failureCount = tree.failureCount
        // The shown comments stay until at least as many are loaded again, or all of them.
        guard tree.count >= loadedCount || (tree.isComplete && tree.failureCount == 0) else { return }
        self.tree = tree
        loadedCount = tree.count
        show()
    }

    private func show() {
        guard let tree else { return }
        var shown: [Row] = []
        var foldedDepth: Int?
        for node in tree.thread {
            if let depth = foldedDepth, node.depth > depth { continue }
            foldedDepth = nil
            guard let comment = node.item else { continue }
            let isFolded = folded.contains(node.id)
            if isFolded { foldedDepth = node.depth }
            shown.append(
                Row(
                    id: node.id, comment: comment, depth: node.depth, isFolded: isFolded,
                    hiddenCount: isFolded ? tree.replyCount(of: node.id) : 0,
                    isByAuthor: comment.by != nil && comment.by == tree.root.by))
        }
        rows = shown
    }
}

extension ThreadViewModel: DetailModel {
    /// The state of the content.
    public var fetch: FetchState<HackerNews.Item> { root }
}
