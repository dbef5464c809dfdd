import Foundation
import HTTPTypes

/// The condition of a write (RFC 9110 §13.1), with the outcome of the write by the resource as it was read afterwards.
struct WriteCondition: Sendable {
    /// The outcome of a write whose response was lost.
    enum Outcome: Equatable {
        /// The resource is as it was before: the write may be sent again.
        case notApplied
        /// The resource is as the write would leave it.
        case applied
        case unknown
    }

    private enum Before {
        /// The resource had one of these tags.
        case tags([EntityTag])
        /// The resource was last modified at this date, as the field says it.
        case modified(String)
        /// There was no resource.
        case absent
    }

    private let before: Before

    /// The condition of a request; `nil` if it is no write, or has no condition about the state of the resource.
    init?(_ request: OutgoingRequest) {
        guard ![.get, .head, .options, .trace].contains(request.method) else { return nil }
        let fields = request.headers
        if let tags = fields.value(of: .ifMatch), tags != "*" {
            before = .tags(EntityTag.list(tags))
        } else if fields.value(of: .ifNoneMatch) == "*" {
            before = .absent
        } else if let date = fields.value(of: .ifUnmodifiedSince) {
            before = .modified(date)
        } else {
            return nil
        }
    }

    /// Judges a write by the resource as it was read afterwards.
    ///
    /// - Parameters:
    ///   - request: The write.
    ///   - found: The response to a GET of the same address.
    func outcome(of request: OutgoingRequest, found: IncomingResponse) -> Outcome {
        let isGone = found.head.status == .notFound || found.head.status == .gone
        if isGone {
            if case .absent = before { return .notApplied }
            return request.method == .delete ? .applied : .unknown
        }
        guard found.head.status == .ok else { return .unknown }
        if isBefore(found.head.headerFields) { return .notApplied }
        return request.method == .put && isSent(request, found) ? .applied : .unknown
    }

    private func isBefore(_ fields: HTTPFields) -> Bool {
        switch before {
        case .tags(let tags):
            guard let tag = fields.value(of: .eTag).flatMap(EntityTag.init(field:)) else { return false }
            return tags.contains { $0.matchesStrongly(tag) }
        case .modified(let date):
            return fields.value(of: .lastModified) == date
        case .absent:
            return false
        }
    }

    /// Whether the resource has the bytes that were sent: by their digest (RFC 9530), or one by one.
    private func isSent(_ request: OutgoingRequest, _ found: IncomingResponse) -> Bool {
        let digest = found.head.headerFields.value(of: .reprDigest).flatMap(ReprDigest.init)
        if let sent = request.headers.value(of: .reprDigest).flatMap(ReprDigest.init), let digest {
            return digest.sha256 == sent.sha256
        }
        guard case .bytes(let sent) = request.body else { return false }
        if let digest { return digest.sha256 == Data(SHA256.digest(of: sent)) }
        return found.data == sent && !found.isTruncated
    }
}

extension OutgoingRequest {
    /// The request that reads the resource of a write, past all caches.
    var readingBack: OutgoingRequest {
        var read = self
        read.method = .get
        read.body = nil
        for name in [
            .ifMatch, .ifNoneMatch, .ifUnmodifiedSince, .contentType, .contentDigest, .reprDigest, .expect,
            .idempotencyKey,
        ] as [HTTPField.Name] { read.headers[name] = nil }
        read.headers[.cacheControl] = "no-cache"
        read.headers[.wantReprDigest] = "sha-256=1"
        return read
    }
}
