import Foundation
import HTTPTypes

extension CacheTransaction {
    /// The outcome of storing a response.
    enum Storing {
        /// It is stored, or will be once its body has been read to the end.
        case stored(IncomingResponse)
        /// It is not stored, for this reason.
        case passed(String)
    }

    /// Decides whether the response to a GET may be stored, and stores it.
    ///
    /// - Parameters:
    ///   - sending: The request.
    ///   - responseTime: When the response came.
    ///   - removals: The count of removals when the request was sent, with the one that it has caused.
    func storing(
        _ response: IncomingResponse, _ sending: SentRequest, at responseTime: Date, since removals: Int
    ) async -> Storing {
        let head = response.head
        let directives = ResponseDirectives(head.headerFields)
        let reason: String
        switch storability(of: response, directives) {
        case .notStored(let obstacle): return .passed(obstacle)
        case .stored(let permission): reason = permission
        }
        var stored = StoredResponse(
            status: head.status.code,
            headers: FieldUpdate.dated(FieldUpdate.kept(head.headerFields, directives), at: responseTime),
            requestTime: sending.time, responseTime: responseTime)
        stored.selectors =
            Variants.selectors(
                vary: stored.headers, request: request.selectingFields, secretNames: request.origin.secretNames)
            ?? [:]
        if head.status == .partialContent, let place = place(of: head) {
            stored = stored.incomplete(place.range, of: place.length)
        }
        guard isSentAsAsked(stored.selectors.keys, response) else {
            return .passed("an interceptor changed a field that the response varies on")
        }
        switch response.body {
        case .complete(let body):
            if response.isTruncated { return .stored(response) }
            guard body.count <= cache.rules.bodyBytes else {
                report(.notStored, tooLarge)
                return .stored(response)
            }
            let id = await store(stored, body: body, response.secrets, sending, since: removals, because: reason)
            var response = response
            // The ID allows the decoded value to be kept with the stored response.
            if isWhole(head) { response.storedID = id }
            return .stored(response)
        case .stream(let body):
            var response = response
            response.body = .stream(
                storing(body, stored, place(of: head), response.secrets, sending, since: removals, because: reason))
            return .stored(response)
        }
    }

    /// A body that is stored at its end, or as far as it was received when it breaks off.
    private func storing(
        _ body: any TransportBody, _ stored: StoredResponse, _ place: ContentRange?, _ secrets: [String],
        _ sending: SentRequest, since removals: Int, because reason: String
    ) -> StoringBody {
        StoringBody(body, limit: cache.rules.bodyBytes) { [self] body in
            guard let body else { return report(.notStored, tooLarge) }
            _ = await store(stored, body: body, secrets, sending, since: removals, because: reason)
        } breakOff: { [self] body in
            // A body that broke off may be incomplete even if as many bytes were received as were announced.
            guard let place, body.count < place.range.count else { return }
            let start = place.range.lowerBound
            let beginning = stored.incomplete(start..<start + body.count, of: place.length)
            _ = await store(beginning, body: body, secrets, sending, since: removals, because: "as far as it came")
        }
    }

    private var tooLarge: String { "the body is larger than \(cache.rules.bodyBytes) bytes" }

    /// Whether interceptors around the attempt left the fields unchanged on which a response varies.
    private func isSentAsAsked(_ names: some Collection<String>, _ response: IncomingResponse) -> Bool {
        guard let sent = response.sentFields else { return true }
        let fields = request.selectingFields
        return names.allSatisfy { name in
            guard let name = HTTPField.Name(name) else { return true }
            let isCredential = request.credentials.contains { credential in
                if case .header(name, _) = credential.place { true } else { false }
            }
            let isOfToken = response[SentToken.self]?.fields.contains(name) ?? false
            return isCredential || isOfToken || sent[name] == fields[name]
        }
    }

    private func storability(of response: IncomingResponse, _ directives: ResponseDirectives) -> Storability {
        let head = response.head
        if response[SentToken.self] != nil, [401, 403, 407].contains(head.status.code) {
            return .notStored("it may be about a token, which can be another one with the next call")
        }
        let storability = Storability(of: head, directives, to: asked, isOfTarget: isOfTarget(head))
        guard case .stored = storability else { return storability }
        let announced = head.headerFields.contentLength
        let length = ContentRange(of: head)?.length ?? announced ?? 0
        guard length <= cache.rules.bodyBytes else { return .notStored(tooLarge) }
        let secrets = Secrets(response.secrets)
        if head.headerFields.contains(where: { secrets.show(in: $0.value) }) {
            return .notStored("its fields repeat a secret")
        }
        return storability
    }

    /// Stores a response.
    ///
    /// - Returns: The identity of what is stored, if it is.
    private func store(
        _ stored: StoredResponse, body: Data, _ secrets: [String], _ sending: SentRequest, since removals: Int,
        because reason: String
    ) async -> UUID? {
        guard !Secrets(secrets).show(in: body) else {
            report(.notStored, "its body repeats a secret")
            return nil
        }
        guard cache.isCurrent(key.url, since: removals) else {
            report(.notStored, "it was requested before a change")
            return nil
        }
        let joined =
            if let part = stored.parts { await joinedWithStored(stored, part, body) } else { (stored, body, true) }
        guard let (stored, body, isAlone) = joined else { return nil }
        // Parts of the same bytes may come in any order.
        guard !isAlone || sending.isNewest(stored.selectors) else {
            report(.notStored, "the response to a later request is known")
            return nil
        }
        let entry = CacheEntry(key: key, response: stored, bodyBytes: body.count)
        let isStored: Void? = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.insert(entry, body: body)
        }
        guard isStored != nil else { return nil }
        // A change made in between may have found nothing to remove yet.
        guard cache.isCurrent(key.url, since: removals) else {
            await remove(entry, because: "it was requested before a change")
            return nil
        }
        // The response to a later request may have been stored before this one.
        guard !isAlone || sending.isNewest(stored.selectors) else {
            await remove(entry, because: "the response to a later request is known")
            return nil
        }
        cache.searches.note(entry.response, to: request)
        cache.count { $0.stores += 1 }
        report(.stored, "\(body.count)\(stored.parts.map { " of \($0.length)" } ?? "") bytes, \(reason)")
        return entry.id
    }

    func remove(_ entry: CacheEntry, because reason: String) async {
        _ = await usingStore { [self] () async throws(CacheStoreError) in try await cache.store.remove(entry) }
        report(.removed, reason)
    }

    /// Whether a response is one to a GET of the address of its request (RFC 9110 §8.7).
    func isOfTarget(_ head: HTTPResponse) -> Bool {
        contentLocation(of: head) == request.address
    }

    private func contentLocation(of head: HTTPResponse) -> WebAddress? {
        head.headerFields.value(of: .contentLocation).flatMap { try? request.address.resolving($0) }
    }

    /// The key of the resource that `Content-Location` names, and the entity tag of its newer version in a response to GET.
    ///
    /// The response is not stored under that address: HTTP does not show whether both have one owner (RFC 9110 §8.7).
    func olderVersion(namedBy head: HTTPResponse) -> (key: CacheKey, tag: EntityTag)? {
        guard request.method == .get, head.status == .ok, let location = contentLocation(of: head),
            location.origin == request.address.origin, location != request.address,
            let tag = head.headerFields.value(of: .eTag).flatMap(EntityTag.init(field:))
        else { return nil }
        var other = request
        other.redirect(to: location)
        return (other.cacheKey, tag)
    }

    /// Removes older versions of a response that are stored under another address.
    func removeOlder(than head: HTTPResponse, at key: CacheKey, _ tag: EntityTag) async {
        let entries = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.entries(for: key)
        }
        let date = head.headerFields.value(of: .date).flatMap { HTTPDate.date(from: $0, now: call.time.date()) }
        for entry in entries ?? [] {
            guard let old = entry.response.headers.value(of: .eTag).flatMap(EntityTag.init(field:)),
                !old.matchesWeakly(tag), let made = entry.response.date, made <= date ?? call.time.date()
            else { continue }
            await remove(entry, because: "\(request.url) has a newer version of it")
        }
    }

    /// Removes the responses that a successful request may have changed (RFC 9111 §4.4), even if its call was
    /// cancelled.
    ///
    /// - Parameter removals: The count of removals when the request was sent.
    /// - Returns: The count by which the response to the request may be stored: it includes the removal that the request itself has caused.
    func removeOutdated(by head: HTTPResponse, since removals: Int) async -> Int {
        let addresses = Invalidation.addresses(after: request.method, to: request.address, head: head)
        guard !addresses.isEmpty else { return removals }
        return await Task { [self] in
            var removals = removals
            for address in addresses {
                var outdated = request
                outdated.redirect(to: address)
                for url in [outdated.url] + cache.searches.addresses(besides: outdated) {
                    let isCurrent = cache.isCurrent(url, since: removals)
                    let count = cache.noteRemoval(of: url)
                    if url == key.url, isCurrent { removals = count }
                    _ = await usingStore { [self] () async throws(CacheStoreError) in
                        try await cache.store.removeAll(at: url)
                    }
                    report(.removed, "\(request.method.rawValue) may have changed \(url)")
                }
            }
            return removals
        }.value
    }

    /// Removes the stored responses that a response makes invalid or asks to clear; for a response that is not returned.
    func obey(_ head: HTTPResponse, since removals: Int) async {
        await clearSite(by: head)
        _ = await removeOutdated(by: head, since: removals)
    }

    /// Removes the stored responses of the origin, for all callers, where a response asks for it (`Clear-Site-Data`).
    ///
    /// The response itself is not stored.
    func clearSite(by head: HTTPResponse) async {
        guard let prefix = ClearSiteData.clearedPrefix(by: head.headerFields, from: request.address) else { return }
        cache.noteRemoval(ofOrigin: prefix)
        await Task { [self] in
            _ = await usingStore { [self] () async throws(CacheStoreError) in
                try await cache.store.removeAll(withPrefix: prefix)
            }
        }.value
        report(.removed, "the server wants everything of \(prefix) removed")
    }

    /// Runs an operation of the store. Returns `nil` when it fails, which is reported and does not fail the call.
    func usingStore<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(CacheStoreError) -> Value
    ) async -> Value? {
        do throws(CacheStoreError) {
            return try await body()
        } catch {
            // The reason that stopped the call stopped the operation of the store, too.
            guard call.cancellation.reason == nil, !Task.isCancelled else { return nil }
            cache.count { $0.storeFailures += 1 }
            report(.storeFailed, error.message)
            return nil
        }
    }

    func report(_ action: CacheStep.Action, _ reason: @autoclosure () -> String) {
        call.report(.cache(CacheStep(action, reason())))
    }
}

extension StaleFallback.Failure {
    /// Classifies an error for the cache; `nil` for errors that a stale response must not hide.
    init?(_ error: FetchError) {
        switch error.kind {
        case .cannotConnect, .timedOut(.connect): self = .disconnected
        case .authentication(.renewalFailed(let error)):
            // A locked token store counts as a missing connection: it is no failure of the server.
            if case .file = error.kind { self = .disconnected } else { self.init(error) }
        case .connectionLost, .timedOut, .protocolViolation, .contentCoding: self = .error
        default: return nil
        }
    }
}
