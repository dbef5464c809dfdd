import FreshetCore

extension Resource {
    var account: [String] { definition?.key.account ?? [] }

    /// The state, unless it is stale and the server has to confirm it first.
    var confirmedState: ResourceState<Value>? {
        let state = state
        return state.isStale && state.facts.needsConfirmation ? nil : state
    }

    /// Returns the state after the fetch has ended, which has a value and perhaps an error. `see`
    /// receives the earlier states.
    func settled(
        isReload: Bool, _ see: @escaping @Sendable (ResourceState<Value>) -> Void = { _ in }
    ) async throws(FetchError) -> ResourceState<Value> {
        let known = state
        // After a failure, it is fetched without a delay, since the user requested the list.
        let isByHand = isReload || known.error != nil
        let observation = (isByHand ? refetching(on: []) : self).observe(see)
        // After a cancellation, no observer is expected soon, so the fetch is cancelled without a grace period.
        defer { if Task.isCancelled { observation.replace() } else { observation.cancel() } }
        if isByHand {
            _ = try await refetchAtOnce()
        } else {
            for await state in states where state.activity == .idle { break }
        }
        let settled = state
        // A value that the server has to confirm is not shown if that has failed.
        guard !Task.isCancelled, settled.value != nil, settled.error == nil || !settled.facts.needsConfirmation else {
            throw settled.error ?? .cancelled
        }
        return settled
    }
}
