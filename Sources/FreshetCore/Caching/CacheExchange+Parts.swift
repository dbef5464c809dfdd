import Foundation
import HTTPTypes

/// Parts of responses: stored as incomplete wholes, joined with others of the same bytes, and completed (RFC 9111 §3.3, §3.4).
extension CacheExchange {
    /// Where the bytes of a response lie in the whole, if it may be stored in parts: as a part that the server sends, or as far as a
    /// body comes before it breaks off.
    func place(of head: HTTPResponse) -> ContentRange? {
        let fields = head.headerFields
        guard request.method == .get, StrongValidator(fields) != nil else { return nil }
        if head.status == .partialContent { return ContentRange(of: head) }
        guard fields.value(of: .contentEncoding) == nil, fields.value(of: .acceptRanges) != "none" else { return nil }
        return ContentRange(wholeOf: head)
    }

    /// Joins a part with those that are stored already.
    ///
    /// - Returns: What is to be stored in their place; `nil` where there is nothing to store.
    func joinedWithStored(
        _ new: StoredResponse, _ part: StoredParts, _ body: Data
    ) async -> (StoredResponse, Data)? {
        guard body.count == part.count, let range = part.ranges.first else {
            report(.notStored, "the part has another length than its range")
            return nil
        }
        let entries = await usingStore { [self] () async throws(CacheStoreError) in
            try await cache.store.entries(for: key)
        }
        let alone = (new.completed(part), body)
        guard let old = entries?.first(where: { $0.response.selectors == new.selectors }), old.response.status == 200
        else { return alone }
        let joined = FieldUpdate.joined(
            old.response, with: new.headers, requestTime: new.requestTime, responseTime: new.responseTime)
        if old.response.isComplete {
            guard let joined else {
                // A whole of another version can stand in without a connection, a part of this one can not.
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
        return (joined.completed(all.parts), all.bytes)
    }

    /// Asks for the rest of a response of which parts are stored, and returns the whole.
    ///
    /// - Parameter fields: What is asked for, if it still belongs to the same bytes.
    func completed(_ entry: CacheEntry, _ fields: HTTPFields) async throws(FetchError) -> IncomingResponse {
        let sending = Sending(removals: cache.removals, time: call.time.date())
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

    /// Makes the whole of what is stored and of the rest; `nil` where that is not the rest of it.
    private func whole(
        of entry: CacheEntry, with response: IncomingResponse, since sending: Sending
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
    /// The response as the whole of which some parts are stored.
    func incomplete(_ range: Range<Int>, of length: Int) -> StoredResponse {
        var whole = self
        whole.status = 200
        whole.headers[.contentRange] = nil
        whole.headers[.contentLength] = "\(length)"
        whole.parts = StoredParts(range, length: length)
        return whole
    }

    /// The response with other parts; a whole one when they are all of it.
    fileprivate func completed(_ parts: StoredParts) -> StoredResponse {
        var response = self
        response.parts = parts.isComplete ? nil : parts
        return response
    }
}
