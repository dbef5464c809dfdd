#if SQLite
public import FreshetCore
public import Foundation
public import HTTPTypes

/// A durable queue of writes, which outlives the process.
///
/// ```swift
/// var writes = OutboxWrites()
/// try writes.register(like, with: forum)
/// let outbox = try Outbox(file: file, writes: writes)
/// try await outbox.enqueue(like, 7)
/// ```
///
/// A write is stored when ``enqueue(_:_:ifUnchanged:)`` returns, and is sent as soon as that is possible: with the
/// network, in the order of its scope, again after a failure, and after a restart. What is known of each write is
/// committed before and after its request, so that none is lost and none is sent twice by accident.
///
/// The file is private to its owner. One outbox opens it at a time, unless its settings say that it is shared.
public actor Outbox {
    /// The end of a write.
    enum End: Sendable {
        /// The response; `nil` where it is not known.
        case delivered(Response<Data>?)
        case failed(OutboxError)
    }

    private nonisolated let executor = OutboxExecutor()
    /// The executor: a queue of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The name under which a damaged file was set aside when the outbox was opened; `nil` if it was not.
    ///
    /// The outbox is empty then, or has what was left. That may have been sent: it is sent again if that is safe, and is
    /// unconfirmed otherwise. Report it to a person: writes may have been lost. The name may have an additional file with
    /// the ending `log`, a log of SQLite whose rest could not be read.
    public nonisolated let damagedFile: URL?

    let settings: OutboxSettings
    let time: TimeSource
    let store: OutboxFile
    let lock: OutboxLock
    /// Whether this outbox sends: it is its turn.
    var isSender: Bool
    /// What it knows of the turns of others, in a file that is shared.
    var turns = SenderTurns()
    /// The version of the file that was read last; `nil` to read it again.
    var dataVersion: Int?
    /// The number of the outcome that was reported last.
    var lastOutcome: Int64 = 0
    var watch: Task<Void, Never>?
    let registered: [String: RegisteredWrite]
    var queue: WriteQueue
    var tasks: [Int64: Task<Void, Never>] = [:]
    private var timer: Task<Void, Never>?
    var wake: Date?
    /// What resources show of the writes.
    let shownWrites: ShownWrites
    /// What they do not show yet: they do after the next decision what is sent.
    var unshown: [ShownWrites.Step] = []
    var isClosed = false
    var lastError: String?
    var waiting: [UUID: [Pending<End>]] = [:]
    private var drainers: [Pending<Void>] = []
    var observers: OutboxObservers
    private var environment: [EnvironmentObservation] = []
    private var accounts: [AccountObservation]

    /// Opens an outbox, and sends what is stored.
    ///
    /// Opening reads the file on the calling thread.
    ///
    /// - Parameters:
    ///   - file: The file. It is created with its folder if it does not exist. SQLite and the outbox create more next
    ///     to it.
    ///   - writes: The writes that may be enqueued, each with its client. Stored ones that are missing are kept as
    ///     unreadable.
    ///   - settings: The limits, and when a failed write is sent again.
    ///   - time: The clock and date. Tests pass those of a manual clock.
    /// - Throws: ``OutboxError/inUse`` if another outbox has the file open, ``OutboxError/store(_:)`` if it can't be
    ///   opened.
    public init(
        file: URL, writes: OutboxWrites, settings: OutboxSettings = OutboxSettings(), time: TimeSource = .system
    ) throws(OutboxError) {
        try self.init(file: file, writes: writes, settings: settings, time: time, pageLimit: nil)
    }

    /// Opens an outbox on a disk with room for a number of pages.
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

    // One that was not closed shows nothing any more, and no scope waits for it.
    deinit { shownWrites.perform([.closed]) }

    /// Sets what this build knows of a stored write.
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

    /// Stores a write, which is then sent as soon as that is possible.
    ///
    /// - Parameters:
    ///   - write: A write that was registered when the outbox was opened.
    ///   - input: The input of the write.
    ///   - head: The head of the response that showed what the write changes. If the server has something else when
    ///     the write is sent, there is a conflict (`If-Match`, RFC 9110 §13.1.1).
    /// - Returns: The receipt. The write is stored when this returns.
    /// - Throws: ``OutboxError/full``, ``OutboxError/store(_:)``, ``OutboxError/unsendable(_:)`` or
    ///   ``OutboxError/unregistered(_:)``. Nothing is stored then.
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

    /// A text of SQLite ends with its first NUL.
    private static func storable(_ text: String) -> String { text.replacing("\u{0}", with: "\u{FFFD}") }

    static func newKey() -> String { UUID().uuidString.lowercased() }

    // MARK: - Stored writes

    /// Returns the receipt of a write, as after a restart.
    ///
    /// - Throws: ``OutboxError/unknownWrite`` if there is no such write, or its outcome was acknowledged.
    public func receipt<API, Input, Output>(
        _ id: WriteID, of write: DurableWrite<API, Input, Output>
    ) throws(OutboxError) -> WriteReceipt<Output> {
        let (_, client) = try registration(of: write)
        let found = try stored(id, write.name)
        return WriteReceipt(id, self, write, found.input.isEmpty ? nil : try Self.input(found, of: write), client)
    }

    /// Returns the input of a write, such as to edit it.
    ///
    /// - Throws: ``OutboxError/unknownWrite``, also for one that has ended: of those, no input is stored that is not
    ///   needed to read the output. ``OutboxError/unregistered(_:)`` if this build can't read it.
    public func input<API, Input, Output>(
        of id: WriteID, as write: DurableWrite<API, Input, Output>
    ) throws(OutboxError) -> Input {
        guard !isClosed else { throw .closed }
        let found = try stored(id, write.name)
        guard !found.input.isEmpty else { throw .unknownWrite }
        return try Self.input(found, of: write)
    }

    private typealias StoredInput = (name: String, version: Int, input: Data)

    /// Returns the input of a write; an empty one if it has ended, and its input is not stored any more.
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

    /// Tries again at once what waits after a failure or for an account.
    ///
    /// Call it after a sign-in that the client's session does not know of, or when a person asks for it.
    public func resume() {
        guard !isClosed else { return }
        queue.resume()
        pump()
    }

    /// Sends what can be sent now.
    func pump() {
        guard !isClosed else { return }
        // In this order: what becomes due between the two is sent late otherwise.
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

    /// Sends what can be sent until a date, and returns how many writes were not delivered.
    ///
    /// It returns earlier when nothing can be sent before that date: everything was delivered, or waits for the
    /// network, an account, or the app. It is all that a background task or the end of a program needs; the outbox
    /// sends without it, too. Cancelling the task ends the wait. Where another process sends, it returns at once.
    public func drain(until deadline: Date) async -> Int {
        let start = time.now()
        let remaining = Duration.seconds(max(0, deadline.timeIntervalSince(time.date())))
        let timer = time.timer(at: start + remaining) { [weak self] in await self?.wakeDrainers() }
        defer { timer.cancel() }
        if settings.isShared, !isSender, lock.acquire() { takeTurn() }
        // The report of a change may still be on its way.
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

    /// Closes the outbox: requests in progress are cancelled, and the file may be opened again.
    ///
    /// Whatever was stored stays stored. A write whose request was cancelled is treated as one that may have arrived.
    public func close() {
        guard !isClosed else { return }
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
