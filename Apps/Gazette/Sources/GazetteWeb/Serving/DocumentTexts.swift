import LivePages

/// The consecutive texts of a document that is sent while its parts load.
struct DocumentTexts {
    private let page: LivePage
    private let frame: DocumentFrame
    private let renderer: Renderer
    private let end: ContinuousClock.Instant
    private var stream = DocumentStream()
    private var draft: LivePage.Draft?
    private var title: String?
    private var hasHead = false
    /// Whether the last text has been returned.
    private(set) var isFinished = false

    /// - Parameter seconds: How long the parts are waited for.
    init(page: LivePage, frame: DocumentFrame, renderer: Renderer, seconds: Double) {
        self.page = page
        self.frame = frame
        self.renderer = renderer
        end = .now + .seconds(seconds)
    }

    /// The next text, once there is one; `nil` after the last.
    mutating func next() async -> String? {
        while !isFinished {
            let left = (end - .now) / .seconds(1)
            if let draft { await page.change(since: draft, within: left) }
            // A page that was closed meanwhile has no further text.
            guard let draft = await page.draft() else { return nil }
            self.draft = draft
            let isFinal = draft.isComplete || (hasHead && left <= 0)
            let text = head(draft) + parts(draft, isFinal: isFinal)
            guard isFinal else {
                if text.isEmpty { continue }
                return text
            }
            isFinished = true
            let sent = await page.noteSent(draft, title: title ?? draft.title, stream)
            return text + renderer.tail(frame: frame, page: sent, isStreamed: true)
        }
        return nil
    }

    private mutating func head(_ draft: LivePage.Draft) -> String {
        guard !hasHead else { return "" }
        hasHead = true
        title = draft.hasTitle ? draft.title : nil
        return renderer.head(title: title, section: draft.section, frame: frame, page: draft.page)
    }

    private mutating func parts(_ draft: LivePage.Draft, isFinal: Bool) -> String {
        // The title comes first.
        guard title != nil || draft.hasTitle || isFinal else { return stream.place(in: draft.parts) }
        let parts = stream.text(for: draft.parts, isFinal: isFinal)
        guard title == nil else { return parts }
        title = draft.title
        return renderer.lateTitle(draft.title) + parts
    }
}
