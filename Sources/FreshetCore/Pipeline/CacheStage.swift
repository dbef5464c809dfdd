import Foundation
import HTTPTypes

/// The cache on the way of one request: asked before it is sent, and told what came back.
///
/// Its rules are pure functions in `Caching/Rules`; here they meet the store, the wire and the clock.
///
/// A class, since several of its steps hold it while they wait. What comes behind a wait has a function of its own, or the wait
/// would keep room for it.
final class CacheStage: Sendable {
    /// An answer, and where it came from.
    struct Answer: Sendable {
        var response: TransportResponse
        var source: ResponseSource
        /// The stored answer whose whole body it brings, if it does.
        var storedID: UUID?
    }

    typealias Send = @Sendable (PreparedRequest) async throws(FetchError) -> TransportResponse

    let cache: HTTPCache
    let call: Call
    let request: PreparedRequest
    let key: CacheKey
    let asked: CacheRequest

    init(cache: HTTPCache, request: PreparedRequest, call: Call) {
        self.cache = cache
        self.call = call
        self.request = request
        key = request.cacheKey
        asked = CacheRequest(method: request.method, headers: request.headers, policy: request.cache)
    }

    /// Answers the request out of the store, or sends it.
    func answer(_ send: @escaping Send) async throws(FetchError) -> Answer {
        let entry = await storedEntry()
        if let entry, let answer = try await answer(from: entry, send) { return answer }

        // Nothing is stored, or what is has just gone.
        switch CacheDecision(request: asked, stored: nil, now: cache.now(), rules: cache.rules) {
        case .fail(let reason):
            throw refusal(reason)
        case let decision:
            if request.method == .get || request.method == .head { report(.missed, decision.reason) }
            return try await exchange(nil, conditions: [:], send)
        }
    }

    /// Answers the request by what is stored; `nil` when that is of no use after all.
    private func answer(
        from entry: CacheEntry, _ send: @escaping Send
    ) async throws(FetchError) -> Answer? {
        let decision = CacheDecision(
            request: asked, stored: entry.response, now: cache.now(), rules: cache.rules)
        switch decision {
        case .serveFresh(let reason):
            return await served(entry, .servedFresh, reason) { .fresh(age: $0) }
        case .serveStale(let reason):
            return await served(entry, .servedStale, reason) { .stale(age: $0, .accepted) }
        case .serveStaleAndRevalidate(let reason):
            return await served(entry, .servedStale, reason) { .stale(age: $0, .revalidating) }
        case .revalidate(let conditions, let reason):
            report(.validating, reason)
            return try await exchange(entry, conditions: conditions, send)
        case .fetch(let reason):
            report(.missed, reason)
            return try await exchange(entry, conditions: [:], send)
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
        guard request.method == .get || request.method == .head else { return nil }
        let entries = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.entries(for: key)
        }
        guard let entries,
            let index = Variants.selected(
                from: entries.lazy.map(\.response), for: request.headers, secretNames: request.secretNames)
        else { return nil }
        return entries[index]
    }

    /// Makes an answer of a stored one; `nil` when its body has gone or does not have the part that is asked for.
    private func served(
        _ entry: CacheEntry, _ action: CacheStep.Action, _ reason: String, source: (Duration) -> ResponseSource
    ) async -> Answer? {
        guard let body = await storedBody(of: entry) else { return nil }
        let age = Freshness.age(of: entry.response, now: cache.now())
        guard let response = response(of: entry, body, age: age) else { return nil }
        let source = source(age)
        report(action, reason)
        cache.count {
            $0.hits += 1
            if source.isStale { $0.staleHits += 1 }
        }
        return Answer(response: response, source: source, storedID: wholeID(of: entry))
    }

    private func wholeID(of entry: CacheEntry) -> UUID? {
        request.method == .get && request.headers.value(of: .range) == nil ? entry.id : nil
    }

    private func storedBody(of entry: CacheEntry) async -> Data? {
        guard request.method != .head else { return Data() }
        return await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.body(of: entry) }
            ?? nil
    }

    private func response(of entry: CacheEntry, _ body: Data, age: Duration?) -> TransportResponse? {
        let head = entry.response.head(age: age)
        guard request.method != .head, let range = request.headers.value(of: .range), entry.response.status == 200
        else { return TransportResponse(head: head, buffered: body) }
        // A body whose length was not told was decoded on its way: the server counts other bytes.
        guard head.headerFields[.contentLength] == "\(body.count)",
            let answer = ByteRange.answer(to: range, length: body.count)
        else { return nil }
        let part = ByteRange.head(of: head, answer: answer, length: body.count)
        guard case .part(let range) = answer else { return TransportResponse(head: part, buffered: Data()) }
        let start = body.startIndex + range.lowerBound
        return TransportResponse(head: part, buffered: body[start..<start + range.count])
    }

    // MARK: - Over the wire

    private func exchange(
        _ entry: CacheEntry?, conditions: HTTPFields, _ send: @escaping Send
    ) async throws(FetchError) -> Answer {
        let departure = Departure(removals: cache.removals, time: cache.now())
        let response: TransportResponse
        do throws(FetchError) {
            if let entry {
                response = try await self.response(to: outgoing(conditions), insteadOf: entry, send)
            } else {
                response = try await send(outgoing(conditions))
            }
        } catch {
            guard let entry else { throw error }
            return try await answer(from: entry, insteadOf: error)
        }
        guard let entry else { return await taken(response, inPlaceOf: nil, since: departure) }
        if let answer = await answer(from: entry, by: response, isConditional: !conditions.isEmpty, since: departure) {
            return answer
        }
        if response.head.status == .notModified, !conditions.isEmpty {
            report(.missed, "the server confirmed another answer than the stored one")
            return try await exchange(nil, conditions: [:], send)
        }
        return await taken(response, inPlaceOf: entry, since: departure)
    }

    /// What was known when a request was sent.
    private struct Departure {
        /// The count of removals of the cache.
        let removals: Int
        let time: Date
    }

    @inline(never)
    private func outgoing(_ conditions: HTTPFields) -> PreparedRequest {
        var outgoing = request
        for field in conditions { outgoing.headers[field.name] = field.value }
        if request.cache == .reload, outgoing.headers[.cacheControl] == nil {
            outgoing.headers[.cacheControl] = "no-cache"
        }
        return outgoing
    }

    /// Serves what is stored where no answer came, if that may be.
    @inline(never)
    private func answer(from entry: CacheEntry, insteadOf error: FetchError) async throws(FetchError) -> Answer {
        guard call.interruption == nil, let failure = StaleFallback.Failure(error),
            let answer = await fallback(to: entry, after: failure, error)
        else { throw error }
        return answer
    }

    /// Serves what is stored where the server confirms it, or fails; `nil` when its answer has to do.
    @inline(never)
    private func answer(
        from entry: CacheEntry, by response: TransportResponse, isConditional: Bool, since departure: Departure
    ) async -> Answer? {
        let head = response.head
        if [500, 502, 503, 504].contains(head.status.code),
            let answer = await fallback(to: entry, after: .error, FetchError(.status(head.status)))
        {
            response.body.cancel()
            return answer
        }
        guard head.status == .notModified, isConditional else { return nil }
        response.body.cancel()
        guard
            let confirmed = FieldUpdate.confirmed(
                entry.response, by: head, requestTime: departure.time, responseTime: cache.now())
        else { return nil }
        return await confirm(entry, as: confirmed)
    }

    /// Takes the server's answer, and keeps it if that may be.
    @inline(never)
    private func taken(
        _ response: TransportResponse, inPlaceOf entry: CacheEntry?, since departure: Departure
    ) async -> Answer {
        let responseTime = cache.now()
        cache.count { $0.misses += 1 }
        if request.method == .head, let entry, response.head.status.kind == .successful {
            await compare(
                entry,
                with: FieldUpdate.described(
                    entry.response, by: response.head, requestTime: departure.time, responseTime: responseTime))
        }
        let outdated = Invalidation.addresses(after: request.method, to: request.address, head: response.head)
        if !outdated.isEmpty { await removeOutdated(outdated) }
        guard request.method == .get else { return Answer(response: response, source: .network) }
        switch keeping(response, from: departure.time, to: responseTime, since: departure.removals) {
        case .kept(let response):
            return Answer(response: response, source: .network)
        case .passed(let obstacle):
            report(.notStored, obstacle)
            // What came is newer than what is stored, unless it is a failure.
            let status = response.head.status.code
            if let entry, (200..<300).contains(status) || [404, 410].contains(status), status != 206 {
                await remove(entry, because: "a newer answer is not stored")
            }
            return Answer(response: response, source: .network)
        }
    }

    /// Sends a request; a server that sends nothing does not end the call where a stored answer may stand in.
    @inline(never)
    private func response(
        to outgoing: PreparedRequest, insteadOf entry: CacheEntry, _ send: @escaping Send
    ) async throws(FetchError) -> TransportResponse {
        guard fallbackReason(entry, after: .error) != nil else { return try await send(outgoing) }
        return try await call.waitingInVain { () async throws(FetchError) in try await send(outgoing) }
    }

    private func fallbackReason(_ entry: CacheEntry, after failure: StaleFallback.Failure) -> String? {
        StaleFallback.reason(
            for: asked, stored: entry.response, failure: failure, now: cache.now(), rules: cache.rules)
    }

    private func fallback(
        to entry: CacheEntry, after failure: StaleFallback.Failure, _ error: FetchError
    ) async -> Answer? {
        guard let reason = fallbackReason(entry, after: failure) else { return nil }
        let told = error.adding(request: request.summary, mayRepeat: true)
        return await served(entry, .servedStale, reason) { .stale(age: $0, .failure(told)) }
    }

    /// Serves the stored body with the fields that the server has just confirmed.
    private func confirm(_ entry: CacheEntry, as response: StoredResponse) async -> Answer? {
        var entry = entry
        entry.response = response
        guard let body = await storedBody(of: entry), let answer = self.response(of: entry, body, age: nil) else {
            return nil
        }
        if response.directives.noStore {
            await remove(entry, because: "the answer says no-store")
        } else {
            let updated = entry
            _ = await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.update(updated) }
        }
        report(.confirmed, "the server says that it holds")
        cache.count { $0.confirmations += 1 }
        return Answer(response: answer, source: .confirmed, storedID: wholeID(of: entry))
    }

    /// Brings what is stored in line with the answer to a HEAD.
    private func compare(_ entry: CacheEntry, with described: StoredResponse?) async {
        guard let described else { return await remove(entry, because: "the answer to HEAD is another") }
        var entry = entry
        entry.response = described
        let updated = entry
        _ = await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.update(updated) }
    }

    private func removeOutdated(_ addresses: [WebAddress]) async {
        for address in addresses {
            var outdated = request
            outdated.address = address
            let url = outdated.url
            cache.noteRemoval(of: url)
            _ = await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.removeAll(at: url) }
            report(.removed, "\(request.method.rawValue) may have changed \(url)")
        }
    }
}
