import Foundation
import FreshetCore

extension ResourceEntry {
    // MARK: - The cache

    func readStore() {
        guard let definition = guarded.withLock({ $0.definition }), definition.isCached else {
            handle(.notRestored)
            return
        }
        if ColdStart.readsAtOnce, let response = definition.stored() { return restore(response, definition) }
        _ = definition.read { [self] result in
            switch result {
            case .success(let response): restore(response, definition)
            case .failure(let error) where error.isOfReading: forgetStored(definition)
            case .failure: handle(.notRestored)
            }
        }
    }

    /// Removes a stored response that can't be decoded, such as after an app update, so that the
    /// fetch doesn't receive it.
    private func forgetStored(_ definition: ResourceDefinition<Value>) {
        let (url, date) = (key.address.identity.url, store.time.date())
        Task {
            await definition.store.cache?.removeOlder(at: url, than: date)
            handle(.notRestored)
            // Keeps the store alive until then.
            withExtendedLifetime(definition) {}
        }
    }

    private func restore(_ response: Response<Value>, _ definition: ResourceDefinition<Value>) {
        var facts = definition.facts(response)
        facts.origin = .store
        guard !facts.tags.isEmpty, !store.knowsEarlierMarks else { return restore(response.value, facts) }
        Task { [facts] in
            await definition.store.readEarlierMarks()
            restore(response.value, facts)
        }
    }

    private func restore(_ value: Value, _ facts: ValueFacts) {
        // The cache was read asynchronously, and the account may have changed since.
        guard checkAccount() else {
            handle(.notRestored)
            return
        }
        let mark = store.mark(of: key.address.identity, tags: facts.tags)
        // A response that the server made after the invalidation counts as requested after it.
        let isNewer = mark.map { facts.date > $0.date } ?? false
        let base = Machine.Base(value: value, asOf: isNewer ? mark?.stamp ?? 0 : 0, facts: facts)
        store.index(self, facts.tags)
        handle(.restored(base, invalid: mark?.stamp ?? 0))
    }

    // MARK: - The network

    func fetch(_ plan: FetchPlan, isSecond: Bool) {
        let (known, isPresent) = guarded.withLock { state in
            (state.definition, state.machine.fetch?.plan.start == plan.start)
        }
        // An event on another thread may have cancelled the fetch before this effect was carried out.
        guard isPresent else { return }
        guard let definition = known, checkAccount() else {
            handle(.failure(plan.start, .cancelled))
            return
        }
        let id = plan.start
        let steps = FetchSteps(of: store) { [self] progress in
            switch progress {
            case .attempt: handle(.attempt(id))
            case .waiting(let attempt, let until, let failure):
                handle(.retry(id, attempt: attempt, until: until, failure: failure))
            }
        }
        let call = definition.fetch(plan, steps) { [self] result in receive(result, plan, definition, isSecond) }
        let isWanted = guarded.withLock { state in
            guard state.machine.fetch?.plan.start == plan.start else { return false }
            state.calls[plan.start] = call
            return true
        }
        // The fetch may have been cancelled before its call was recorded, and so couldn't be found by
        // `cancelFetch`.
        if !isWanted { call.cancel() }
    }

    private func receive(
        _ result: Result<Response<Value>, FetchError>, _ plan: FetchPlan, _ definition: ResourceDefinition<Value>,
        _ isSecond: Bool
    ) {
        guarded.withLock { $0.calls[plan.start] = nil }
        // A response belongs to the account that requested it, which may have signed out while it was in
        // flight.
        guard checkAccount() else {
            handle(.failure(plan.start, .cancelled))
            return
        }
        switch result {
        case .failure(let error):
            handle(.failure(plan.start, error))
        case .success(let response):
            // A response served under `stale-while-revalidate` (RFC 5861 §3) is shown, and a second call
            // revalidates it.
            let continues = response.source.isRevalidating && !isSecond
            take(response, plan.start, definition, isLast: !continues)
            guard continues else { return }
            var second = plan
            second.revalidates = true
            fetch(second, isSecond: true)
        }
    }

    private func take(
        _ response: Response<Value>, _ id: Stamp, _ definition: ResourceDefinition<Value>, isLast: Bool
    ) {
        let facts = definition.facts(response)
        var fetched = FetchedValue(
            value: response.value, facts: facts, isFromServer: response.source.isFromServer, isLast: isLast,
            failure: response.source.failure)
        // Before a caller receives the value, since it may immediately invalidate these tags.
        fetched.invalid = store.index(self, adding: facts.tags)
        while true {
            // The app's `==` runs outside the lock. If the resource has changed in the meantime, the
            // comparison is repeated.
            let (old, revision) = guarded.withLock { ($0.machine.base, $0.machine.revision) }
            fetched.value = response.value
            fetched.isEqual = false
            if let old {
                fetched.isEqual = definition.comparison.isEqual(response.value, facts, old.value, old.facts)
                fetched.value = definition.comparison.joined(response.value, old.value, areEqual: fetched.isEqual)
            }
            let outcome = handle(.response(id, fetched), isCurrent: { $0.revision == revision })
            if outcome == .outdated { continue }
            if outcome == .handled { store.index(self, guarded.withLock { $0.machine.base?.facts.tags ?? facts.tags }) }
            return
        }
    }

    /// Returns whether the resource belongs to the current account. If it doesn't, ends it and all
    /// others of previous accounts.
    func checkAccount() -> Bool {
        if isOfPresentAccount { return true }
        store.accountDidChange()
        // If its account is the current one again, the store hasn't ended it, and its observers
        // would wait forever.
        endAccount()
        return false
    }

    var isOfPresentAccount: Bool {
        isOfEveryone || key.account == key.address.identity.account(at: store.time.date())
    }
}

extension ValueComparison {
    /// Whether two responses have equal values. Values from the same stored response count as equal
    /// without a comparison.
    func isEqual(_ new: Value, _ newFacts: ValueFacts, _ old: Value, _ oldFacts: ValueFacts) -> Bool {
        if let id = newFacts.storedID, id == oldFacts.storedID { return true }
        return isEqual(new, old)
    }
}

/// The progress of a call that has been retried.
enum FetchProgress: Sendable {
    /// An attempt after the first one has begun.
    case attempt
    case waiting(attempt: Int, until: Date, failure: String)
}

/// Reports when the next attempt of a fetch's call is due, and when it begins. The call may share the request of
/// another one.
final class FetchSteps: SharedAttemptsObserver {
    /// Retained, since an entry's own reference is unowned.
    private let store: ResourceStore
    private let report: @Sendable (FetchProgress) -> Void
    private let attempt = Lock(1)

    init(of store: ResourceStore, _ report: @escaping @Sendable (FetchProgress) -> Void) {
        self.store = store
        self.report = report
    }

    func observe(_ event: FetchEvent) {
        switch event.step {
        case .attempt(let number):
            attempt.withLock { $0 = number }
            if number > 1 { report(.attempt) }
        case .retry(let retry):
            let until = store.time.date().addingTimeInterval(retry.wait / .seconds(1))
            let next = attempt.withLock { $0 } + 1
            report(.waiting(attempt: next, until: until, failure: retry.failure))
        default: break
        }
    }
}
