#if SQLite
public import FreshetCore
import Foundation
import HTTPTypes

/// The end of writes, and the reports of it.
extension Outbox {
    /// Waits until a write has ended, and returns how.
    func end(of id: UUID) async -> End {
        guard !isClosed else { return .failed(.closed) }
        do throws(OutboxError) {
            let outcome = try store.read { db in try OutboxRows.outcome(db, id: id) }
            let isStored = try store.read { db in try OutboxRows.contains(db, id: id) }
            let failed = queue.writes.values.first { $0.id == id && $0.phase == .failed }
            if let outcome, !isStored || failed != nil { return Self.end(outcome) }
            if let failed {
                return .failed(Self.error(of: failed.error, other: failed.cancelledBy, nil) ?? .discarded)
            }
            if !isStored { return .failed(.unknownWrite) }
        } catch {
            return .failed(error)
        }
        // There is no `await` between the look above and this, so the write can't end in between.
        let pending = Pending<End>()
        waiting[id, default: []].append(pending)
        return await pending.value { pending.resolve(.failed(.closed)) }
    }

    private static func end(_ outcome: StoredOutcome) -> End {
        if let error = error(of: outcome) { return .failed(error) }
        guard let answer = outcome.response else { return .delivered(nil) }
        var fields = HTTPFields()
        for (name, value) in answer.fields {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
        return .delivered(Response(value: answer.body, head: head, url: ResponseURL("")))
    }

    static func error(of outcome: StoredOutcome) -> OutboxError? {
        error(of: outcome.error, other: outcome.other, nil)
    }

    static func error(of code: String?, other: UUID?, _ error: FetchError?) -> OutboxError? {
        switch code {
        case nil: nil
        case "expired": .expired
        case "discarded": .discarded
        case "cancelled": other.map { .cancelled(by: WriteID($0)) } ?? .failed(code: "cancelled", nil)
        case "replaced": other.map { .replaced(by: WriteID($0)) } ?? .failed(code: "replaced", nil)
        case let code?: .failed(code: code, error)
        }
    }

    /// Informs the callers and observers that wait for a write which has ended.
    ///
    /// - Parameter step: What resources show; `nil` to derive it from the end.
    func finish(_ id: UUID, _ name: String, _ end: End, at date: Date, step: ShownWrites.Step? = nil) {
        unshown.append(step ?? Self.step(id, end))
        inform(id, end)
        if case .failed(.discarded) = end { return }
        let result: WriteOutcome.Result =
            switch end {
            case .delivered: .delivered
            case .failed(let error): .failed(error)
            }
        let outcome = WriteOutcome(id: WriteID(id), name: name, date: date, result: result)
        observers.report(outcome)
    }

    private static func step(_ id: UUID, _ end: End) -> ShownWrites.Step {
        switch end {
        case .delivered: .delivered(id, nil)
        case .failed(.replaced(let new)): .replaced(id, by: new.uuid)
        case .failed: .failed(id)
        }
    }

    private func inform(_ id: UUID, _ end: End) {
        for pending in waiting.removeValue(forKey: id) ?? [] { pending.resolve(end) }
    }

    /// Informs the callers and observers that wait for writes which another process has ended.
    func informOthers(_ outcomes: [StoredOutcome], stored: Set<UUID>) {
        for outcome in outcomes {
            let end = Self.end(outcome)
            unshown.append(Self.step(outcome.id, end))
            inform(outcome.id, end)
            observers.report(Self.public(outcome))
        }
        for id in waiting.keys where !stored.contains(id) { inform(id, .failed(.discarded)) }
    }

    static func `public`(_ outcome: StoredOutcome) -> WriteOutcome {
        let result = error(of: outcome).map { WriteOutcome.Result.failed($0) } ?? .delivered
        return WriteOutcome(id: WriteID(outcome.id), name: outcome.name, date: outcome.date, result: result)
    }

    /// Removes the outcome of a write, which is then no longer reported. A failed write stays
    /// stored.
    ///
    /// - Throws: ``OutboxError/store(_:)``; ``OutboxError/closed``.
    public func acknowledge(_ id: WriteID) throws(OutboxError) {
        guard !isClosed else { throw .closed }
        try store.write { db in try OutboxRows.removeOutcome(db, id: id.uuid) }
    }
}
#endif
