import Foundation
import Freshet
package import FreshetCombine
package import ReaderModels
package import ReaderStorage
import WebTelemetry

/// A view that is open in a browser. Its view models run on its queue, as they would on a main queue.
package actor LivePage {
    package nonisolated let id: String
    private nonisolated let executor: QueueExecutor
    private nonisolated let cause = CallCause()
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let renderer: Renderer
    private let marks: VisitorMarks?
    /// The edition that was taken of the view, as long as it is used.
    private weak var edition: Edition?
    /// Makes the view models of a page whose reader got the document of another page.
    private var dormant: Maker?
    /// Whether the data that the reader has already got is being loaded.
    private var isWaking = false
    /// Whether the entry that the view shows has been marked as read.
    private var isOpened = false
    /// Stops observing the visitor's marks.
    private var forgetMarks: (@Sendable () -> Void)?
    private var content: (any PageContent)?
    private var subscription: AnyCancellable?
    private var isStarted = false
    private var isChanged = false
    private var history = PageHistory()
    private var reader: (id: Int, notify: @Sendable () -> Void)?
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var deadline: AnyCancellable?
    /// The number of changes so far, and the tasks that wait for the next one.
    private var changeCount = 0
    private var observers: [CheckedContinuation<Void, Never>] = []
    private var isReleased = false

    /// The visitor for whom it was made.
    package nonisolated var visitor: Visitor? { marks?.visitor }

    /// Makes the view models of a page, which deliver on its scheduler.
    package typealias Maker = @Sendable (AnyScheduler) -> any PageContent

    /// 128 random bits, so that the page of another visitor can't be guessed.
    package static func newID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    package init(id: String, renderer: Renderer, marks: VisitorMarks? = nil) {
        self.id = id
        self.renderer = renderer
        self.marks = marks
        executor = QueueExecutor("page \(id)")
    }

    /// Makes a page whose reader gets a document that was made before. It has no view models until it has a stream or
    /// an input.
    package init(id: String, renderer: Renderer, marks: VisitorMarks, showing sheet: Sheet, _ make: @escaping Maker) {
        self.id = id
        self.renderer = renderer
        self.marks = marks
        executor = QueueExecutor("page")
        history = sheet.history
        isOpened = true
        dormant = make
    }

    private nonisolated var scheduler: AnyScheduler { cause.scheduler(on: executor.queue) }

    /// Makes the view models and begins to load.
    package func open(_ make: Maker) {
        cause.note()
        let content = make(scheduler)
        self.content = content
        subscription = content.changes.sink { [weak self] in
            self?.assumeIsolated { $0.noteChange() }
        }
        forgetMarks = marks?.listen { [weak self, executor] in
            executor.queue.async { [weak self] in self?.assumeIsolated { $0.noteChange() } }
        }
        content.start()
        // Calls begin on the queue a moment later; before that they have no state.
        scheduler.schedule { [weak self] in
            self?.assumeIsolated { page in
                page.isStarted = true
                page.look()
            }
        }
    }

    /// Makes the view models of a page that has none yet.
    private func wake() {
        guard let make = dormant.take() else { return }
        isWaking = true
        open(make)
    }

    private func outdateEdition() {
        edition?.outdate()
        edition = nil
    }

    /// Waits until the first rendering of the view is complete, or the time is over.
    package func settle(within seconds: Double) async {
        guard let content, !isStarted || !content.proceed() else { return }
        deadline = scheduler.wait(for: .seconds(seconds)) { [weak self] in
            self?.assumeIsolated { $0.releaseWaiters() }
        }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// The parts of a document that is sent while they load.
    package struct Draft {
        package let title: String
        package let hasTitle: Bool
        package let section: ReaderSection?
        package let page: Renderer.Page
        package let parts: [Renderer.Part]
        /// Whether all parts are complete, or are no longer waited for.
        package let isComplete: Bool
        fileprivate let changeCount: Int
    }

    /// Whether data for the first rendering is still waited for.
    package var isUnderWay: Bool {
        guard let content else { return false }
        return !isReleased && !(isStarted && content.proceed())
    }

    /// Returns the current parts of the document, without noting them as sent; `nil` if the page is not open.
    package func draft() -> Draft? {
        guard let content else { return nil }
        // Before the parts are read: it may request further pages of a list.
        let isComplete = !isUnderWay
        var parts = regions().map { renderer.part($0) }
        for index in parts.indices where parts[index].grows && !isComplete { parts[index].isPending = true }
        return Draft(
            title: content.title, hasTitle: content.hasTitle, section: content.section,
            page: .init(id: id, version: history.version, link: content.link, feed: content.feed),
            parts: parts, isComplete: isComplete, changeCount: changeCount)
    }

    /// Waits until something has changed since a draft, or the time is over.
    package func change(since draft: Draft, within seconds: Double) async {
        guard changeCount == draft.changeCount, content != nil, seconds > 0 else { return }
        let timer = scheduler.wait(for: .seconds(seconds)) { [weak self] in
            self?.assumeIsolated { $0.resumeObservers() }
        }
        await withCheckedContinuation { observers.append($0) }
        timer.cancel()
    }

    private func resumeObservers() {
        let observers = observers
        self.observers = []
        for observer in observers { observer.resume() }
    }

    /// Notes the contents of a document that was sent in parts.
    ///
    /// - Returns: The page with the number of the latest change that the document contains.
    package func noteSent(_ draft: Draft, title: String, _ stream: DocumentStream) -> Renderer.Page {
        for part in draft.parts where !part.isFixed {
            _ = history.note(part.id, stream.written.contains(part.id) ? part.html : "")
        }
        _ = history.note(Self.heading, title + draft.page.link)
        return .init(id: id, version: history.version, link: draft.page.link, feed: draft.page.feed)
    }

    /// Returns the view in its current state; `nil` once the page is closed.
    package func currentEdition() -> Edition? {
        guard let content else { return nil }
        let edition = Edition(content, renderer)
        self.edition = edition
        return edition
    }

    /// Returns the view in its current state, and the whole document, whose contents it notes as sent.
    package func document(_ frame: DocumentFrame) -> (edition: Edition, sheet: Sheet)? {
        guard let edition = currentEdition() else { return nil }
        if !isOpened, let marks { isOpened = edition.open(marks) }
        let sheet = edition.sheet(frame, marks?.current, waiting: marks?.waiting ?? Waiting())
        history = sheet.history
        return (edition, sheet)
    }

    /// Returns the parts of the view with the visitor's marks.
    private func regions() -> [Region] {
        let regions = content?.regions() ?? []
        guard let marks else { return regions }
        // Only once: it may be marked as unread while it is open.
        if !isOpened { isOpened = marks.open(regions) }
        return marks.waiting.regions(at: content?.link) + regions.marked(marks.current.shown)
    }

    package var hasFeed: Bool { content?.feed != nil }

    /// The list of the view as a feed; `nil` when it could not be loaded.
    package func feed(from origin: String) -> RSSDocument? {
        guard let content, content.proceed(), let feed = content.feed else { return nil }
        let regions = content.regions()
        guard !regions.contains(where: \.context.showsFailure) else { return nil }
        return RSSDocument(
            title: content.title, origin: origin, path: content.link, feedPath: feed,
            entries: regions.flatMap(\.context.entries))
    }

    // MARK: - Live

    /// A change of a document: of an element, or of its title and address.
    package struct Change: Encodable, Sendable {
        package var id: String?
        /// The id of the element after which a new element is inserted; `nil` for the first.
        package var after: String?
        package var html: String?
        package var title: String?
        package var link: String?
    }

    /// Handles an input; returns `false` if the view has no input of that name, or is closed.
    package func handle(_ input: PageInput) async -> Bool {
        wake()
        if isWaking { await settle(within: Self.wakingTime) }
        guard let content else { return false }
        outdateEdition()
        cause.note()
        let isKnown = content.handle(input)
        if isKnown { noteChange() }
        return isKnown
    }

    /// The changes for a reader, and the number of the latest change of the page.
    package struct News: Encodable, Sendable {
        package let page: String
        package let version: Int
        package let changes: [Change]
    }

    /// Calls `notify` for a reader whenever something has changed. A new reader replaces the previous one.
    package func listen(_ reader: Int, _ notify: @escaping @Sendable () -> Void) {
        self.reader = (reader, notify)
    }

    package func stopListening(_ reader: Int) {
        if self.reader?.id == reader { self.reader = nil }
    }

    /// Returns the changes after the one with a number; `nil` once the page is closed.
    package func news(since version: Int) -> News? {
        wake()
        guard let content else { return nil }
        // The reader has got it all: what is loaded so far would be less.
        guard !isWaking else { return News(page: id, version: version, changes: []) }
        let parts = regions().filter { !$0.isFixed }.map { renderer.part($0) }
        var changes: [Change] = []
        for (index, part) in parts.enumerated() where history.note(part.id, part.html) > version {
            changes.append(Change(id: part.id, after: index > 0 ? parts[index - 1].id : nil, html: part.html))
        }
        for gone in history.parts(besides: Set(parts.map(\.id)).union([Self.heading]))
        where history.note(gone, "") > version {
            changes.append(Change(id: gone, html: ""))
        }
        if history.note(Self.heading, content.title + content.link) > version {
            changes.append(Change(title: content.title, link: content.link))
        }
        return News(page: id, version: history.version, changes: changes)
    }

    /// The name of the title and address in the history of a page's parts.
    package static let heading = "title and link"
    /// How long an input waits for the data that its reader has already got, in seconds.
    private static let wakingTime = 8.0

    /// Cancels the requests in progress and releases the view models.
    package func close() {
        subscription = nil
        forgetMarks?()
        forgetMarks = nil
        dormant = nil
        content = nil
        reader?.notify()
        reader = nil
        release()
        resumeObservers()
    }

    /// Models announce changes before they make them, so the result is read afterwards.
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
        // Models also announce changes that make no difference.
        if let edition, let content, !edition.shows(content) { outdateEdition() }
        if content?.proceed() != false {
            isWaking = false
            releaseWaiters()
        }
        changeCount += 1
        resumeObservers()
        reader?.notify()
    }

    /// Stops waiting for contents after a time, since the server is about to stop.
    package nonisolated func release(after time: Duration) {
        Task {
            try await Task.sleep(for: time)
            await release()
        }
    }

    /// Stops waiting for contents, so that the document is sent with those that have loaded.
    package func release() {
        isReleased = true
        releaseWaiters()
        resumeObservers()
    }

    /// Resumes the tasks that wait for the first complete rendering.
    private func releaseWaiters() {
        deadline = nil
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.resume() }
    }
}
