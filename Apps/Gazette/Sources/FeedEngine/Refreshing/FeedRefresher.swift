import Foundation
import Logging
import NIOConcurrencyHelpers

/// Reads the feeds that are due, each by one of all processes, and stores what is new.
package final class FeedRefresher: Sendable {
    private let store: FeedStore
    private let source: FeedSource
    private let keeper: ArticleKeeper?
    private let icons: IconKeeper?
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    private struct State {
        var isRunning = false
        var lastLook = Date.distantPast
        var lastRemoval: Date?
        var observer: @Sendable () -> Void = {}
        var task: Task<Void, Never>?
        var fetchingIcons: Task<Void, Never>?
    }

    /// How many feeds are claimed and read at once; a host gets two requests at once.
    private static let width = 12
    /// How often due feeds are looked for, in seconds.
    private static let lookInterval = 5.0

    init(
        _ store: FeedStore, _ source: FeedSource, keeper: ArticleKeeper? = nil, icons: IconKeeper? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.source = source
        self.keeper = keeper
        self.icons = icons
        self.logger = logger
        self.now = now
    }

    /// Sets what runs when feeds were read.
    package func observe(_ observer: @escaping @Sendable () -> Void) {
        state.withLockedValue { $0.observer = observer }
    }

    /// Notes that a second has passed: begins to read the feeds that are due.
    package func tick() {
        let moment = now()
        let (begins, removes) = state.withLockedValue { state -> (Bool, Bool) in
            guard !state.isRunning, moment.timeIntervalSince(state.lastLook) >= Self.lookInterval else {
                return (false, false)
            }
            state.isRunning = true
            state.lastLook = moment
            let removes = state.lastRemoval.map { moment.timeIntervalSince($0) > 24 * 3600 } ?? true
            if removes { state.lastRemoval = moment }
            return (true, removes)
        }
        guard begins else { return }
        let task = Task { [self] in
            do {
                if removes { try await store.removeUnused() }
                _ = try await refresh()
            } catch {
                logger.debug("Feeds can't be refreshed.", metadata: ["error": "\(error)"])
            }
            state.withLockedValue { $0.isRunning = false }
            fetchIcons()
        }
        state.withLockedValue { $0.task = task }
    }

    /// Fetches some icons, beside the reading of feeds, which does not wait for their sites.
    private func fetchIcons() {
        guard let icons else { return }
        state.withLockedValue { current in
            guard current.fetchingIcons == nil else { return }
            current.fetchingIcons = Task { [self] in
                if (try? await icons.fetch()) == true { state.withLockedValue { $0.observer }() }
                state.withLockedValue { $0.fetchingIcons = nil }
            }
        }
    }

    /// Ends the reading of feeds; those that are being read are due again soon.
    package func stop() {
        for task in state.withLockedValue({ [$0.task, $0.fetchingIcons] }) { task?.cancel() }
    }

    /// Reads the feeds that are due.
    ///
    /// - Parameter onProgress: Receives how many have been read so far, after each group of them.
    /// - Returns: How many were read.
    @discardableResult
    package func refresh(onProgress: @Sendable (Int) -> Void = { _ in }) async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            let due = try await store.claim(upTo: Self.width, now: now())
            guard !due.isEmpty else { break }
            try await read(due)
            count += due.count
            onProgress(count)
        }
        return count
    }

    /// Reads some feeds although they are not due, with the server's consent to what has not changed.
    ///
    /// A feed that another process is reading at the moment is left to it.
    package func refresh(only feeds: [Int]) async throws {
        var rest = feeds[...]
        while !rest.isEmpty, !Task.isCancelled {
            let due = try await store.claim(upTo: Self.width, only: Array(rest.prefix(Self.width)), now: now())
            rest = rest.dropFirst(Self.width)
            try await read(due, revalidates: true)
        }
    }

    @concurrent private func read(_ due: [FeedStore.Due], revalidates: Bool = false) async throws {
        try await withThrowingTaskGroup { group in
            for feed in due {
                group.addTask { try await self.read(feed, revalidates) }
            }
            try await group.waitForAll()
        }
        state.withLockedValue { $0.observer }()
    }

    private func read(_ feed: FeedStore.Due, _ revalidates: Bool) async throws {
        let reading = await source.read(feed.address, revalidates: revalidates)
        // A request that was ended with the process says nothing about the feed.
        guard !Task.isCancelled else { return }
        let moment = now()
        let links = try await store.record(
            reading, of: feed, next: RefreshTimes.next(after: moment, reading, failures: feed.failures), now: moment)
        if let keeper { for link in links { await keeper.keep(link) } }
    }
}
