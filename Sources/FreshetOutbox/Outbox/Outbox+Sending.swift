#if SQLite
import Foundation
import FreshetCore
import HTTPTypes

extension Outbox {
    /// The fields of a response that are stored with an outcome.
    private static let storedFields: [HTTPField.Name] = [.contentType, .eTag, .lastModified, .location, .date]

    func send(_ sequence: Int64) {
        guard let (stored, known) = row(sequence) else { return }
        let id = stored.queued.id
        let isRepetition = stored.queued.arrival != .unsent
        let (turn, number) = (shownWrites.turn(of: id), shownWrites.number(of: id))
        tasks[sequence] = Task { [weak self] in
            var report = RegisteredWrite.Report.failure(.cancelled, wasSent: false)
            if await turn?.begin() ?? true {
                report = await known.send(stored, number) { [weak self] request, account throws(FetchError) in
                    guard let self else { throw .cancelled }
                    return try await self.commitSending(sequence, stored, request, account)
                }
            }
            await self?.end(sequence, id, report, isRepetition: isRepetition, honoursKeys: known.honoursKeys)
        }
    }

    func confirm(_ sequence: Int64) {
        guard let (stored, known) = row(sequence), let confirm = known.confirm else { return }
        let id = stored.queued.id
        tasks[sequence] = Task { [weak self] in
            let result = await confirm(stored) { [weak self] _, account throws(FetchError) in
                guard let self else { throw .cancelled }
                return try await self.check(account, of: stored)
            }
            await self?.endConfirmation(sequence, id, result)
        }
    }

    /// Returns the row of a write that is about to be sent. If the row can't be read, the write is
    /// tried again later.
    private func row(_ sequence: Int64) -> (StoredWrite, RegisteredWrite)? {
        do throws(OutboxError) {
            let found = try store.read { db in try OutboxRows.write(db, sequence) }
            guard let found, let known = registered[found.queued.name] else {
                postpone(sequence)
                return nil
            }
            var stored = found
            known.settle(&stored)
            guard !stored.queued.isDamaged else {
                setUnreadable(sequence, isDamaged: true)
                return nil
            }
            return (stored, known)
        } catch {
            postpone(sequence)
            return nil
        }
    }

    private func postpone(_ sequence: Int64) {
        perform(queue.end(sequence, .again(.notArrived, code: "store"), at: time.date()))
        Task { [weak self] in await self?.pump() }
    }

    /// Returns the number of requests that were sent for the write.
    @discardableResult
    private func check(_ account: String, of stored: StoredWrite) throws(FetchError) -> Int {
        guard !isClosed else { throw .cancelled }
        let owner = stored.queued.account
        // The account may have changed since the write was chosen. It must never be sent with the
        // credentials of another one.
        guard owner.isEmpty || store.digest(ofAccount: account) == owner else {
            throw FetchError(.authentication(.signedOut))
        }
        return stored.queued.attempts
    }

    /// Commits that the request of a write is sent, before it is, and returns its number.
    private func commitSending(
        _ sequence: Int64, _ stored: StoredWrite, _ request: SentRequest, _ account: String
    ) throws(FetchError) -> Int {
        try check(account, of: stored)
        let rule = registered[stored.queued.name]?.repetition(request.method)
        guard let present = queue.writes[sequence], present.id == stored.queued.id, present.key == stored.key,
            let queued = queue.beginSending(sequence, at: time.date(), repetition: rule)
        else { throw .cancelled }
        do {
            // `hasTurn` is read in the transaction: a process that took over while this one was suspended
            // may already be sending the write.
            let isStored = try store.write { db in try hasTurn && OutboxRows.beginSending(db, queued, request) }
            guard isStored else { throw FetchError.cancelled }
        } catch {
            throw FetchError(.interceptor("The write could not be stored before it was sent."), underlying: error)
        }
        return queued.attempts
    }

    // MARK: - The end of an attempt

    private func end(
        _ sequence: Int64, _ id: UUID, _ report: RegisteredWrite.Report, isRepetition: Bool, honoursKeys: Bool
    ) {
        guard isPresent(sequence, id) else { return }
        switch report {
        case .response(let response, let output):
            lastError = nil
            if let output { unshown.append(.delivered(id, output)) }
            perform(queue.end(sequence, .delivered, at: time.date()), response: response)
        case .failure(let error, _, wasApplied: true):
            lastError = error.code
            perform(queue.end(sequence, .delivered, at: time.date()))
        case .failure(let error, let wasSent, _):
            var result = AttemptResult(
                error, wasSent: wasSent, isRepetition: isRepetition, honoursKeys: honoursKeys)
            // The commit before the request failed, so nothing was sent.
            if case .interceptor = error.kind, !wasSent { result = .again(.notArrived, code: "store") }
            if result != .delivered { lastError = error.code }
            perform(queue.end(sequence, result, at: time.date()), error: error)
        case .unreadable:
            setUnreadable(sequence, isDamaged: false)
        }
        pump()
    }

    private func setUnreadable(_ sequence: Int64, isDamaged: Bool) {
        _ = queue.end(sequence, .again(.notArrived, code: "unreadable"), at: time.date())
        queue.change(sequence) { ($0.phase, $0.isDamaged) = (.unreadable, isDamaged) }
        perform([.updated(sequence)])
    }

    private func endConfirmation(_ sequence: Int64, _ id: UUID, _ result: Result<Bool, FetchError>) {
        guard isPresent(sequence, id) else { return }
        switch result {
        case .success(true): perform(queue.end(sequence, .delivered, at: time.date()))
        case .success(false): perform(queue.end(sequence, .notApplied, at: time.date()))
        case .failure(let error):
            lastError = error.code
            var result = AttemptResult(error, wasSent: false, isRepetition: false, honoursKeys: false)
            switch result {
            case .again(_, let code, let after): result = .again(.notArrived, code: code, after: after)
            case .failed(let code), .conflict(let code), .lost(let code): result = .unconfirmed(code: code)
            // The response belongs to the read, so it says nothing about the response to the write.
            case .delivered: result = .unconfirmed(code: error.code)
            default: break
            }
            perform(queue.end(sequence, result, at: time.date()))
        }
        pump()
    }

    /// Whether a result still belongs to a write, so that the end of one write never removes
    /// another.
    private func isPresent(_ sequence: Int64, _ id: UUID) -> Bool {
        guard !isClosed else { return false }
        tasks[sequence] = nil
        return queue.writes[sequence]?.id == id
    }

    /// Stores the changes of the queue, and informs the waiting callers.
    func perform(_ changes: [WriteQueue.Change], response: Response<Data>? = nil, error: FetchError? = nil) {
        let date = time.date()
        var isOurs = true
        var ended: [(write: QueuedWrite, end: End, step: ShownWrites.Step?)] = []
        var keys: [Int64: String] = [:]
        do throws(OutboxError) {
            try store.write { db in
                isOurs = hasTurn
                // The process that took over from this one, while it was suspended, decides. A
                // delivered write is delivered all the same.
                for change in isOurs ? changes : changes.filter(\.isRemoval) {
                    switch change {
                    case .updated(let sequence):
                        guard let write = queue.writes[sequence] else { continue }
                        try OutboxRows.update(db, write)
                        guard write.phase == .failed else { continue }
                        let failure = Self.error(of: write.error, other: write.cancelledBy, error)
                        if try record(db, write, date, write.error, nil) {
                            ended.append((write, .failed(failure ?? .discarded), nil))
                        }
                    case .removed(let write):
                        if try record(db, write, date, nil, response) {
                            ended.append((write, .delivered(response), nil))
                        }
                        try OutboxRows.remove(db, write)
                    case .replaced(let write, let new, let former):
                        var write = write
                        write.cancelledBy = new
                        if try record(db, write, date, "replaced", nil) {
                            // A write that is being sent is shown at its own position.
                            let step = former == nil ? ShownWrites.Step.failed(write.id) : nil
                            ended.append((write, .failed(.replaced(by: WriteID(new))), step))
                        }
                        try OutboxRows.remove(db, write)
                        if let former { try OutboxRows.move(db, from: former, to: write.sequence, id: new) }
                    case .conflict(let sequence):
                        guard let write = queue.writes[sequence] else { continue }
                        try OutboxRows.update(db, write)
                        let key = Self.newKey()
                        try OutboxRows.setKey(db, write, key)
                        keys[sequence] = key
                    }
                }
            }
            for (sequence, key) in keys { queue.change(sequence) { $0.key = key } }
            lastOutcome = try store.read { db in try OutboxRows.lastOutcome(db) }
        } catch {
            // The file still has the earlier state: after a restart, the writes are treated as
            // possibly applied.
            lastError = "store"
        }
        guard isOurs else {
            dataVersion = nil
            for (write, end, step) in ended { finish(write.id, write.name, end, at: date, step: step) }
            for case .conflict(let sequence) in changes { queue.abandonConflict(sequence) }
            return
        }
        for (write, end, step) in ended { finish(write.id, write.name, end, at: date, step: step) }
        for case .conflict(let sequence) in changes { resolve(sequence, error) }
    }

    /// Whether this process still has the turn. If it is read in a transaction, it stays the same
    /// until the end of that.
    private var hasTurn: Bool { !settings.isShared || isSender && lock.isOwn }

    /// Records the outcome of a write. Returns `false` if another process has changed the write
    /// meanwhile.
    private func record(
        _ db: OutboxDatabase, _ write: QueuedWrite, _ date: Date, _ code: String?, _ response: Response<Data>?
    ) throws -> Bool {
        guard let row = try OutboxRows.head(db, of: write, inputLimit: settings.responseLimit) else { return false }
        var outcome = StoredOutcome(
            id: write.id, name: write.name, version: row.version, input: Data(), date: date, error: code,
            other: write.cancelledBy)
        let names = registered[write.name]?.secretNames ?? .standard
        if let response, response.value.count <= settings.responseLimit,
            !SecretMembers.areIn(
                response: response.value, contentType: response.head.headerFields[.contentType], names)
        {
            var fields: [String: String] = [:]
            for name in Self.storedFields {
                guard let value = response.head.headerFields[name], !SecretMembers.hasItem(value, names) else {
                    continue
                }
                fields[name.rawName] = value
            }
            outcome.response = StoredAnswer(
                status: response.head.status.code, fields: fields, body: response.value)
            outcome.input = row.input
        }
        try OutboxRows.insert(db, outcome, limit: settings.outcomeLimit)
        return true
    }

    // MARK: - Conflicts

    private func resolve(_ sequence: Int64, _ error: FetchError?) {
        guard let (stored, known) = row(sequence), let resolve = known.resolve, let answer = error?.response else {
            return perform(queue.resolve(sequence, .fail, at: time.date()), error: error)
        }
        let id = stored.queued.id
        tasks[sequence] = Task { [weak self] in
            let resolution = await resolve(stored, answer)
            await self?.endConflict(sequence, id, resolution, error)
        }
    }

    private func endConflict(
        _ sequence: Int64, _ id: UUID, _ resolution: RegisteredWrite.Resolution, _ error: FetchError?
    ) {
        guard isPresent(sequence, id) else { return }
        switch resolution {
        case .fail: perform(queue.resolve(sequence, .fail, at: time.date()), error: error)
        case .discard:
            guard let write = queue.writes[sequence] else { return }
            try? store.write { db in try OutboxRows.remove(db, write) }
            _ = queue.resolve(sequence, .discard, at: time.date())
            finish(write.id, write.name, .failed(.discarded), at: time.date())
        case .retry(let input, let validator):
            do throws(OutboxError) {
                let key = Self.newKey()
                try store.write { db in
                    guard var row = try OutboxRows.write(db, sequence) else { return }
                    let old = row.queued
                    (row.input, row.validator, row.key) = (input, validator, key)
                    row.version = registered[row.queued.name]?.version ?? row.version
                    row.request = nil
                    _ = try OutboxRows.update(db, row, was: old)
                }
                queue.change(sequence) { $0.key = key }
                perform(queue.resolve(sequence, .retry, at: time.date()))
            } catch {
                perform(queue.resolve(sequence, .fail, at: time.date()))
            }
        }
        pump()
    }
}
#endif
