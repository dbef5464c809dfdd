import Foundation
import FreshetCore
import HTTPTypes

// Writes are entries in the log of changes. A successful write stays until data arrives that was
// requested after its end. A rejected write is removed immediately. A write with an unknown outcome
// stays until such data arrives, and is then removed.
extension ResourceMachine {
    /// - Parameter durable: The durable write that it is; it is held until ``holdWrite(_:_:_:)``.
    mutating func beginWrite(_ id: Stamp, _ durable: WriteID?, _ change: (@Sendable (inout Value) -> Void)?) {
        // In the same event as the insertion, so that no state in between lacks the changes of both plans.
        if durable != nil { changes.removeAll { $0.began == id && ($0.isSuperseded || !$0.isPending) } }
        // A durable write is shown again after a restart, possibly after writes with larger numbers. Its
        // number decides its place.
        let position = changes.firstIndex { $0.began > id } ?? changes.endIndex
        let new = Change(began: id, phase: .pending, durable: durable, isHeld: durable != nil, apply: change)
        changes.insert(new, at: position)
        appChanges += 1
        revision.advance()
        hasChanged = true
    }

    mutating func holdWrite(_ id: Stamp, _ isHeld: Bool, _ now: Moment) {
        for index in changes.indices where changes[index].began == id && changes[index].isPending {
            changes[index].isHeld = isHeld
        }
        if isHeld { startAfterWrite(now) }
    }

    mutating func supersedeWrite(_ id: Stamp) {
        for index in changes.indices where changes[index].began == id && changes[index].isPending {
            changes[index].isSuperseded = true
        }
    }

    mutating func withdrawWrite(_ id: Stamp, _ now: Moment) {
        guard changes.contains(where: { $0.began == id && $0.isSuperseded }) else { return }
        changes.removeAll { $0.began == id && $0.isSuperseded }
        appChanges += 1
        revision.advance()
        hasChanged = true
        if !isWanted { unwantedSince = now.time }
        startAfterWrite(now)
    }

    mutating func endWrite(_ id: Stamp, _ outcome: WriteOutcome<Value>, _ now: Moment) {
        guard let index = changes.firstIndex(where: { $0.began == id && $0.isPending }) else { return }
        changes[index].isHeld = false
        switch outcome {
        case .succeeded(let result): succeed(index, result, now)
        case .unknown:
            changes[index].phase = .unknown(now.stamp)
            invalid = now.stamp
        case .refused:
            changes.remove(at: index)
            appChanges += 1
            // A server often rejects a write because the shown value is outdated.
            invalid = now.stamp
        }
        // The response of an exchange that began before may lack the write.
        barrier = now.stamp
        revision.advance()
        hasChanged = true
        if !isWanted { unwantedSince = now.time }
        startAfterWrite(now)
    }

    /// Starts a fetch if a write has made the resource stale and no other write in progress will do
    /// so.
    private mutating func startAfterWrite(_ now: Moment) {
        guard isInvalid, !awaitsWrite else { return }
        // Nothing is fetched for passive observers, but they are notified.
        hasChanged = true
        if isWanted { start(now) }
    }

    // MARK: - Writes that make it stale without changing it

    mutating func outdate(_ now: Moment) {
        makeInvalid(now)
        startAfterWrite(now)
    }

    mutating func forgetWrite(_ id: Stamp, _ now: Moment) {
        guard awaitedWrites.remove(id) != nil else { return }
        startAfterWrite(now)
    }

    mutating func makeInvalid(_ now: Moment) {
        invalid = now.stamp
        barrier = now.stamp
        hasChanged = true
    }

    // MARK: - The end of a write

    private mutating func succeed(_ index: Int, _ result: WriteResult<Value>?, _ now: Moment) {
        changes[index].phase = .done(now.stamp)
        switch result {
        case nil:
            // A later step of the same write may still set the value to the response.
            let began = changes[index].began
            if changes.contains(where: { $0.began == began && $0.isPending }) { return }
        case .change(let change):
            let old = changes[index].apply
            changes[index].apply = { value in
                old?(&value)
                change(&value)
            }
        case .value(let value, let head, let isEqual):
            let began = changes[index].began
            guard began > base?.asOf ?? 0 else { break }
            let isAlone = isAlone(index)
            // The value also replaces the values of responses that were requested before the end.
            changes[index].apply = { $0 = value }
            take(Base(value: value, asOf: began, facts: facts(ofResult: head, now)), isEqual: isEqual)
            // The value is the one that the server has, so no fetch is needed.
            if isAlone { return }
        }
        invalid = now.stamp
    }

    /// Whether no other change overlapped with a write, and no fetch began after its start.
    private func isAlone(_ index: Int) -> Bool {
        let began = changes[index].began
        let overlaps = changes.contains { $0.began != began && $0.ended.map { $0 > began } ?? !$0.isHeld }
        return !overlaps && (fetch?.plan.start ?? 0) < began
    }

    private func facts(ofResult head: HTTPResponse?, _ now: Moment) -> ValueFacts {
        ValueFacts(
            origin: .network, date: now.date, lifetime: base?.facts.lifetime ?? .zero,
            isUnstorable: base?.facts.isUnstorable ?? false, head: head, cost: base?.facts.cost ?? 0,
            tags: base?.facts.tags ?? [])
    }
}
