import Foundation
import Freshet
import FreshetCombine
import ReaderModels

/// One view that somebody looks at: its view models live on its queue, as they would on a main queue.
actor LivePage {
    nonisolated let id: String
    private nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let renderer: Renderer
    private let marks: PageMarks?
    /// Whether what the view is all about has been marked as read.
    private var isOpened = false
    private var stopListening: (@Sendable () -> Void)?
    private var content: (any PageContent)?
    private var subscription: AnyCancellable?
    private var isStarted = false
    private var isChanged = false
    private var reader: AsyncStream<Void>.Continuation?
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var deadline: AnyCancellable?

    init(id: String, renderer: Renderer, marks: PageMarks? = nil) {
        self.id = id
        self.renderer = renderer
        self.marks = marks
        executor = QueueExecutor("page \(id)")
    }

    private nonisolated var scheduler: AnyScheduler { .queue(executor.queue) }

    /// Makes the view models and begins to load.
    func open(_ make: @Sendable (AnyScheduler) -> any PageContent) {
        let content = make(scheduler)
        self.content = content
        subscription = content.changes.sink { [weak self] in
            self?.assumeIsolated { $0.noteChange() }
        }
        stopListening = marks?.visitor.listen { [weak self, executor] in
            executor.queue.async { [weak self] in self?.assumeIsolated { $0.noteChange() } }
        }
        content.start()
        // Calls begin on the queue a moment later; before that nothing can be told of them.
        scheduler.schedule { [weak self] in
            self?.assumeIsolated { page in
                page.isStarted = true
                page.look()
            }
        }
    }

    /// Waits until the first picture of the view is complete, or the time is over.
    func settle(within seconds: Double) async {
        guard let content, !isStarted || !content.proceed() else { return }
        deadline = scheduler.wait(for: .seconds(seconds)) { [weak self] in
            self?.assumeIsolated { $0.release() }
        }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// The whole document as it stands.
    func document(_ frame: DocumentFrame) -> String {
        guard let content else { return "" }
        return renderer.document(
            title: content.title, section: content.section, regions: regions(), frame: frame, page: id,
            link: content.link, feed: content.feed)
    }

    /// The parts of the view, as they are marked.
    private func regions() -> [Region] {
        let regions = content?.regions() ?? []
        guard let marks else { return regions }
        // Only once: it may be marked as unread while it is open.
        if !isOpened { isOpened = marks.open(regions) }
        return marks.marked(regions)
    }

    var hasFeed: Bool { content?.feed != nil }

    /// The list of the view as a feed; `nil` when it could not be had.
    func feed(from origin: String) -> Feed? {
        guard let content, content.proceed(), let feed = content.feed else { return nil }
        let regions = content.regions()
        guard !regions.contains(where: { ($0.context as? StatusContext)?.error != nil }) else { return nil }
        return Feed(
            title: content.title, origin: origin, path: content.link, feedPath: feed,
            entries: regions.flatMap { ($0.context as? any EntryContext)?.entries ?? [] })
    }

    // MARK: - Live

    /// What a reader of the page has been sent.
    struct Sent: Sendable {
        fileprivate var regions: [String: String] = [:]
        fileprivate var title = ""
        fileprivate var link = ""

        init() {}
    }

    /// Something to change in a document.
    struct Change: Encodable, Sendable {
        var id: String?
        var html: String?
        var title: String?
        var link: String?
    }

    /// Takes an input; `false` when the view knows none of that name, or is closed.
    func handle(_ input: PageInput) -> Bool {
        guard let content else { return false }
        if let isTaken = marks?.handle(input) { return isTaken }
        let isKnown = content.handle(input)
        if isKnown { noteChange() }
        return isKnown
    }

    /// Tells that something has changed, as often as it does; what nobody has taken yet is told once. A new reader takes
    /// the place of the one before.
    func signals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        reader?.finish()
        reader = continuation
        continuation.yield()
        return stream
    }

    /// What differs from what was sent; `nil` once the page is closed.
    func changes(since sent: inout Sent) -> [Change]? {
        guard let content else { return nil }
        var changes: [Change] = []
        for region in regions() where !region.isFixed {
            let html = renderer.html(region)
            guard sent.regions[region.id] != html else { continue }
            sent.regions[region.id] = html
            changes.append(Change(id: region.id, html: html))
        }
        if content.title != sent.title || content.link != sent.link {
            sent.title = content.title
            sent.link = content.link
            changes.append(Change(title: content.title, link: content.link))
        }
        return changes
    }

    /// Cancels what is under way and lets the view models go.
    func close() {
        subscription = nil
        stopListening?()
        stopListening = nil
        content = nil
        reader?.finish()
        reader = nil
        release()
    }

    /// Models announce changes before they make them, so what came of them is looked at afterwards.
    private func noteChange() {
        guard !isChanged else { return }
        isChanged = true
        scheduler.schedule { [weak self] in
            self?.assumeIsolated { $0.look() }
        }
    }

    private func look() {
        isChanged = false
        guard isStarted else { return }
        if content?.proceed() != false { release() }
        reader?.yield()
    }

    private func release() {
        deadline = nil
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.resume() }
    }
}
