import Foundation
import HTTPTypes

/// Updates the store according to the server's responses.
extension CacheTransaction {
    /// Returns the server's response, after storing it if the rules allow it.
    func accept(
        _ response: IncomingResponse, replacing entry: CacheEntry? = nil, _ sent: SentRequest
    ) async -> IncomingResponse {
        let head = response.head
        // Read before the store is awaited: the age counts from the receipt of the response (RFC 9111 §4.2.3).
        let responseTime = call.time.date()
        cache.count { $0.misses += 1 }
        // The removal that the request itself has caused does not prevent storing its response.
        let removals = await invalidate(by: head, since: sent.removals)
        // Only after the invalidation: whoever sent the write, it has changed the resource.
        guard !response.restrictions.isOfOtherIdentity else {
            report(.notStored, "the credentials changed to those of another account")
            return response
        }
        // This 304 is for conditions of the caller's own; a 304 for those of the cache doesn't reach this function.
        if head.status == .notModified, let entry { await refresh(entry, by: head, sent) }
        if let obstacle = response.restrictions.storageObstacle {
            if asked.method == .get || isOfTarget(head) { report(.notStored, obstacle) }
            return response
        }
        if request.method == .head, head.status.kind == .successful, let entry {
            await compare(entry, with: head, at: responseTime, sent)
        }
        guard asked.method == .get || isOfTarget(head) && request.method == .post else { return response }
        await removeOlderVersion(namedBy: head)
        if let candidate = candidate(of: response, at: responseTime, sent, since: removals) {
            return await store(response, as: candidate)
        }
        // The server's response is newer than the stored one, unless it is a failure.
        let status = head.status.code
        if let entry, (200..<300).contains(status) || [404, 410].contains(status), status != 206,
            sent.isNewest(entry.response.selectors)
        {
            await remove(entry, because: "a newer response is not stored")
        }
        return response
    }

    /// Updates the stored response from a 304 to the caller's own conditions, if the 304 confirms that response.
    private func refresh(_ entry: CacheEntry, by head: HTTPResponse, _ sent: SentRequest) async {
        // The caller's conditions may name a version that isn't stored. A 304 that has no validator in common with
        // the stored response may be about that version.
        guard haveSameValidator(entry.response.headers, head.headerFields),
            let confirmed = FieldUpdate.confirmed(
                entry.response, by: head, requestTime: sent.time, responseTime: call.time.date())
        else { return }
        await revise(entry, to: confirmed, sent)
    }

    /// Returns whether a stored response and a 304 have the same kind of validator: an entity tag,
    /// or else a date.
    private func haveSameValidator(_ stored: HTTPFields, _ new: HTTPFields) -> Bool {
        if stored.contains(.eTag) || new.contains(.eTag) { return stored.contains(.eTag) && new.contains(.eTag) }
        return stored.contains(.lastModified) && new.contains(.lastModified)
    }

    /// Updates the stored response from the response to a HEAD (RFC 9111 §4.3.5).
    private func compare(
        _ entry: CacheEntry, with head: HTTPResponse, at responseTime: Date, _ sent: SentRequest
    ) async {
        let described = FieldUpdate.described(
            entry.response, by: head, requestTime: sent.time, responseTime: responseTime)
        guard let described else { return await remove(entry, because: "the response to HEAD differs") }
        await revise(entry, to: described, sent)
    }

    /// Updates a stored response from a later one.
    ///
    /// If the later one says `no-store` or varies on other fields, the stored one is removed.
    func revise(_ entry: CacheEntry, to stored: StoredResponse, _ sent: SentRequest) async {
        // The response to a later request may have been used while this one was on its way. Its fields are newer.
        guard sent.isNewest(entry.response.selectors) else { return }
        // Nothing of the response to such a request is stored (RFC 9111 §5.2.1.5).
        guard !asked.directives.noStore else { return }
        guard !stored.directives.noStore else { return await remove(entry, because: "the response says no-store") }
        // The entry is found by the fields of its old `Vary`, so it would also be served to requests that the new
        // one excludes.
        guard selectors(of: stored.headers) == stored.selectors else {
            return await remove(entry, because: "the response now depends on other request fields")
        }
        await update(entry, to: stored)
    }

    func update(_ entry: CacheEntry, to response: StoredResponse) async {
        var updated = entry
        updated.response = response
        await usingStore { try await $0.update(updated) }
    }

    func remove(_ entry: CacheEntry, because reason: String) async {
        await usingStore { try await $0.remove(entry) }
        report(.removed, reason)
    }

    // MARK: - Content-Location

    /// Returns whether a response equals the response to a GET of the requested address (RFC 9110
    /// §8.7).
    func isOfTarget(_ head: HTTPResponse) -> Bool {
        contentLocation(of: head) == request.address
    }

    private func contentLocation(of head: HTTPResponse) -> WebAddress? {
        head.headerFields.value(of: .contentLocation).flatMap { try? request.address.resolving($0) }
    }

    /// Removes older versions of a response to GET from the address in its `Content-Location`.
    ///
    /// The response isn't stored under that address: HTTP doesn't show whether both addresses have
    /// the same owner (RFC 9110 §8.7).
    private func removeOlderVersion(namedBy head: HTTPResponse) async {
        guard request.method == .get, head.status == .ok, let location = contentLocation(of: head),
            // A response must not affect the stored responses of another origin.
            location.origin == request.address.origin, location != request.address,
            let tag = head.headerFields.value(of: .eTag).flatMap(EntityTag.init(field:))
        else { return }
        var other = request
        other.redirect(to: location)
        let date = head.headerFields.value(of: .date).flatMap { HTTPDate.date(from: $0, now: call.time.date()) }
        for entry in await entries(for: other.cacheKey) {
            guard let old = entry.response.headers.value(of: .eTag).flatMap(EntityTag.init(field:)),
                !old.matchesWeakly(tag), let made = entry.response.date, made <= date ?? call.time.date()
            else { continue }
            await remove(entry, because: "\(request.url) has a newer version of it")
        }
    }

    // MARK: - Invalidation

    /// Removes the responses that a response makes invalid or asks to clear.
    ///
    /// It is called for a response that isn't returned to the caller.
    func obey(_ head: HTTPResponse, since removals: Int) async {
        await clearSite(by: head)
        _ = await invalidate(by: head, since: removals)
    }

    /// Removes the responses that a successful request may have changed (RFC 9111 §4.4), and those
    /// in the groups that its response invalidates (RFC 9875 §3), even if its call was cancelled.
    ///
    /// - Parameter removals: The count of removals when the request was sent.
    /// - Returns: The count against which the response itself is checked before it is stored. It
    ///   includes the removal that the request caused.
    private func invalidate(by head: HTTPResponse, since removals: Int) async -> Int {
        guard !request.isReading else { return removals }
        let addresses = Invalidation.addresses(after: request.method, to: request.address, head: head)
        let origin = request.address.origin
        let groups = CacheGroup.invalidated(after: request.method, by: head.headerFields, from: origin)
        guard !addresses.isEmpty || !groups.isEmpty else { return removals }
        let own = CacheGroup.groups(of: head.headerFields, from: origin)
        // A task of its own: the server has processed the write, so a cancelled call must not leave the removals
        // half done.
        return await Task { [self] in
            var removals = removals
            for address in addresses {
                var outdated = request
                outdated.redirect(to: address)
                for url in [outdated.url] + cache.searches.addresses(besides: outdated) {
                    let isCurrent = cache.isCurrent(url, in: own, since: removals)
                    // Noted before the store is changed. In the other order, a response inserted between the two
                    // steps would pass its last check and stay.
                    let count = cache.noteRemoval(of: url)
                    // Without `isCurrent`, the new count would hide another removal since the request was sent.
                    if url == key.url, isCurrent { removals = count }
                    await usingStore { try await $0.removeAll(at: url) }
                    report(.removed, "\(request.method.rawValue) may have changed \(url)")
                }
            }
            guard !groups.isEmpty else { return removals }
            let isCurrent = cache.isCurrent(key.url, in: own, since: removals)
            let count = cache.noteRemoval(of: groups)
            await removeMembers(of: groups, origin)
            return isCurrent ? count : removals
        }.value
    }

    /// Removes an origin's responses that belong to any of the given groups, for all callers.
    ///
    /// Other groups of the removed responses aren't invalidated in turn (RFC 9875 §2.2.1).
    private func removeMembers(of groups: Set<CacheGroup>, _ origin: WebAddress.Origin) async {
        // Invalidations of groups are rare, so that no store has an index of them. Bodies are not read.
        let entries = await usingStore { try await $0.entries(withPrefix: origin.addressPrefix) } ?? []
        for entry in entries
        where !groups.isDisjoint(with: CacheGroup.groups(of: entry.response.headers, from: origin)) {
            await remove(entry, because: "\(request.method.rawValue) invalidated a group of \(entry.key.url)")
        }
    }

    /// Removes the stored responses from the origin, for all callers, if a response asks for that
    /// (`Clear-Site-Data`).
    ///
    /// The response itself isn't stored.
    func clearSite(by head: HTTPResponse) async {
        guard let prefix = ClearSiteData.clearedPrefix(by: head.headerFields, from: request.address) else { return }
        // Noted first, and removed in a task of its own, for the same reasons as in `invalidate`.
        cache.noteRemoval(ofOrigin: prefix)
        _ = await Task { [self] in await usingStore { try await $0.removeAll(withPrefix: prefix) } }.value
        report(.removed, "the server asked to remove everything at \(prefix)")
    }
}
