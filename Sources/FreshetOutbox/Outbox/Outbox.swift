#if SQLite
public import FreshetCore
public import Foundation
public import HTTPTypes

/// A durable queue of writes, which survives the end of the process.
///
/// ```swift
/// var writes = OutboxWrites()
/// try writes.register(like, with: forum)
/// let outbox = try Outbox(file: file, writes: writes)
/// try await outbox.enqueue(like, 7)
/// ```
///
/// A write is stored when ``enqueue(_:_:ifUnchanged:)`` returns, and is sent as soon as possible:
/// once there is a network, in the order of its scope, again after a failure, and after a restart
/// of the app. The progress of each write is committed before and after its request, so that none
/// is lost and none is sent twice by accident.
///
/// Only the file's owner may read it. One outbox opens it at a time, unless the settings declare
/// that it is shared.
public actor Outbox {
    /// The end of a write.
    enum End: Sendable {
        /// The response; `nil` if it isn't known.
        case delivered(Response<Data>?)
        case failed(OutboxError)
    }

    private nonisolated let executor = OutboxExecutor()
    /// The executor, which is a serial queue of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The name under which a damaged file was set aside when the outbox was opened; `nil` if the
    /// file wasn't damaged.
    ///
    /// After damage, the outbox is empty or has the remaining writes. These may have been sent
    /// already: they are sent again if that is safe, and are unconfirmed otherwise. Tell the user,
    /// since writes may have been lost. An additional file with the extension `log` may exist,
    /// which is a SQLite log that could be read only in part.
    public nonisolated let damagedFile: URL?

    let settings: OutboxSettings
    let time: TimeSource
    let store: OutboxFile
    let lock: OutboxLock
    /// Whether this outbox has the turn to send.
    var isSender: Bool
    /// What it knows of the turns of other processes, if the file is shared.
    var turns = SenderTurns()
    /// The version of the file that was read last; `nil` to read it again.
    var dataVersion: Int?
    /// The number of the last reported outcome.
    var lastOutcome: Int64 = 0
    var watch: Task<Void, Never>?
    let registered: [String: RegisteredWrite]
    var queue: WriteQueue
    var tasks: [Int64: Task<Void, Never>] = [:]
    private var timer: Task<Void, Never>?
    var wake: Date?
    /// The changes of the writes that resources show.
    let shownWrites: ShownWrites
    /// The steps that resources don't show yet. They do after the next decision about what to send.
    var unshown: [ShownWrites.Step] = []
    var isClosed = false
    var lastError: String?
    var waiting: [UUID: [Pending<End>]] = [:]
    private var drainers: [Pending<Void>] = []
    var observers: OutboxObservers
    private var environment: [EnvironmentObservation] = []
    private var accounts: [AccountObservation]

    /// Opens an outbox, and starts to send the stored writes.
    ///
    /// Opening reads the file on the calling thread.
    ///
    /// - Parameters:
    ///   - file: The file. It is created with its folder if it doesn't exist. SQLite and the outbox
    ///     create additional files next to it.
    ///   - writes: The writes that may be enqueued, each with its client. Stored writes that aren't
    ///     among them are kept as unreadable.
    ///   - settings: The limits, and the rules for sending a failed write again.
    ///   - time: The clock and the date. Tests pass a manual clock.
    /// - Throws: ``OutboxError/inUse`` if another outbox has the file open, ``OutboxError/store(_:)`` if it can't be
    ///   opened.
    public init(
        file: URL, writes: OutboxWrites, settings: OutboxSettings = OutboxSettings(), time: TimeSource = .system
    ) throws(OutboxError) {
        try self.init(file: file, writes: writes, settings: settings, time: time, pageLimit: nil)
    }

    /// Opens an outbox as if the disk had room for only a number of pages.
    package init(
        file: URL, writes: OutboxWrites, settings: OutboxSettings = OutboxSettings(), time: TimeSource = .system,
        pageLimit: Int?
    ) throws(OutboxError) {
        registered = writes.registered
        do { try PrivateFile.makeFolder(of: file) } catch { throw .store("its folder can't be made") }
        lock = try OutboxLock(file)
        isSender = lock.acquire()
        guard isSender || settings.isShared else { throw .inUse }
        store = try OutboxFile(
            file, synchronous: settings.synchronous, pageLimit: pageLimit, mayReplace: isSender)
        damagedFile = store.damaged
        self.settings = settings
        self.time = time
        var queue = WriteQueue(policy: settings.retry, perHost: settings.concurrentPerHost)
        var shown: [ShownWrites.Step] = []
        try store.read { [registered] db in
            try OutboxRows.forEach(db) { row in
                let write = Self.settled(row, registered)
                queue.insert(write.queued)
                if let known = registered[write.queued.name], known.shows(write.queued) {
                    shown.append(.changed(write.queued, known, stored: write, isSending: false))
                }
            }
        }
        _ = queue.takeTouched()
        let shownWrites = ShownWrites { [store] known, account in
            account.isEmpty || known.session.map { store.digest(ofAccount: $0.callAccount.identity) } == account
        }
        self.shownWrites = shownWrites
        // Before the outbox decides anything: resources show the changes of the account with their first state.
        accounts = Self.sessions(of: registered).map { session in
            session.observeAccount { _ in shownWrites.perform([.accountChanged]) }
        }
        shownWrites.perform(shown)
        dataVersion = store.dataVersion()
        lastOutcome = try store.read { db in try OutboxRows.lastOutcome(db) }
        queue.isOffline = Self.reachability(of: registered)?.isOffline ?? false
        self.queue = queue
        observers = OutboxObservers(Self.state(of: queue, nextAttempt: nil, lastError: nil))
        Task { await self.begin() }
    }

    // An outbox that wasn't closed stops showing its changes, and no scope waits for it.
    deinit { shownWrites.perform([.closed]) }

    /// Adds what this build knows about a stored write.
    static func settled(_ write: StoredWrite, _ registered: [String: RegisteredWrite]) -> StoredWrite {
        var write = write
        guard let known = registered[write.queued.name] else {
            if write.queued.phase == .waiting { write.queued.phase = .unreadable }
            return write
        }
        known.settle(&write)
        guard !write.queued.isDamaged else { return write }
        let canRead = known.canRead(write.version)
        if write.queued.phase == .waiting, !canRead { write.queued.phase = .unreadable }
        if write.queued.phase == .unreadable, canRead { write.queued.phase = .waiting }
        return write
    }

    private static func reachability(of registered: [String: RegisteredWrite]) -> (any Reachability)? {
        registered.values.lazy.compactMap(\.reachability).first
    }

    private static func sessions(of registered: [String: RegisteredWrite]) -> [any AccountSession] {
        var sessions: [ObjectIdentifier: any AccountSession] = [:]
        for session in registered.values.compactMap(\.session) { sessions[ObjectIdentifier(session)] = session }
        return Array(sessions.values)
    }

    private func begin() {
        guard !isClosed else { return }
        accounts += Self.sessions(of: registered).map { session in
            session.observeAccount { [weak self] _ in
                guard let self else { return }
                Task { await self.accountChanged() }
            }
        }
        if let reachability = Self.reachability(of: registered) {
            queue.isOffline = reachability.isOffline
            environment.append(
                reachability.observe { [weak self] isOffline in
                    guard let self else { return }
                    Task { await self.networkChanged(isOffline) }
                })
        }
        pump()
        if settings.isShared { watchFile() }
    }

    // MARK: - Enqueueing

    /// Stores a write, which is then sent as soon as possible.
    ///
    /// - Parameters:
    ///   - write: A write that was registered when the outbox was opened.
    ///   - input: The input of the write.
    ///   - head: The head of the response that showed the value which the write changes. If the
    ///     server has another value when the write is sent, there is a conflict (`If-Match`, RFC
    ///     9110 §13.1.1).
    /// - Returns: The receipt, by which the app can wait for the delivery. The write is stored when
    ///   this returns.
    /// - Throws: ``OutboxError/full``, ``OutboxError/store(_:)``, ``OutboxError/unsendable(_:)`` or
    ///   ``OutboxError/unregistered(_:)``, or ``OutboxError/closed`` after the outbox was closed.
    ///   In these cases, nothing is stored.
    @discardableResult
    public func enqueue<API, Input, Output>(
        _ write: DurableWrite<API, Input, Output>, _ input: Input, ifUnchanged head: HTTPResponse? = nil
    ) throws(OutboxError) -> WriteReceipt<Output> {
        let (known, client) = try registration(of: write)
        let prepared = try PreparedWrite(write, input, client, ifUnchanged: head)
        var queued = QueuedWrite(sequence: 0, id: UUID(), name: write.name, created: time.date())
        queued.account = known.session.map { store.digest(ofAccount: $0.callAccount.identity) } ?? ""
        queued.scope = write.scope?(input).map(Self.storable)
        queued.replaceKey = write.replaceKey?(input).map { Self.storable("\(write.name)\u{1F}\($0)") }
        queued.rule = write.rule
        var stored = StoredWrite(
            queued: queued, version: write.version, input: prepared.input, key: Self.newKey(),
            validator: prepared.validator)
        known.settle(&stored)
        stored.queued.bytes = stored.cost
        let replaced = stored.queued.replaceKey.flatMap { queue.replaced(by: $0, account: queued.account) }
        if let replaced, replaced.scope == queued.scope, try replace(replaced, by: &stored) {
            queue.remove(replaced.sequence)
            queue.insert(stored.queued)
            finish(replaced.id, replaced.name, .failed(.replaced(by: WriteID(stored.queued.id))), at: time.date())
        } else {
            guard queue.writes.count < settings.countLimit, queue.bytes + stored.cost <= settings.byteLimit else {
                throw .full
            }
            stored = try store.write(isPromise: true) { db in try OutboxRows.insert(db, stored) }
            queue.insert(stored.queued)
        }
        pump()
        return WriteReceipt(WriteID(stored.queued.id), self, write, input, client)
    }

    /// Replaces an unsent write in the file. Returns `false` if another process has sent or changed it.
    private func replace(_ old: QueuedWrite, by new: inout StoredWrite) throws(OutboxError) -> Bool {
        guard queue.bytes - old.bytes + new.cost <= settings.byteLimit else { throw .full }
        let sequence = new.queued.sequence
        new.queued.sequence = old.sequence
        let (stored, date) = (new, time.date())
        let isReplaced = try store.write(isPromise: true) { db in
            guard let row = try OutboxRows.head(db, of: old), row.arrival == .unsent,
                try OutboxRows.update(db, stored, was: old)
            else { return false }
            let outcome = StoredOutcome(
                id: old.id, name: old.name, version: row.version, input: Data(), date: date, error: "replaced",
                other: stored.queued.id)
            try OutboxRows.insert(db, outcome, limit: settings.outcomeLimit)
            return true
        }
        if !isReplaced { new.queued.sequence = sequence }
        return isReplaced
    }

    func registration<API, Input, Output>(
        of write: DurableWrite<API, Input, Output>
    ) throws(OutboxError) -> (RegisteredWrite, Client<API>) {
        guard !isClosed else { throw .closed }
        guard let known = registered[write.name], let client = known.client as? Client<API> else {
            throw .unregistered(write.name)
        }
        return (known, client)
    }

    /// Replaces NUL characters, since SQLite ends a text at the first one.
    private static func storable(_ text: String) -> String { text.replacing("\u{0}", with: "\u{FFFD}") }

    static func newKey() -> String { UUID().uuidString.lowercased() }

    // MARK: - Stored writes

    /// Returns the receipt of a write, for example after a restart.
    ///
    /// - Throws: ``OutboxError/unknownWrite`` if there is no such write, or its outcome was
    ///   acknowledged; ``OutboxError/unregistered(_:)`` if this build can't read it;
    ///   ``OutboxError/closed``.
    public func receipt<API, Input, Output>(
        _ id: WriteID, of write: DurableWrite<API, Input, Output>
    ) throws(OutboxError) -> WriteReceipt<Output> {
        let (_, client) = try registration(of: write)
        let found = try stored(id, write.name)
        return WriteReceipt(id, self, write, found.input.isEmpty ? nil : try Self.input(found, of: write), client)
    }

    /// Returns the input of a write, for example to edit it.
    ///
    /// - Throws: ``OutboxError/unknownWrite``, also for a write that has ended, unless its input is
    ///   needed to decode the output. ``OutboxError/unregistered(_:)`` if this build can't read the
    ///   input.
    public func input<API, Input, Output>(
        of id: WriteID, as write: DurableWrite<API, Input, Output>
    ) throws(OutboxError) -> Input {
        guard !isClosed else { throw .closed }
        let found = try stored(id, write.name)
        guard !found.input.isEmpty else { throw .unknownWrite }
        return try Self.input(found, of: write)
    }

    private typealias StoredInput = (name: String, version: Int, input: Data)

    /// Returns the input of a write; an empty one if it has ended and its input is no longer
    /// stored.
    private func stored(_ id: WriteID, _ name: String) throws(OutboxError) -> StoredInput {
        let found: StoredInput? = try store.read { db in
            if let row = try OutboxRows.write(db, id: id.uuid) {
                if row.queued.isDamaged { throw OutboxError.unregistered(name) }
                return (row.queued.name, row.version, row.input)
            }
            return try OutboxRows.outcome(db, id: id.uuid).map { ($0.name, $0.version, $0.input) }
        }
        guard let found, found.name == name else { throw .unknownWrite }
        return found
    }

    private static func input<API, Input, Output>(
        _ found: StoredInput, of write: DurableWrite<API, Input, Output>
    ) throws(OutboxError) -> Input {
        do { return try write.input(found.input, version: found.version) } catch { throw .unregistered(write.name) }
    }

    // MARK: - Sending

    private func networkChanged(_ isOffline: Bool) {
        guard !isClosed else { return }
        queue.isOffline = isOffline
        if !isOffline { queue.networkReturned() }
        pump()
    }

    private func accountChanged() {
        guard !isClosed else { return }
        queue.accountChanged()
        pump()
    }

    /// Immediately retries the writes that wait after a failure or for an account.
    ///
    /// Call it after a sign-in that the client's session doesn't know about, or when the user
    /// requests it.
    public func resume() {
        guard !isClosed else { return }
        queue.resume()
        pump()
    }

    /// Sends the writes that can be sent now.
    func pump() {
        guard !isClosed else { return }
        // In this order: otherwise a write that becomes due between the two calls is sent late.
        let (start, now) = (time.now(), time.date())
        let plan = isSender ? queue.next(at: now) : WriteQueue.Plan()
        if !plan.changed.isEmpty { perform(plan.changed.map { .updated($0) }) }
        showWrites()
        for step in plan.steps {
            switch step {
            case .send(let sequence): send(sequence)
            case .confirm(let sequence): confirm(sequence)
            }
        }
        timer?.cancel()
        timer = plan.wake.map { wait in
            time.timer(at: start + wait) { [weak self] in await self?.pump() }
        }
        wake = plan.wake.map { now.addingTimeInterval($0 / .seconds(1)) }
        showState()
        for drainer in drainers { drainer.resolve(()) }
        drainers = []
    }

    /// Sends writes until a date, and returns the number of writes that weren't delivered.
    ///
    /// ```swift
    /// let remaining = await outbox.drain(until: .now + 30)
    /// ```
    ///
    /// It returns earlier if nothing more can be sent before that date: every write was delivered,
    /// or waits for the network, an account or the app. A background task or a program that ends
    /// needs only this call; otherwise the outbox sends by itself. Cancelling the task ends the
    /// wait. If another process has the turn to send, it returns immediately.
    public func drain(until deadline: Date) async -> Int {
        let start = time.now()
        let remaining = Duration.seconds(max(0, deadline.timeIntervalSince(time.date())))
        let timer = time.timer(at: start + remaining) { [weak self] in await self?.wakeDrainers() }
        defer { timer.cancel() }
        if settings.isShared, !isSender, lock.acquire() { takeTurn() }
        // The report of a network change may not have arrived yet.
        if let isOffline = Self.reachability(of: registered)?.isOffline, isOffline != queue.isOffline {
            networkChanged(isOffline)
        }
        pump()
        while !isClosed, !Task.isCancelled, time.date() < deadline {
            let isDue = wake.map { $0 <= deadline } ?? false
            if queue.inProgress.isEmpty, queue.resolving.isEmpty, !isDue { break }
            let pending = Pending<Void>()
            drainers.append(pending)
            await pending.value { pending.resolve(()) }
        }
        return queue.writes.count
    }

    private func wakeDrainers() {
        for drainer in drainers { drainer.resolve(()) }
        drainers = []
    }

    // MARK: - Closing

    /// Closes the outbox, cancels the requests in progress and releases the file.
    ///
    /// The stored writes stay in the file, which may be opened again. A write whose request was
    /// cancelled is treated as possibly applied.
    public func close() {
        guard !isClosed else { return }
        // First, so that every caller that resumes below finds the outbox closed.
        isClosed = true
        timer?.cancel()
        watch?.cancel()
        for task in tasks.values { task.cancel() }
        environment.forEach { $0.cancel() }
        (environment, accounts, tasks) = ([], [], [:])
        shownWrites.perform([.closed])
        store.close()
        lock.release()
        for pending in waiting.values.joined() { pending.resolve(.failed(.closed)) }
        waiting = [:]
        wakeDrainers()
        observers.finish()
    }
}
#endif
