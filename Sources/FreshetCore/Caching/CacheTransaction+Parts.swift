import Foundation
import HTTPTypes

/// Serves, stores and completes parts of bodies (RFC 9111 §3.3, §3.4).
extension CacheTransaction {
    /// Returns whether a response has the complete body of the stored one.
    func isComplete(_ head: HTTPResponse) -> Bool {
        asked.method == .get && request.headers.value(of: .range) == nil && head.status != .partialContent
    }

    /// Returns the requested range of a stored response, or all of it; `nil` if that isn't stored.
    func requestedPart(of entry: CacheEntry, _ head: HTTPResponse, _ body: Data) -> (HTTPResponse, Data)? {
        let parts = entry.response.parts
        // Range requests are defined for GET alone, so the field is ignored for HEAD (RFC 9110 §14.2).
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

    /// Returns the byte range that a response covers; `nil` if it may not be stored in parts.
    ///
    /// It is the range of a part that the server sends, or all bytes of a complete response, whose
    /// body may break off. A part has no such range if its `Content-Length` contradicts it.
    func storableRange(of head: HTTPResponse) -> ContentRange? {
        let fields = head.headerFields
        guard request.method == .get else { return nil }
        if head.status == .partialContent {
            guard let part = ContentRange(of: head) else { return nil }
            return fields.contentLength.map { $0 == part.range.count } ?? true ? part : nil
        }
        // The rest of a broken-off body can only be requested with a strong validator (RFC 9110 §13.1.5).
        guard StrongValidator(fields) != nil, fields.value(of: .contentEncoding) == nil,
            fields.value(of: .acceptRanges) != "none"
        else { return nil }
        return ContentRange(wholeOf: head)
    }

    /// Returns a part in the form in which it is stored: as an incomplete whole.
    ///
    /// If its `Content-Length` contradicts its range, it is unknown which bytes it has. It is then
    /// stored as received, and only serves requests for the same range.
    func storedPart(_ response: StoredResponse, of head: HTTPResponse) -> StoredResponse {
        if let part = storableRange(of: head) { return response.incomplete(part.range, of: part.length) }
        var response = response
        response.selectors.merge(selectors(of: [.vary: "Range"]) ?? [:]) { $1 }
        return response
    }

    /// Joins a part with the stored parts.
    ///
    /// - Returns: The response and body to store, and whether they come from this response alone;
    ///   `nil` if there is nothing to store.
    func joinedWithStored(
        _ new: StoredResponse, _ body: Data
    ) async -> (StoredResponse, Data, isAlone: Bool)? {
        guard let part = new.parts else { return (new, body, isAlone: true) }
        // A 206 sent in chunks has no `Content-Length` that the transport could have compared with the range.
        guard body.count == part.count, let range = part.ranges.first else {
            report(.notStored, "the part has another length than its range")
            return nil
        }
        let alone = (new.completed(part), body, isAlone: true)
        // Two variants of an address have different bytes, even if their ranges fit together (RFC 9111 §4.1).
        guard let old = await entries(for: key).first(where: { $0.response.selectors == new.selectors }),
            old.response.status == 200
        else { return alone }
        let joined = FieldUpdate.joined(
            old.response, with: new.headers, requestTime: new.requestTime, responseTime: new.responseTime)
        if old.response.isComplete {
            if let joined {
                await update(old, to: joined)
            } else {
                // A complete response of another version can be served without a connection, a part of this one can't.
                report(.notStored, "another version is stored completely")
            }
            return nil
        }
        guard let joined, let parts = old.response.parts, parts.length == part.length,
            parts.ranges.count < StoredParts.limit, let stored = await self.body(of: old), parts.areSound(for: stored)
        else { return alone }
        let all = parts.adding(range, body, to: stored)
        return (joined.completed(all.parts), all.bytes, isAlone: false)
    }

    /// Completes the stored parts with the response to a request for the missing one.
    ///
    /// - Returns: The complete response; `nil` if the server sent something else than that part.
    func complete(
        _ entry: CacheEntry, with response: IncomingResponse, _ sent: SentRequest
    ) async -> IncomingResponse? {
        guard let parts = entry.response.parts, let missing = parts.missing,
            // The server may send another range than the requested one; `Content-Range` names it (RFC 9110 §15.3.7).
            let part = ContentRange(of: response.head), part.range == missing, part.length == parts.length,
            !response.restrictions.isOfOtherIdentity, !response.isTruncated,
            let joined = FieldUpdate.joined(
                entry.response, with: response.head.headerFields, requestTime: sent.time,
                responseTime: call.time.date()),
            let stored = await body(of: entry), parts.areSound(for: stored),
            let beginning = parts.bytes(0..<missing.lowerBound, of: stored),
            let end = parts.bytes(missing.upperBound..<parts.length, of: stored)
        else { return nil }
        var completed = response
        completed.head = joined.head(age: nil)
        switch response.body {
        case .complete(let rest):
            guard rest.count == missing.count else { return nil }
            completed.body = .complete(beginning + rest + end)
        case .stream(let rest):
            completed.body = .stream(JoinedBody(beginning, rest, count: missing.count, end))
        }
        return completed
    }
}

extension StoredResponse {
    /// Returns the response with the head of a complete one, of which only a range is stored.
    func incomplete(_ range: Range<Int>, of length: Int) -> StoredResponse {
        var response = self
        response.status = 200
        response.headers[.contentRange] = nil
        response.headers[.contentLength] = "\(length)"
        response.parts = StoredParts(range, length: length)
        return response
    }

    /// Returns the response with other parts. If they cover the whole body, it is complete.
    fileprivate func completed(_ parts: StoredParts) -> StoredResponse {
        var response = self
        response.parts = parts.isComplete ? nil : parts
        return response
    }
}
