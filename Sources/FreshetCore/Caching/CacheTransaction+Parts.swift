import Foundation
import HTTPTypes

/// Stores parts of responses, joins parts of the same bytes, and requests missing parts (RFC 9111 §3.3, §3.4).
extension CacheTransaction {
    /// The byte range of a response in its representation; `nil` where the response may not be stored in parts.
    ///
    /// It is the range of a part that the server sends, or all bytes of a complete response, whose body may break off.
    func place(of head: HTTPResponse) -> ContentRange? {
        let fields = head.headerFields
        guard request.method == .get, StrongValidator(fields) != nil else { return nil }
        if head.status == .partialContent { return ContentRange(of: head) }
        guard fields.value(of: .contentEncoding) == nil, fields.value(of: .acceptRanges) != "none" else { return nil }
        return ContentRange(wholeOf: head)
    }

    /// Joins a part with the stored parts.
    ///
    /// - Returns: The response and body to store in their place, and whether they are those of the part alone; `nil` where
    ///   there is nothing to store.
    func joinedWithStored(
        _ new: StoredResponse, _ part: StoredParts, _ body: Data
    ) async -> (StoredResponse, Data, isAlone: Bool)? {
        guard body.count == part.count, let range = part.ranges.first else {
            report(.notStored, "the part has another length than its range")
            return nil
        }
        let entries = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.entries(for: key)
        }
        let alone = (new.completed(part), body, isAlone: true)
        guard let old = entries?.first(where: { $0.response.selectors == new.selectors }), old.response.status == 200
        else { return alone }
        let joined = FieldUpdate.joined(
            old.response, with: new.headers, requestTime: new.requestTime, responseTime: new.responseTime)
        if old.response.isComplete {
            guard let joined else {
                // A complete response of another version can be served without a connection, a part of this one can't.
                report(.notStored, "another version is stored as a whole")
                return nil
            }
            await update(old, to: joined)
            return nil
        }
        guard let joined, let parts = old.response.parts, parts.length == part.length,
            parts.ranges.count < StoredParts.limit, let stored = await storedBody(of: old), parts.areSound(for: stored)
        else { return alone }
        let all = parts.adding(range, body, to: stored)
        return (joined.completed(all.parts), all.bytes, isAlone: false)
    }

    /// Requests the missing part of a partly stored response, and returns the complete response.
    ///
    /// - Parameter fields: The `Range` and `If-Range` fields that request the missing part.
    func completed(_ entry: CacheEntry, _ fields: HTTPFields) async throws(FetchError) -> IncomingResponse {
        let sending = SentRequest(cache, key, at: call.time.date())
        let response = try await send(outgoing(fields), insteadOf: nil, since: sending)
        guard [.partialContent, .rangeNotSatisfiable].contains(response.head.status) else {
            return await taken(response, inPlaceOf: entry, since: sending)
        }
        if let whole = await whole(of: entry, with: response, since: sending) {
            return await taken(whole, inPlaceOf: entry, since: sending)
        }
        response.close()
        await remove(entry, because: "the rest belongs to other bytes")
        return try await exchange(nil, conditions: [:])
    }

    /// Joins the stored parts with a response; `nil` where the response is not the missing part.
    private func whole(
        of entry: CacheEntry, with response: IncomingResponse, since sending: SentRequest
    ) async -> IncomingResponse? {
        guard let parts = entry.response.parts, let missing = parts.missing,
            let place = ContentRange(of: response.head), place.range == missing, place.length == parts.length,
            !response.isOfOtherIdentity, !response.isTruncated,
            let joined = FieldUpdate.joined(
                entry.response, with: response.head.headerFields, requestTime: sending.time,
                responseTime: call.time.date()),
            let stored = await storedBody(of: entry), parts.areSound(for: stored),
            let beginning = parts.bytes(0..<missing.lowerBound, of: stored),
            let end = parts.bytes(missing.upperBound..<parts.length, of: stored)
        else { return nil }
        var whole = response
        whole.head = joined.head(age: nil)
        switch response.body {
        case .complete(let rest):
            guard rest.count == missing.count else { return nil }
            whole.body = .complete(beginning + rest + end)
        case .stream(let rest):
            whole.body = .stream(JoinedBody(beginning, rest, count: missing.count, end))
        }
        return whole
    }
}

extension StoredResponse {
    /// The response with the head of the complete one, of whose body only a range is stored.
    func incomplete(_ range: Range<Int>, of length: Int) -> StoredResponse {
        var whole = self
        whole.status = 200
        whole.headers[.contentRange] = nil
        whole.headers[.contentLength] = "\(length)"
        whole.parts = StoredParts(range, length: length)
        return whole
    }

    /// The response with other parts; a complete one when they cover the whole body.
    fileprivate func completed(_ parts: StoredParts) -> StoredResponse {
        var response = self
        response.parts = parts.isComplete ? nil : parts
        return response
    }
}
