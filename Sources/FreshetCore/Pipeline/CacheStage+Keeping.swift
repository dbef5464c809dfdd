import Foundation
import HTTPTypes

extension CacheStage {
    /// What becomes of an answer that passes.
    enum Keeping {
        /// It is stored once it is complete.
        case kept(TransportResponse)
        /// It may not be stored, and why.
        case passed(String)
    }

    /// Decides whether the answer to a GET may be stored, and sees to it.
    ///
    /// - Parameters:
    ///   - requestTime: When the request was sent.
    ///   - responseTime: When the answer began to come.
    ///   - removals: The count of removals when the request was sent.
    @inline(never)
    func keeping(
        _ response: TransportResponse, from requestTime: Date, to responseTime: Date, since removals: Int
    ) -> Keeping {
        let head = response.head
        let directives = ResponseDirectives(head.headerFields)
        let reason: String
        switch storability(of: head, directives) {
        case .notStored(let obstacle): return .passed(obstacle)
        case .stored(let permission): reason = permission
        }
        var stored = StoredResponse(
            status: head.status.code, headers: FieldUpdate.kept(head.headerFields, directives),
            requestTime: requestTime, responseTime: responseTime)
        stored.selectors =
            Variants.selectors(vary: stored.headers, request: request.headers, secretNames: request.secretNames) ?? [:]
        let complete = stored
        var kept = response
        kept.body = KeepingBody(response.body, limit: cache.rules.bodyBytes) { [self] body in
            guard let body else {
                return report(.notStored, "the body is larger than \(cache.rules.bodyBytes) bytes")
            }
            await store(complete, body: body, since: removals, because: reason)
        }
        return .kept(kept)
    }

    private func storability(of head: HTTPResponse, _ directives: ResponseDirectives) -> Storability {
        let storability = Storability(of: head, directives, to: asked)
        guard case .stored = storability else { return storability }
        if let length = head.headerFields.value(of: .contentLength).flatMap({ Int($0) }), length > cache.rules.bodyBytes
        {
            return .notStored("the body is larger than \(cache.rules.bodyBytes) bytes")
        }
        if !request.credentials.isEmpty, head.headerFields.contains(where: { request.showsSecret(in: $0.value) }) {
            return .notStored("its fields repeat a secret")
        }
        return storability
    }

    private func store(_ stored: StoredResponse, body: Data, since removals: Int, because reason: String) async {
        guard !request.showsSecret(in: body) else { return report(.notStored, "its body repeats a secret") }
        guard cache.isCurrent(key.url, since: removals) else {
            return report(.notStored, "it was asked for before a change")
        }
        let entry = CacheEntry(key: key, response: stored, bodyBytes: body.count)
        let stored: Void? = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.insert(entry, body: body)
        }
        guard stored != nil else { return }
        // A change that came between may have found nothing to remove yet.
        guard cache.isCurrent(key.url, since: removals) else {
            return await remove(entry, because: "it was asked for before a change")
        }
        cache.count { $0.stores += 1 }
        report(.stored, "\(body.count) bytes, \(reason)")
    }

    func remove(_ entry: CacheEntry, because reason: String) async {
        _ = await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.remove(entry) }
        report(.removed, reason)
    }

    /// Does something with the store; `nil` when it fails, which is told and does not fail the call.
    func usingStore<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(CacheStoreError) -> Value
    ) async -> Value? {
        do throws(CacheStoreError) {
            return cache.promptStore != nil ? try await body() : try await call.stoppable(body)
        } catch {
            // Who has stopped the call has stopped the store, too.
            guard call.interruption == nil, !Task.isCancelled else { return nil }
            cache.count { $0.storeFailures += 1 }
            report(.storeFailed, error.message)
            return nil
        }
    }

    func report(_ action: CacheStep.Action, _ reason: String) {
        call.report(.cache(CacheStep(action, reason)))
    }
}

extension StaleFallback.Failure {
    /// Tells what an error means for the cache; `nil` for those that a stale answer must not hide.
    init?(_ error: FetchError) {
        switch error.kind {
        case .cannotConnect, .timedOut(.connect): self = .disconnected
        case .connectionLost, .timedOut, .protocolViolation: self = .error
        default: return nil
        }
    }
}
