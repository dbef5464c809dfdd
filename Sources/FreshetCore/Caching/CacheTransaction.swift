import Foundation
import HTTPTypes

/// The steps of the cache for one request: it looks up a stored response, serves it or sends the
/// request, and updates the store.
///
/// The rules are pure functions; this type applies them to the store, the network and the clock.
///
/// It is a class because several of its steps hold it while they wait.
final class CacheTransaction: Sendable {
    let cache: HTTPCache
    let call: Call
    let request: OutgoingRequest
    let key: CacheKey
    let asked: CacheRequest
    private let next: Next

    init(_ cache: HTTPCache, _ request: OutgoingRequest, _ call: Call, _ next: Next) {
        self.cache = cache
        self.call = call
        self.request = request
        self.next = next
        key = request.cacheKey
        asked = request.forCache
    }

    /// Returns the response, from the store or from the server.
    func response() async throws(FetchError) -> IncomingResponse {
        if let entry = await lookUp() {
            let decision = decide(about: entry)
            if let response = await serve(entry, by: decision) { return response }
            if !decision.servesStored { return try await fetch(by: decision, knowing: entry) }
            // The stored body was removed a moment ago, or lacks the requested range.
        }
        return try await fetch(by: decide(about: nil), knowing: nil)
    }

    private func decide(about entry: CacheEntry?) -> CacheDecision {
        CacheDecision(request: asked, stored: entry?.response, now: call.time.date(), rules: cache.rules)
    }

    private var isServable: Bool { asked.method == .get || asked.method == .head }

    // MARK: - Look up

    private func lookUp() async -> CacheEntry? {
        guard isServable, request.cache != .bypass else { return nil }
        let location = cache.searches.location(of: request, key)
        // The index may be older than the store: a later response can vary on more of the query.
        if location.key != key, let entry = await entry(for: location.key), location.holds(entry) { return entry }
        return await entry(for: key)
    }

    private func entry(for key: CacheKey) async -> CacheEntry? {
        let entries = await entries(for: key)
        return request.selected(from: entries).map { entries[$0] }
    }

    func entries(for key: CacheKey) async -> [CacheEntry] {
        await usingStore { store in
            await cache.waitForOutdating()
            return try await store.entries(for: key)
        } ?? []
    }

    func body(of entry: CacheEntry) async -> Data? {
        guard request.method != .head else { return Data() }
        return await usingStore { try await $0.body(of: entry) } ?? nil
    }

    // MARK: - Serve

    /// Serves a stored response if that was decided; `nil` otherwise, or if its body is missing.
    private func serve(_ entry: CacheEntry, by decision: CacheDecision) async -> IncomingResponse? {
        switch decision {
        case .serveFresh:
            return await serve(entry, decision.reason) { .fresh(age: $0) }
        case .serveStale(let reason):
            return await serve(entry, reason) { .stale(age: $0, .accepted) }
        case .serveStaleAndRevalidate(let reason):
            let response = await serve(entry, reason) { .stale(age: $0, .revalidating) }
            if response != nil { revalidateInBackground() }
            return response
        case .revalidate, .complete, .fetch, .fail:
            return nil
        }
    }

    /// Serves a stored response; `nil` if its body was removed or lacks the requested range.
    private func serve(
        _ entry: CacheEntry, _ reason: String, as source: (Duration) -> ResponseSource
    ) async -> IncomingResponse? {
        guard let body = await body(of: entry) else { return nil }
        // The clock is read after the body, since a busy disk may take seconds.
        let age = Freshness.age(of: entry.response, now: call.time.date())
        // Conditions come before the range (RFC 9110 §13.2.2).
        guard var response = notModified(entry, age: age) ?? restore(entry, body, age: age) else { return nil }
        response.source = source(age)
        let isStale = response.source.isStale
        report(isStale ? .servedStale : .servedFresh, reason)
        cache.countHit(isStale: isStale)
        return response
    }

    /// Returns a 304 if the request's conditions show that the caller has the stored response.
    private func notModified(_ entry: CacheEntry, age: Duration) -> IncomingResponse? {
        guard asked.isConditional, Conditions.areMet(by: entry.response, asked.headers) else { return nil }
        var response = IncomingResponse(head: Conditions.notModified(entry.response.head(age: age)))
        response.headTime = call.time.now()
        return response
    }

    /// Makes a response from a stored one: the requested range, or all of it; `nil` if that isn't
    /// stored.
    private func restore(_ entry: CacheEntry, _ body: Data, age: Duration?) -> IncomingResponse? {
        guard let (head, body) = requestedPart(of: entry, entry.response.head(age: age), body) else { return nil }
        var response = IncomingResponse(head: head, body: .complete(body), source: .confirmed)
        response.headTime = call.time.now()
        if isComplete(response.head) { response.storedID = entry.id }
        return response
    }

    /// Serves a stored response because of a failure, if the rules allow it.
    private func fallBack(
        to entry: CacheEntry, after failure: StaleFallback.Failure, _ error: FetchError
    ) async -> IncomingResponse? {
        guard let reason = fallbackReason(entry, after: failure) else { return nil }
        let reported = error.adding(request: request.summary, mayRepeat: true)
        return await serve(entry, reason) { .stale(age: $0, .failure(reported)) }
    }

    private func fallbackReason(_ entry: CacheEntry, after failure: StaleFallback.Failure) -> String? {
        // Conditions that only the server can judge are not judged here, even if the server can't be reached.
        guard asked.isServed(by: entry.response.parts), !asked.hasConditionsForServer,
            !asked.hasIfRange(notOf: entry.response)
        else { return nil }
        return StaleFallback.reason(
            for: asked, stored: entry.response, failure: failure, now: call.time.date(), rules: cache.rules)
    }

    // MARK: - Fetch

    /// Sends the request according to the decision.
    private func fetch(
        by decision: CacheDecision, knowing entry: CacheEntry?
    ) async throws(FetchError) -> IncomingResponse {
        switch decision {
        case .revalidate(let conditions, let reason):
            report(.validating, reason)
            return try await fetch(adding: conditions, knowing: entry)
        case .complete(let range, let reason):
            report(.completing, reason)
            return try await fetch(adding: range, knowing: entry)
        case .fail(let reason):
            report(.refused, reason)
            throw FetchError(.notInCache(reason))
        case .fetch, .serveFresh, .serveStale, .serveStaleAndRevalidate:
            if isServable { report(.missed, decision.reason) }
            return try await fetch(knowing: entry)
        }
    }

    /// Sends the request, and returns the response with which the call continues.
    ///
    /// - Parameters:
    ///   - fields: The conditions that validate the stored response, or the fields that request its missing part.
    ///   - entry: The stored response.
    private func fetch(
        adding fields: HTTPFields = [:], knowing entry: CacheEntry?
    ) async throws(FetchError) -> IncomingResponse {
        // Before the request is sent: the response counts as outdated by any removal from now on.
        let sent = SentRequest(cache, key, at: call.time.date())
        let response: IncomingResponse
        do throws(FetchError) {
            response = try await send(adding: fields, knowing: entry, sent)
        } catch {
            // A stale response stands in only here, above the retries: all attempts have failed by now.
            guard let stored = await stored(entry, hiding: error) else { throw error }
            return stored
        }
        if let final = await take(response, requestedWith: fields, knowing: entry, sent) { return final }
        if call.obstacle(toSending: request, again: .withoutConditions) == .end { throw .cancelled }
        // Without the entry, so that a server that responds with 304 to everything can't cause a loop.
        return try await fetch(knowing: nil)
    }

    /// Serves the stored response instead of a failure; `nil` if there is none, or if the rules
    /// don't allow it.
    private func stored(_ entry: CacheEntry?, hiding error: FetchError) async -> IncomingResponse? {
        // A cancelled call and one past its deadline must end with that reason, not with a stale response.
        guard let entry, call.cancellation.reason == nil, let failure = StaleFallback.Failure(error) else { return nil }
        return await fallBack(to: entry, after: failure, error)
    }

    /// Updates the store from the server's response.
    ///
    /// - Returns: The response with which the call continues; `nil` if the stored response can't be
    ///   used, so that the request has to be sent again without conditions.
    private func take(
        _ response: IncomingResponse, requestedWith fields: HTTPFields, knowing entry: CacheEntry?, _ sent: SentRequest
    ) async -> IncomingResponse? {
        guard let entry else { return await accept(response, sent) }
        if let error = serverFailure(response), let stored = await fallBack(to: entry, after: .error, error) {
            return stored
        }
        switch (response.head.status, fields.contains(.range)) {
        // If the cache has added no conditions, the caller has, and gets the 304 (the default case).
        case (.notModified, false) where !fields.isEmpty:
            if let confirmed = await confirm(entry, by: response, sent) { return confirmed }
            report(.missed, "the server confirmed a response other than the stored one")
            return nil
        case (.partialContent, true), (.rangeNotSatisfiable, true):
            if let completed = await complete(entry, with: response, sent) {
                return await accept(completed, replacing: entry, sent)
            }
            response.close()
            // Removed, or the next call would request the same rest again and get the same response.
            await remove(entry, because: "the rest belongs to another version")
            return nil
        default:
            return await accept(response, replacing: entry, sent)
        }
    }

    /// Sends the request. An idle timeout doesn't end the call if a stored response may be served
    /// instead.
    private func send(
        adding fields: HTTPFields, knowing entry: CacheEntry?, _ sent: SentRequest
    ) async throws(FetchError) -> IncomingResponse {
        let outgoing = outgoing(adding: fields)
        let canFallBack = call.deadlines.idleTimeout != nil && canFallBack(to: entry)
        do throws(FetchError) {
            // An idle timeout ends the whole call. A branch has its own, which leaves the call the time to serve the
            // stored response.
            var response = try await canFallBack ? sendInBranch(outgoing) : next.pass(outgoing)
            response.source = .network
            await clearSite(by: response.head)
            return response
        } catch {
            // The head is valid even if the body broke off.
            if let head = error.response?.head { await obey(head, since: sent.removals) }
            throw error
        }
    }

    private func outgoing(adding fields: HTTPFields) -> OutgoingRequest {
        var outgoing = request.passingCaches
        for field in fields { outgoing.headers[field.name] = field.value }
        // The server has acted on the request, even if no further attempt succeeds.
        outgoing[LostResponse.self] = { [self] head in await obey(head, since: cache.removals) }
        return outgoing
    }

    private func canFallBack(to entry: CacheEntry?) -> Bool {
        entry.map { fallbackReason($0, after: .error) != nil } ?? false
    }

    private func sendInBranch(_ outgoing: OutgoingRequest) async throws(FetchError) -> IncomingResponse {
        let branch = call.branch()
        let outcome = Pending<Call.Outcome>()
        branch.run(next.onBehalf(of: branch), outgoing) { result in
            // The call may have ended in the meantime. Nobody reads this response, so its connection is freed here.
            if !outcome.resolve(branch.end(with: result)) { result.close() }
        }
        return try await outcome.value { [call] in
            branch.cancellation.cancel(call.cancellation.reason ?? .cancelled)
        }.get()
    }

    /// Returns the error of a response that a stored one may hide (RFC 5861 §4).
    private func serverFailure(_ response: IncomingResponse) -> FetchError? {
        guard [500, 502, 503, 504].contains(response.head.status.code) else { return nil }
        let body = (response.data ?? Data()).prefix(call.options.limits.errorBodyBytes)
        return call.options.retry.refusal(response.head, body, now: call.time.date())
    }

    /// Serves the stored response with the fields of the 304 that confirms it; `nil` if the 304
    /// confirms another one.
    private func confirm(
        _ entry: CacheEntry, by confirmation: IncomingResponse, _ sent: SentRequest
    ) async -> IncomingResponse? {
        // A 304 to another account's token confirms that account's response, not the stored one.
        guard !confirmation.restrictions.isOfOtherIdentity,
            let confirmed = FieldUpdate.confirmed(
                entry.response, by: confirmation.head, requestTime: sent.time, responseTime: call.time.date())
        else { return nil }
        var entry = entry
        entry.response = confirmed
        guard let body = await body(of: entry), var response = restore(entry, body, age: nil) else { return nil }
        // Only after the body was read: a 304 with `no-store` removes the entry, and this is its last use.
        await revise(entry, to: confirmed, sent)
        report(.confirmed, "the server responded with 304")
        cache.count { $0.confirmations += 1 }
        response.headTime = confirmation.headTime
        response.timeToHead = confirmation.timeToHead
        return response
    }

    /// Revalidates a stale response that was served, so that the next call finds a fresh one.
    ///
    /// The revalidation is a call of its own, with its own number in the events. Nothing waits for
    /// it, and its failure is only reported as an event. At most one runs per key.
    private func revalidateInBackground() {
        // In this order: a key that is marked and not revalidated would never be revalidated again.
        guard call.options.revalidates, cache.beginRevalidation(of: key) else { return }
        var request = request
        request.cache = .revalidate
        // Nobody has asked for the origin's state, so the fresh response of an intermediate cache will do.
        request.reachesOrigin = false
        let call = call.background(for: request.identities)
        call.report(.started)
        call.run(next.fromThisStage(onBehalfOf: call), request) { [cache, key] outcome in
            switch outcome {
            case .success(var response):
                call.report(&response)
                try? call.succeed(with: call.metrics(of: response, bodyBytes: response.data?.count ?? 0))
            case .failure(let error):
                _ = call.fail(with: error)
            }
            cache.endRevalidation(of: key)
        }
    }

    // MARK: - Common to all steps

    /// Runs an operation of the store. Returns `nil` if it fails; the failure is reported and doesn't
    /// fail the call.
    @discardableResult
    func usingStore<Value>(_ operation: (any CacheStore) async throws -> Value) async -> Value? {
        do {
            return try await operation(cache.store)
        } catch {
            // The store's operation was stopped together with the call; that isn't a failure of the store.
            guard call.cancellation.reason == nil, !Task.isCancelled else { return nil }
            cache.count { $0.storeFailures += 1 }
            report(.storeFailed, (error as? CacheStoreError)?.message ?? String(describing: error))
            return nil
        }
    }

    func report(_ action: CacheStep.Action, _ reason: @autoclosure () -> String) {
        call.report(.cache(CacheStep(action, reason())))
    }
}

extension StaleFallback.Failure {
    /// Classifies an error for the cache. Returns `nil` for errors that a stale response must not
    /// hide.
    fileprivate init?(_ error: FetchError) {
        switch error.kind {
        case .cannotConnect, .timedOut(.connect): self = .disconnected
        case .authentication(.renewalFailed(let error)):
            // A locked token store counts as a missing connection, since the server hasn't failed.
            if case .file = error.kind { self = .disconnected } else { self.init(error) }
        case .connectionLost, .timedOut, .protocolViolation, .contentCoding: self = .error
        default: return nil
        }
    }
}
