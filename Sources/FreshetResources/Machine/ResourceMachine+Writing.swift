import Foundation
import FreshetCore
import HTTPTypes

// Writes are entries of the log of changes. One that succeeded stays until data arrive that were requested after its
// end. A refused one is removed at once. One of unknown outcome stays until such data arrive, and is then removed.
extension ResourceMachine {
    mutating func beginWrite(_ id: Stamp, _ change: (@Sendable (inout Value) -> Void)?, _ now: Moment) {
        let position = changes.firstIndex { $0.began > id } ?? changes.endIndex
        changes.insert(Change(began: id, phase: .pending, apply: change), at: position)
        revision.advance()
        hasChanged = true
    }

    mutating func endWrite(_ id: Stamp, _ outcome: WriteOutcome<Value>, _ now: Moment) {
        guard let index = changes.firstIndex(where: { $0.began == id && $0.isPending }) else { return }
        switch outcome {
        case .succeeded(let result): succeed(index, result, now)
        case .unknown:
            changes[index].phase = .unknown(now.stamp)
            invalid = now.stamp
        case .refused:
            changes.remove(at: index)
            invalid = now.stamp
        }
        // The response of an exchange that began before may lack the write.
        barrier = now.stamp
        revision.advance()
        hasChanged = true
        if !isUsed { unusedSince = now.time }
        startAfterWrite(now)
    }

    /// Starts a fetch if a write has made the resource stale, and no other is under way that does.
    private mutating func startAfterWrite(_ now: Moment) {
        if isInvalid, !awaitsWrite, isUsed { start(now) }
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
        case nil: break
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
            // The value also replaces that of responses that were requested before the end.
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
        let overlaps = changes.contains { $0.began != began && $0.ended.map { $0 > began } ?? true }
        return !overlaps && (fetch?.plan.start ?? 0) < began
    }

    private func facts(ofResult head: HTTPResponse?, _ now: Moment) -> ValueFacts {
        ValueFacts(
            origin: .network, date: now.date, lifetime: base?.facts.lifetime ?? .zero,
            isUnstorable: base?.facts.isUnstorable ?? false, head: head, cost: base?.facts.cost ?? 0,
            tags: base?.facts.tags ?? [])
    }
}
