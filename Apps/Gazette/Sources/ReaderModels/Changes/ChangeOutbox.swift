public import Foundation
public import Freshet
public import FreshetOutbox
import Synchronization

/// The changes of an account that are stored until its service has them.
///
/// It shows what the outbox has stored: the list is up to date when a method returns that changes it, and listeners are
/// called after each change.
public final class ChangeOutbox<Change: StoredChange>: Sendable {
    /// A stored change that was not delivered.
    public struct Entry: Identifiable, Equatable, Sendable {
        /// What was chosen; `nil` if this version can't read it.
        public let change: Change?
        /// What becomes of it.
        public let write: StoredWriteSummary

        /// The identifier of the write.
        public var id: WriteID { write.id }
    }

    private struct State {
        var entries: [Entry] = []
        var lastReading = 0
        var shownReading = 0
        var listeners: [Int: @Sendable () -> Void] = [:]
        var lastListener = 0
        var watch: Task<Void, Never>?
    }

    /// The outbox.
    public let outbox: Outbox
    private let state = Mutex(State())

    /// How long the first attempt of a change may take before the change counts as not sent yet, in seconds.
    private static var patience: TimeInterval { 2 }

    /// Settings for a file that several processes may open. The longest wait between attempts is 30 seconds.
    public static var settings: OutboxSettings {
        var settings = OutboxSettings()
        settings.isShared = true
        settings.retry = RetryPolicy(attempts: .max, base: .seconds(1), cap: .seconds(30), budget: nil)
        return settings
    }

    /// Opens the outbox of a file, and sends what is stored with the client of the account.
    ///
    /// - Throws: The `OutboxError` of a file that can't be opened.
    public init(
        file: URL, client: Client<Change.API>, settings: OutboxSettings = ChangeOutbox.settings,
        time: TimeSource = .system
    ) throws(OutboxError) {
        var writes = OutboxWrites()
        try writes.register(Change.write, with: client)
        outbox = try Outbox(file: file, writes: writes, settings: settings, time: time)
        let contents = outbox.contents
        let watch = Task { [weak self] in
            for await _ in contents { await self?.removeReplaced() }
        }
        state.withLock { $0.watch = watch }
    }

    deinit {
        state.withLock { $0.watch?.cancel() }
    }

    // MARK: - What is stored

    /// The changes that were not delivered, in their order.
    public var entries: [Entry] { state.withLock { $0.entries } }

    /// The number of changes to report as not sent yet: without those whose first attempt has just begun.
    public func unsentCount(now: Date = Date()) -> Int { unsent(now: now).count }

    /// The changes to report as not sent yet.
    func unsent(now: Date) -> [Entry] {
        entries.filter { entry in
            guard case .sending = entry.write.phase, entry.write.lastError == nil else { return true }
            return now.timeIntervalSince(entry.write.date) > Self.patience
        }
    }

    /// The changes that wait to be sent, in their order.
    public var waitingChanges: [Change] {
        entries.compactMap { entry in
            if case .failed = entry.write.phase { return nil }
            return entry.change
        }
    }

    /// Calls a listener after each change of the list.
    ///
    /// - Returns: A closure that removes the listener.
    public func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
        return { [weak self] in self?.state.withLock { $0.listeners[number] = nil } }
    }

    /// Reads the list again.
    public func read() async {
        let number = state.withLock { state in
            state.lastReading += 1
            return state.lastReading
        }
        var entries: [Entry] = []
        for write in await outbox.writes {
            let change = try? await outbox.input(of: write.id, as: Change.write)
            entries.append(Entry(change: change, write: write))
        }
        let found = entries
        let listeners = state.withLock { state -> [@Sendable () -> Void] in
            // A reading that began later has newer contents.
            guard number > state.shownReading else { return [] }
            state.shownReading = number
            guard state.entries != found else { return [] }
            state.entries = found
            return Array(state.listeners.values)
        }
        for listener in listeners { listener() }
    }

    // MARK: - Changing it

    /// Stores a change, which is then sent. Earlier changes that it replaces are removed if they failed or wait.
    ///
    /// - Throws: The `OutboxError` of a change that can't be stored.
    @discardableResult
    public func add(_ change: Change) async throws(OutboxError) -> WriteReceipt<Change.Output> {
        let receipt = try await outbox.enqueue(Change.write, change)
        await removeReplaced()
        return receipt
    }

    /// Removes the changes that a later one replaces: the outbox itself replaces only those that were never sent.
    private func removeReplaced() async {
        await read()
        let entries = entries
        for (index, entry) in entries.enumerated() where entry.isIdle {
            guard let change = entry.change,
                entries[(index + 1)...].contains(where: { $0.change?.replaces(change) == true })
            else { continue }
            try? await discard(entry.id)
        }
    }

    /// Sends a change again that has failed or waits.
    public func retry(_ id: WriteID) async throws(OutboxError) {
        try await outbox.retry(id)
        await read()
    }

    /// Replaces a change that is not being sent by what a function makes of it.
    public func edit(_ id: WriteID, _ body: (inout Change) -> Void) async throws(OutboxError) {
        var change = try await outbox.input(of: id, as: Change.write)
        body(&change)
        try await outbox.edit(id, of: Change.write, change)
        await read()
    }

    /// Removes a change that is not being sent.
    public func discard(_ id: WriteID) async throws(OutboxError) {
        try await outbox.discard(id)
        await read()
    }

    /// Removes all changes that are not being sent.
    public func discardAll() async {
        await read()
        for entry in entries { try? await discard(entry.id) }
    }

    /// Tries again at once to send what waits.
    public func resume() async {
        await outbox.resume()
        await read()
    }

    /// Waits until a change is not being sent any more and waits for no other one that is, or the time is over.
    public func settle(_ id: WriteID, within time: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask {
                for await _ in self.outbox.states {
                    await self.removeReplaced()
                    guard await self.isUnderWay(id) else { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
        await read()
    }

    /// Runs a decision about a change once it rests, and again if the outbox has begun to send it meanwhile.
    ///
    /// - Throws: What the decision throws; `OutboxError.beingSent` when the time is over.
    public func decide(
        on id: WriteID, within time: Duration, _ decision: (ChangeOutbox) async throws -> Void
    ) async throws {
        let end = ContinuousClock.now + time
        while true {
            await settle(id, within: ContinuousClock.now.duration(to: end))
            do {
                return try await decision(self)
            } catch OutboxError.beingSent where ContinuousClock.now < end {}
        }
    }

    private func isUnderWay(_ id: WriteID) async -> Bool {
        let writes = await outbox.writes
        guard let write = writes.first(where: { $0.id == id }) else { return false }
        switch write.phase {
        case .sending, .conflict: return true
        case .waiting where write.attempts == 0:
            return writes.contains { $0.scope == write.scope && $0.phase == .sending }
        default: return false
        }
    }

    /// Waits until a change was delivered, or can't be sent at the moment, or the time is over.
    ///
    /// - Returns: Whether it was delivered.
    /// - Throws: The final error.
    public func isDelivered(
        _ receipt: WriteReceipt<Change.Output>, within time: Duration
    ) async throws(OutboxError) -> Bool {
        await settle(receipt.id, within: time)
        if let entry = entries.first(where: { $0.id == receipt.id }) {
            guard case .failed = entry.write.phase else { return false }
        }
        _ = try await receipt.delivered()
        return true
    }

    /// Closes the outbox. What is stored stays stored.
    public func close() async {
        state.withLock { $0.watch?.cancel() }
        await outbox.close()
    }
}
