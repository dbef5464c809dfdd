import Foundation
import HTTPTypes

/// A conditional write whose response was lost, which is sent again unless it was applied.
///
/// If the first attempt was applied, a repetition would fail with 412 because of the caller's own
/// change. So the resource is read first, and the write is sent again only if the resource hasn't
/// changed.
struct LostWrite {
    let condition: WriteCondition
    /// The failure of the attempt whose response was lost.
    let failure: FetchError

    /// Notes the failure of a write.
    ///
    /// - Returns: `nil` if the request has no condition, or the failure shows that it wasn't
    ///   applied.
    init?(_ request: OutgoingRequest, after failure: FetchError) {
        // A write without a condition needs no reading: its method decides whether it may be
        // repeated.
        guard failure.leavesOutcomeOpen, let condition = WriteCondition(request.method, request.headers) else {
            return nil
        }
        self.condition = condition
        self.failure = failure
    }

    /// Reads the resource, and sends the write again if it wasn't applied.
    ///
    /// - Returns: The response to the write, or what stands for it if the write was applied: the
    ///   resource that was read, or 204 for a DELETE.
    /// - Throws: ``FetchError/Kind-swift.enum/unknownOutcome`` with the resource that was read, if
    ///   it doesn't show whether the write was applied; or the failure to read it, which may be
    ///   temporary.
    func sendAgain(_ request: OutgoingRequest, _ attempt: Next) async throws(FetchError) -> IncomingResponse {
        let found = try await attempt.pass(request.readingBack)
        let sent: Data? = if case .bytes(let data) = request.body { data } else { nil }
        // A body that was cut off at the limit proves nothing, so it is not compared.
        switch condition.outcome(sent: sent, found: found.head, body: found.isTruncated ? nil : found.data) {
        case .notApplied: return try await attempt.pass(request)
        // The read ended with 404 or 410, which the caller would take for a failure of its own.
        case .applied where request.method == .delete: return IncomingResponse(status: .noContent)
        case .applied: return found
        case .unknown where found.head.status.isTransient: return found  // A failed attempt: it is tried again.
        case .unknown:
            let response = FetchError.Response(head: found.head, body: found.data ?? Data())
            throw FetchError(.unknownOutcome, response: response, underlying: failure)
        }
    }
}

extension FetchError {
    /// Whether the server may have applied a request that failed in this way.
    fileprivate var leavesOutcomeOpen: Bool {
        switch kind {
        // Only these two prove that nothing was sent. The system reports some later failures as
        // other connection failures.
        case .cannotConnect(.refused), .cannotConnect(.unknownHost): false
        // A client error is the decision of the server. A 5xx may come from a gateway whose server
        // has already acted.
        case .status, .service, .precondition: status?.kind == .serverError
        default: true
        }
    }
}

extension OutgoingRequest {
    /// The request that reads the resource of a write, bypassing all caches.
    var readingBack: OutgoingRequest {
        var read = self
        read.method = .get
        // The conditions would fail with 412 just when the write was applied, and the other fields
        // describe a body that is not sent.
        read.body = nil
        for name in [
            .ifMatch, .ifNoneMatch, .ifUnmodifiedSince, .contentType, .contentDigest, .reprDigest, .expect,
            .idempotencyKey,
        ] as [HTTPField.Name] { read.headers[name] = nil }
        // A cache on the way could respond with the resource as it was before the write (RFC 9111
        // §5.2.1.4).
        read.headers[.cacheControl] = "no-cache"
        // Servers that support it spare a comparison of bytes, which differ for a resource that
        // they reformat (RFC 9530 §4).
        read.headers[.wantReprDigest] = "sha-256=1"
        return read
    }
}
