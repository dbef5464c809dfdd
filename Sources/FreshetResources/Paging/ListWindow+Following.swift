import FreshetCore

extension ListWindow {
    // MARK: - The app's changes

    /// Shows the pages with the changes that the app has made since.
    func takeChanges() {
        while true {
            let (old, version) = guarded.withLock { ($0.shown.pages, $0.shown.version) }
            var new: [WindowPage<Item>]?
            for (index, page) in old.enumerated() {
                guard let changed = page.source?.changed(page) else { continue }
                new = new ?? old
                new?[index] = changed
            }
            guard let new else { return }
            // The app's closures ran outside the lock. If something has changed meanwhile, they run
            // again.
            let isTaken = guarded.withLock { window in
                guard window.shown.version == version else { return false }
                window.shown.take(new)
                return true
            }
            if isTaken { return }
        }
    }

    /// Observes the shown pages for as long as the window has an observer.
    func watchPages() {
        while true {
            let (version, isWatched, pages, known) = guarded.withLock { window in
                let version = window.observers.isEmpty ? nil : window.shown.version
                return (version, window.watched == version, window.shown.pages, window.watches)
            }
            if isWatched { return }
            let watches = version == nil ? [:] : watches(of: pages, known)
            // Earlier observations end after the lock, and after the new ones have begun.
            let old = guarded.withLock { window in
                defer { (window.watches, window.watched) = (watches, version) }
                if version == nil { window.following.isFetching = false }
                return window.watches
            }
            withExtendedLifetime(old) {}
        }
    }

    private func watches(
        of pages: [WindowPage<Item>], _ known: [RequestIdentity: ResourceObservation]
    ) -> [RequestIdentity: ResourceObservation] {
        var watches: [RequestIdentity: ResourceObservation] = [:]
        // A shared window follows the list's first page even if a limit has dropped it.
        let followed = options == nil ? nil : source.firstPage
        for page in [followed] + pages.map(\.source) {
            guard let page, let identity = page.identity, watches[identity] == nil else { continue }
            watches[identity] =
                known[identity]
                ?? page.observe(identity == followed?.identity ? options : nil) { [weak self] in self?.pageDidChange() }
        }
        return watches
    }

    private func pageDidChange() {
        takeChanges()
        follow()
        notifyOfNews()
    }

    private func notifyOfNews() {
        if guarded.withLock({ $0.noticed != $0.shown.version }) { notify() }
    }

    // MARK: - Following the first page

    /// Requests the pages of a shared window again if the list's first page has a new response, and
    /// the first page itself if another page was invalidated. The first page decides when it is
    /// fetched, as any resource does.
    func follow() {
        guard options != nil, let first = source.firstPage else { return }
        // While the pages are notified of an event one after another, a page may be requested
        // before it is notified. Its response would count as older than the event, and all pages
        // would be requested once more.
        first.afterWideEvents { [weak self] in
            self?.follow(first)
            self?.notifyOfNews()
        }
    }

    private func follow(_ first: any LivePage<Item>) {
        guard guarded.withLock({ !$0.observers.isEmpty }) else { return }
        let (pages, version, number) = guarded.withLock { ($0.shown.pages, $0.shown.version, $0.number) }
        let isHeld = pages.contains { $0.isHeld(at: time.now()) && $0.source?.identity != first.identity }
        let present = first.present
        let mustFollow = guarded.withLock { window in
            (window.shown.version, window.number) == (version, number) ? window.follow(present, isHeld: isHeld) : nil
        }
        // A load that has ended meanwhile may have followed a newer response than the one that was read.
        guard let mustFollow else { return follow() }
        if mustFollow {
            _ = begin(pages.isEmpty ? .load : .follow)
        } else if invalidated > guarded.withLock({ $0.following.invalidated }) {
            // An invalidation that concerns all pages has reached the first one as well.
            invalidate(first)
        }
    }

    /// The last invalidation that a page after the first one is older than; 0 for none.
    private var invalidated: Stamp {
        let first = source.firstPage?.identity
        let pages = guarded.withLock { $0.shown.pages }.filter { $0.source?.identity != first }
        return pages.compactMap { $0.source?.present.invalidated }.max() ?? 0
    }

    private func invalidate(_ first: any LivePage<Item>) {
        let present = first.present
        // After the first page was read: if a load of all pages ends in between, the first page has
        // another response, and the invalidation, which that load has dealt with, isn't taken for a
        // new one.
        let invalidated = invalidated
        // If its response still has to be followed, all pages will be requested anyway.
        guard present.activity == .idle else { return }
        let isNews = guarded.withLock { window in
            guard invalidated > window.following.invalidated, !window.shown.progress.isLoading,
                present.isOfSameResponse(as: window.following.response)
            else { return false }
            window.following.invalidated = invalidated
            return true
        }
        if isNews { first.invalidate() }
    }
}

extension WindowPage {
    fileprivate func isHeld(at time: Duration) -> Bool { source?.present.heldUntil.map { time < $0 } ?? false }
}
