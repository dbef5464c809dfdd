import Foundation
import HTTPTypes

/// Handles one request in the cache: looks it up, sends it if needed, and stores its response.
///
/// The rules are pure functions in `Caching/Rules`; this type applies them to the store, the network and the clock.
///
/// A class, since several of its steps hold it while they wait.
final class CacheTransaction: Sendable {
    let cache: HTTPCache
    let call: Call
    let request: OutgoingRequest
    let key: CacheKey
    let asked: CacheRequest
    let next: Next

    init(_ cache: HTTPCache, _ request: OutgoingRequest, _ call: Call, _ next: Next) {
        self.cache = cache
        self.call = call
        self.request = request
        self.next = next
        key = request.cacheKey
        asked = CacheRequest(method: request.method, headers: request.headers, policy: request.cache)
    }

    /// Returns the stored response, or sends the request.
    func response() async throws(FetchError) -> IncomingResponse {
        let entry = await storedEntry()
        if let entry, let response = try await response(from: entry) { return response }

        // Nothing is stored, or it was removed a moment ago.
        switch CacheDecision(request: asked, stored: nil, now: call.time.date(), rules: cache.rules) {
        case .fail(let reason):
            throw refusal(reason)
        case let decision:
            if request.method == .get || request.method == .head { report(.missed, decision.reason) }
            return try await exchange(nil, conditions: [:])
        }
    }

    /// Responds with a stored entry; `nil` when it can't be used after all.
    private func response(from entry: CacheEntry) async throws(FetchError) -> IncomingResponse? {
        let decision = CacheDecision(request: asked, stored: entry.response, now: call.time.date(), rules: cache.rules)
        switch decision {
        case .serveFresh:
            return await served(entry, .servedFresh, decision.reason) { .fresh(age: $0) }
        case .serveStale(let reason):
            return await served(entry, .servedStale, reason) { .stale(age: $0, .accepted) }
        case .serveStaleAndRevalidate(let reason):
            let response = await served(entry, .servedStale, reason) { .stale(age: $0, .revalidating) }
            if response != nil { revalidateInBackground() }
            return response
        case .revalidate(let conditions, let reason):
            report(.validating, reason)
            return try await exchange(entry, conditions: conditions)
        case .fetch(let reason):
            report(.missed, reason)
            return try await exchange(entry, conditions: [:])
        case .complete(let fields, let reason):
            report(.completing, reason)
            return try await completed(entry, fields)
        case .fail(let reason):
            throw refusal(reason)
        }
    }

    private func refusal(_ reason: String) -> FetchError {
        report(.refused, reason)
        return FetchError(.notInCache(reason))
    }

    // MARK: - Out of the store

    private func storedEntry() async -> CacheEntry? {
        guard request.method == .get || request.method == .head, request.cache != .bypass else { return nil }
        let place = cache.searches.place(of: request, key)
        if place.key != key, let entry = await entry(for: place.key), place.holds(entry) { return entry }
        return await entry(for: key)
    }

    private func entry(for key: CacheKey) async -> CacheEntry? {
        let entries = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.entries(for: key)
        }
        guard let entries else { return nil }
        return request.selected(from: entries).map { entries[$0] }
    }

    /// Makes a response from a stored entry; `nil` when its body was removed or lacks the requested range.
    private func served(
        _ entry: CacheEntry, _ action: CacheStep.Action, _ reason: String, source: (Duration) -> ResponseSource
    ) async -> IncomingResponse? {
        guard let body = await storedBody(of: entry) else { return nil }
        let age = Freshness.age(of: entry.response, now: call.time.date())
        guard var response = notModified(entry, age: age) ?? response(of: entry, body, age: age) else { return nil }
        response.source = source(age)
        report(action, reason)
        let isStale = response.source.isStale
        cache.count {
            $0.hits += 1
            if isStale { $0.staleHits += 1 }
        }
        return response
    }

    /// The 304 for a caller that already has the stored response by its conditions; `nil` for others.
    private func notModified(_ entry: CacheEntry, age: Duration) -> IncomingResponse? {
        guard asked.isConditional, Conditions.areMet(by: entry.response, asked.headers) else { return nil }
        var response = IncomingResponse(head: Conditions.notModified(entry.response.head(age: age)))
        response.headTime = call.time.now()
        return response
    }

    func storedBody(of entry: CacheEntry) async -> Data? {
        guard request.method != .head else { return Data() }
        return await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.body(of: entry) }
            ?? nil
    }

    func response(of entry: CacheEntry, _ body: Data, age: Duration?) -> IncomingResponse? {
        guard let (head, body) = part(of: entry.response.head(age: age), body, entry) else { return nil }
        var response = IncomingResponse(head: head, body: .complete(body), source: .confirmed)
        response.headTime = call.time.now()
        if isWhole(response.head) { response.storedID = entry.id }
        return response
    }

    /// Whether a response has the whole body of the stored one.
    func isWhole(_ head: HTTPResponse) -> Bool {
        request.method == .get && request.headers.value(of: .range) == nil && head.status != .partialContent
    }

    /// The requested range of a stored response, or all of it; `nil` where that is not stored.
    private func part(of head: HTTPResponse, _ body: Data, _ entry: CacheEntry) -> (HTTPResponse, Data)? {
        let parts = entry.response.parts
        guard request.method != .head, let range = request.headers.value(of: .range), entry.response.status == 200
        else { return parts == nil || request.method == .head ? (head, body) : nil }
        if let parts {
            guard parts.areSound(for: body) else { return nil }
        } else if head.headerFields[.contentLength] != "\(body.count)" {
            // A body without `Content-Length` was decoded by the transport: the server's byte positions differ from
            // ours.
            return nil
        }
        let length = parts?.length ?? body.count
        guard let outcome = ByteRange.outcome(of: range, length: length) else { return nil }
        let part = ByteRange.head(of: head, outcome, length: length)
        guard case .part(let range) = outcome else { return (part, Data()) }
        return (parts ?? StoredParts(0..<length, length: length)).bytes(range, of: body).map { (part, $0) }
    }

    // MARK: - Over the wire

    func exchange(_ entry: CacheEntry?, conditions: HTTPFields) async throws(FetchError) -> IncomingResponse {
        let sending = SentRequest(cache, key, at: call.time.date())
        let response: IncomingResponse
        do throws(FetchError) {
            response = try await send(outgoing(conditions), insteadOf: entry, since: sending)
        } catch {
            guard let entry, let stored = await self.response(from: entry, insteadOf: error) else { throw error }
            return stored
        }
        guard let entry else { return await taken(response, inPlaceOf: nil, since: sending) }
        if let stored = await self.response(
            from: entry, by: response, isConditional: !conditions.isEmpty, since: sending)
        {
            return stored
        }
        if response.head.status == .notModified, !conditions.isEmpty {
            report(.missed, "the server confirmed another response than the stored one")
            return try await exchange(nil, conditions: [:])
        }
        return await taken(response, inPlaceOf: entry, since: sending)
    }

    func outgoing(_ conditions: HTTPFields) -> OutgoingRequest {
        var outgoing = request.passingCaches
        for field in conditions { outgoing.headers[field.name] = field.value }
        // The server has acted on the request, even if no further attempt succeeds.
        outgoing[LostResponse.self] = { [self] head in await obey(head, since: cache.removals) }
        return outgoing
    }

    /// Sends a request. An idle timeout does not end the call if a stored response may be served instead.
    func send(
        _ outgoing: OutgoingRequest, insteadOf entry: CacheEntry?, since sending: SentRequest
    ) async throws(FetchError) -> IncomingResponse {
        do throws(FetchError) {
            var response = try await send(outgoing, insteadOf: entry)
            response.source = .network
            await clearSite(by: response.head)
            return response
        } catch {
            // The head is valid even if the body broke off.
            if let head = error.response?.head { await obey(head, since: sending.removals) }
            throw error
        }
    }

    private func send(
        _ outgoing: OutgoingRequest, insteadOf entry: CacheEntry?
    ) async throws(FetchError) -> IncomingResponse {
        guard let entry, call.deadlines.idleTimeout != nil, fallbackReason(entry, after: .error) != nil else {
            return try await next.pass(outgoing)
        }
        let branch = call.branch()
        let outcome = Pending<Call.Outcome>()
        branch.run(next.onBehalf(of: branch), outgoing) { result in
            if !outcome.resolve(branch.end(with: result)) { result.close() }
        }
        return try await outcome.value { branch.cancel() }.get()
    }

    /// Serves the stored response when no response came, if the rules allow it.
    private func response(from entry: CacheEntry, insteadOf error: FetchError) async -> IncomingResponse? {
        guard call.cancellation.reason == nil, let failure = StaleFallback.Failure(error) else { return nil }
        return await fallback(to: entry, after: failure, error)
    }

    /// Serves the stored response when the server confirms it or fails; `nil` when the server's response is used.
    private func response(
        from entry: CacheEntry, by response: IncomingResponse, isConditional: Bool, since sending: SentRequest
    ) async -> IncomingResponse? {
        let head = response.head
        if [500, 502, 503, 504].contains(head.status.code) {
            let body = (response.data ?? Data()).prefix(call.options.limits.errorBodyBytes)
            let error = call.options.retry.refusal(head, body, now: call.time.date())
            if let stored = await fallback(to: entry, after: .error, error) { return stored }
        }
        guard head.status == .notModified, isConditional, !response.isOfOtherIdentity,
            let confirmed = FieldUpdate.confirmed(
                entry.response, by: head, requestTime: sending.time, responseTime: call.time.date())
        else { return nil }
        return await confirm(entry, as: confirmed, response, since: sending)
    }

    /// Returns the server's response, and stores it if the rules allow it.
    func taken(
        _ response: IncomingResponse, inPlaceOf entry: CacheEntry?, since sending: SentRequest
    ) async -> IncomingResponse {
        let responseTime = call.time.date()
        cache.count { $0.misses += 1 }
        // The removal that the request itself has caused does not prevent storing its response.
        let removals = await removeOutdated(by: response.head, since: sending.removals)
        guard !response.isOfOtherIdentity else {
            report(.notStored, "the credentials changed to those of another account")
            return response
        }
        if response.head.status == .notModified, let entry {
            await refresh(entry, by: response.head, since: sending)
        }
        guard !response.changesIdentity else {
            report(.notStored, "it sets cookies, with which the next request is another one")
            return response
        }
        if request.method == .head, let entry, response.head.status.kind == .successful {
            await compare(
                entry,
                with: FieldUpdate.described(
                    entry.response, by: response.head, requestTime: sending.time, responseTime: responseTime),
                since: sending)
        }
        guard request.method == .get || isOfTarget(response.head) && request.method == .post else { return response }
        if let (key, tag) = olderVersion(namedBy: response.head) {
            await removeOlder(than: response.head, at: key, tag)
        }
        switch await storing(response, sending, at: responseTime, since: removals) {
        case .stored(let response):
            return response
        case .passed(let obstacle):
            report(.notStored, obstacle)
            // The server's response is newer than the stored one, unless it is a failure.
            let status = response.head.status.code
            if let entry, (200..<300).contains(status) || [404, 410].contains(status), status != 206,
                sending.isNewest(entry.response.selectors)
            {
                await remove(entry, because: "a newer response is not stored")
            }
            return response
        }
    }

    private func fallbackReason(_ entry: CacheEntry, after failure: StaleFallback.Failure) -> String? {
        // Conditions that only the server can judge are not judged here, even if the server can't be reached.
        guard asked.isServed(by: entry.response.parts), !asked.hasConditionsForServer,
            !asked.hasIfRange(notOf: entry.response)
        else { return nil }
        return StaleFallback.reason(
            for: asked, stored: entry.response, failure: failure, now: call.time.date(), rules: cache.rules)
    }

    private func fallback(
        to entry: CacheEntry, after failure: StaleFallback.Failure, _ error: FetchError
    ) async -> IncomingResponse? {
        guard let reason = fallbackReason(entry, after: failure) else { return nil }
        let reported = error.adding(request: request.summary, mayRepeat: true)
        return await served(entry, .servedStale, reason) { .stale(age: $0, .failure(reported)) }
    }

    /// Serves the stored body with the fields that the server has just confirmed.
    private func confirm(
        _ entry: CacheEntry, as stored: StoredResponse, _ confirmation: IncomingResponse, since sending: SentRequest
    ) async -> IncomingResponse? {
        var entry = entry
        entry.response = stored
        guard let body = await storedBody(of: entry), var response = response(of: entry, body, age: nil) else {
            return nil
        }
        await revise(entry, to: stored, since: sending)
        report(.confirmed, "the server responded with 304")
        cache.count { $0.confirmations += 1 }
        response.headTime = confirmation.headTime
        response.timeToHead = confirmation.timeToHead
        return response
    }

    /// Updates a stored response from a later one, or removes it if that says `no-store` or varies by other fields.
    private func revise(_ entry: CacheEntry, to stored: StoredResponse, since sending: SentRequest) async {
        guard sending.isNewest(entry.response.selectors) else { return }
        // Nothing of the response to such a request is stored (RFC 9111 §5.2.1.5).
        guard !asked.directives.noStore else { return }
        guard !stored.directives.noStore else { return await remove(entry, because: "the response says no-store") }
        let selectors = Variants.selectors(
            vary: stored.headers, request: request.selectingFields, secretNames: request.origin.secretNames)
        guard selectors == stored.selectors else {
            return await remove(entry, because: "the response depends on other fields of the request now")
        }
        await update(entry, to: stored)
    }

    func update(_ entry: CacheEntry, to response: StoredResponse) async {
        var updated = entry
        updated.response = response
        _ = await usingStore { [self, updated] () async throws(CacheStoreError) in
            try await cache.store.update(updated)
        }
    }

    /// Updates the stored response from a 304 to the caller's own conditions, if the 304 confirms that response.
    private func refresh(_ entry: CacheEntry, by head: HTTPResponse, since sending: SentRequest) async {
        guard names(entry.response.headers, head.headerFields),
            let confirmed = FieldUpdate.confirmed(
                entry.response, by: head, requestTime: sending.time, responseTime: call.time.date())
        else { return }
        await revise(entry, to: confirmed, since: sending)
    }

    /// Whether a 304 and a stored response have the same kind of validator: an entity tag, or else a date.
    private func names(_ stored: HTTPFields, _ head: HTTPFields) -> Bool {
        if stored.contains(.eTag) || head.contains(.eTag) { return stored.contains(.eTag) && head.contains(.eTag) }
        return stored.contains(.lastModified) && head.contains(.lastModified)
    }

    /// Updates the stored response from the response to a HEAD (RFC 9111 §4.3.5).
    private func compare(
        _ entry: CacheEntry, with described: StoredResponse?, since sending: SentRequest
    ) async {
        guard let described else { return await remove(entry, because: "the response to HEAD is another") }
        await revise(entry, to: described, since: sending)
    }

    // MARK: - In the background

    /// Revalidates a stale response that was served, so that the next call finds a fresh one.
    ///
    /// It is a call of its own with its own number in the events. Nothing waits for it, and its failure is reported
    /// only as an event. One at a time runs for a key.
    private func revalidateInBackground() {
        guard call.options.revalidates, cache.beginRevalidation(of: key) else { return }
        var request = request
        request.cache = .revalidate
        request.reachesOrigin = false
        let call = call.background(for: request.account)
        let isEnded = Lock(false)
        call.report(.started)
        call.run(next.fromThisStage(onBehalfOf: call), request) { [cache, key] outcome in
            let isFirst = isEnded.withLock { isEnded in
                defer { isEnded = true }
                return !isEnded
            }
            guard isFirst else { return outcome.close() }
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
}
