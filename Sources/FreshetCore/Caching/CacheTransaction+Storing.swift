import Foundation
import HTTPTypes

/// Stores the responses of the server.
extension CacheTransaction {
    /// A response that may be stored once its body is known.
    struct Candidate: Sendable {
        var response: StoredResponse
        let secrets: [String]
        let sent: SentRequest
        /// The count of removals when the request was sent, including the one that it caused.
        let removals: Int
        /// The reason why it may be stored.
        var reason: String
    }

    /// Decides whether a response may be stored. Returns `nil` and reports the reason if not.
    func candidate(
        of response: IncomingResponse, at responseTime: Date, _ sent: SentRequest, since removals: Int
    ) -> Candidate? {
        let head = response.head
        let directives = ResponseDirectives(head.headerFields)
        let reason: String
        switch storability(of: response, directives) {
        case .notStored(let obstacle):
            report(.notStored, obstacle)
            return nil
        case .stored(let permission): reason = permission
        }
        var stored = StoredResponse(
            status: head.status.code,
            // A response that is stored without `Date` must get the date of its receipt (RFC 9110 §6.6.1).
            headers: FieldUpdate.dated(FieldUpdate.kept(head.headerFields, directives), at: responseTime),
            requestTime: sent.time, responseTime: responseTime)
        stored.selectors = selectors(of: stored.headers) ?? [:]
        if head.status == .partialContent { stored = storedPart(stored, of: head) }
        guard isSentAsAsked(stored.selectors.keys, response) else {
            report(.notStored, "an interceptor changed a field that the response varies on")
            return nil
        }
        return Candidate(
            response: stored, secrets: response.restrictions.secrets, sent: sent, removals: removals, reason: reason)
    }

    /// Stores a response now, or once its body has been read to the end.
    func store(_ response: IncomingResponse, as candidate: Candidate) async -> IncomingResponse {
        var response = response
        switch response.body {
        case .complete(let body):
            if response.isTruncated { return response }
            guard body.count <= cache.rules.bodyBytes else {
                report(.notStored, tooLarge)
                return response
            }
            let id = await write(candidate, body)
            // With the ID, the decoded value is stored for the next use of the stored response.
            if isComplete(response.head) { response.storedID = id }
        case .stream(let body):
            response.body = .stream(storing(body, as: candidate, storableRange(of: response.head)))
        }
        return response
    }

    /// Returns a body that is stored once it is complete, or as far as it was received if it breaks
    /// off.
    private func storing(
        _ body: any TransportBody, as candidate: Candidate, _ range: ContentRange?
    ) -> StoringBody {
        StoringBody(body, limit: cache.rules.bodyBytes) { [self] body in
            guard let body else { return report(.notStored, tooLarge) }
            _ = await write(candidate, body)
        } breakOff: { [self] body in
            // A body that broke off may be incomplete even if as many bytes were received as were announced.
            guard let range, body.count < range.range.count else { return }
            let start = range.range.lowerBound
            var beginning = candidate
            beginning.response = candidate.response.incomplete(start..<start + body.count, of: range.length)
            beginning.reason = "as far as it was received"
            _ = await write(beginning, body)
        }
    }

    /// Writes a response to the store.
    ///
    /// It replaces an older response, or is joined with the stored parts of the same bytes.
    ///
    /// - Returns: The identity of the stored response; `nil` if nothing was stored.
    private func write(_ candidate: Candidate, _ body: Data) async -> UUID? {
        let (sent, removals) = (candidate.sent, candidate.removals)
        let groups = CacheGroup.groups(of: candidate.response.headers, from: request.address.origin)
        // Debugging pages and some error pages repeat the request; a secret must not end up in a file that way.
        guard !Secrets(candidate.secrets).show(in: body) else {
            report(.notStored, "its body repeats a secret")
            return nil
        }
        // Checked before the insertion as well, which would replace a newer response that can't be restored.
        guard cache.isCurrent(key.url, in: groups, since: removals) else {
            report(.notStored, "it was requested before a change")
            return nil
        }
        guard let (stored, body, isAlone) = await joinedWithStored(candidate.response, body) else { return nil }
        // Parts of the same bytes may arrive in any order.
        guard !isAlone || sent.isNewest(stored.selectors) else {
            report(.notStored, "the response to a later request is known")
            return nil
        }
        let entry = CacheEntry(key: key, response: stored, bodyBytes: body.count)
        guard await usingStore({ try await $0.insert(entry, body: body) }) != nil else { return nil }
        // A change made in between may have found nothing to remove yet.
        guard cache.isCurrent(key.url, in: groups, since: removals) else {
            await remove(entry, because: "it was requested before a change")
            return nil
        }
        // The response to a later request may have been stored before this one.
        guard !isAlone || sent.isNewest(stored.selectors) else {
            await remove(entry, because: "the response to a later request is known")
            return nil
        }
        cache.searches.note(entry.response, to: request)
        cache.count { $0.stores += 1 }
        let length = stored.parts.map { " of \($0.length)" } ?? ""
        report(.stored, "\(body.count)\(length) bytes, \(candidate.reason)")
        return entry.id
    }

    // MARK: - Decisions

    private var tooLarge: String { "the body is larger than \(cache.rules.bodyBytes) bytes" }

    /// Returns the request fields that select a response with these fields.
    ///
    /// - Returns: `nil` if the response depends on more than fields.
    func selectors(of headers: HTTPFields) -> [String: String]? {
        Variants.selectors(
            vary: headers, request: request.selectingFields, secretNames: request.origin.secretNames)
    }

    /// Returns whether the fields on which a response varies were sent as the caller set them.
    ///
    /// An interceptor around the attempt may have changed them.
    private func isSentAsAsked(_ names: some Collection<String>, _ response: IncomingResponse) -> Bool {
        guard let sent = response.sentFields else { return true }
        let fields = request.selectingFields
        return names.allSatisfy { name in
            guard let name = HTTPField.Name(name) else { return true }
            // Credentials are added below the cache, so they are never in `fields`. The key tells their callers apart.
            let isCredential = request.credentials.contains { credential in
                if case .header(name, _) = credential.location { true } else { false }
            }
            return isCredential || response.restrictions.credentialFields.contains(name) || sent[name] == fields[name]
        }
    }

    private func storability(of response: IncomingResponse, _ directives: ResponseDirectives) -> Storability {
        let head = response.head
        let storability = Storability(of: head, directives, to: asked, isOfTarget: isOfTarget(head))
        guard case .stored = storability else { return storability }
        // The parts of a body may add up to the whole, so a part counts with the length of the whole.
        let length = ContentRange(of: head)?.length ?? head.headerFields.contentLength ?? 0
        guard length <= cache.rules.bodyBytes else { return .notStored(tooLarge) }
        let secrets = Secrets(response.restrictions.secrets)
        if head.headerFields.contains(where: { secrets.show(in: $0.value) }) {
            return .notStored("its fields repeat a secret")
        }
        return storability
    }
}
