package import Foundation
import FreshetDigests
package import HTTPTypes

/// The condition of a write (RFC 9110 §13.1), which determines the outcome of the write from the
/// resource as it was read afterwards.
package struct WriteCondition: Sendable {
    /// The outcome of a write whose response was lost.
    package enum Outcome: Equatable {
        /// The resource is unchanged, so the write may be sent again.
        case notApplied
        /// The resource is in the state that the write produces.
        case applied
        case unknown
    }

    private enum Before {
        /// The resource had one of these tags.
        case tags([EntityTag])
        /// The resource was last modified at this date, in the form of the header field.
        case modified(String)
        /// There was no resource.
        case absent
    }

    private let before: Before
    private let method: HTTPRequest.Method
    /// The digest of the bytes that were sent; `nil` if the request has none.
    private let digest: ReprDigest?

    /// Reads the condition of a request; `nil` if it isn't a write, or has no condition about the
    /// state of the resource.
    package init?(_ method: HTTPRequest.Method, _ fields: HTTPFields) {
        guard !method.isSafe else { return nil }
        self.method = method
        digest = fields.value(of: .reprDigest).flatMap(ReprDigest.init)
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

    /// Returns the outcome of a write, judging by the resource as it was read afterwards.
    ///
    /// - Parameters:
    ///   - sent: The bytes of the write; `nil` if they aren't in memory.
    ///   - head: The head of the response to a GET of the same URL.
    ///   - body: The complete body of that response; `nil` for none.
    package func outcome(sent: Data?, found head: HTTPResponse, body: Data?) -> Outcome {
        let isGone = head.status == .notFound || head.status == .gone
        if isGone {
            if case .absent = before { return .notApplied }
            return method == .delete ? .applied : .unknown
        }
        guard head.status == .ok else { return .unknown }
        if isBefore(head.headerFields) { return .notApplied }
        // Only PUT sends the whole new state (RFC 9110 §9.3.4). The bytes of a PATCH or POST say
        // nothing about the resource.
        return method == .put && isSent(sent, head.headerFields, body) ? .applied : .unknown
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

    /// Whether the resource has the bytes that were sent, judging by their digest (RFC 9530) or
    /// byte by byte.
    private func isSent(_ sent: Data?, _ fields: HTTPFields, _ body: Data?) -> Bool {
        let found = fields.value(of: .reprDigest).flatMap(ReprDigest.init)
        if let digest, let found { return digest == found }
        guard let sent else { return false }
        if let found { return found.sha256 == Data(SHA256.digest(of: sent)) }
        return body == sent
    }
}
