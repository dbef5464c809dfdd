import Foundation
import HTTPTypes

/// Calls share an in-flight request only with calls of the same group.
package enum SharingGroup: RequestOptionKey {
    package static let defaultValue: UInt64 = 0
}

/// The key by which identical calls share an in-flight request.
///
/// It contains the secrets of the credentials, so that two accounts never share a response. It lives only as long as
/// the in-flight request, and is never written or logged.
struct RequestKey: Hashable, Sendable {
    private struct Parts: Equatable {
        let method: HTTPRequest.Method
        let address: WebAddress
        let headers: HTTPFields
        let body: Data?
        let caller: [String]
        let retry: RetryOptions.Numbers
        let limits: Limits
        let cache: CachePolicy
        let reachesOrigin: Bool
        let redirects: RedirectMode
        let statuses: AcceptedStatuses
        let sharingGroup: UInt64
    }

    private final class Box: Sendable {
        let parts: Parts
        /// The hash of the method, address and body. It is computed once, since each step looks up the callers.
        let hash: Int

        init(_ parts: Parts) {
            self.parts = parts
            var hasher = Hasher()
            hasher.combine(parts.method)
            hasher.combine(parts.address)
            hasher.combine(parts.body)
            hash = hasher.finalize()
        }
    }

    // Boxed, since each waiting caller and the table hold a copy.
    private let box: Box

    static func == (first: RequestKey, second: RequestKey) -> Bool {
        first.box === second.box || first.box.hash == second.box.hash && first.box.parts == second.box.parts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(box.hash)
    }

    /// Makes the key of a request; `nil` if it does not share an in-flight request.
    init?(_ request: OutgoingRequest, _ options: CallOptions) {
        // Interceptors can't be compared, and a stream has one reader.
        guard options.request.sharing == .inFlight, options.progress == nil, !options.isStream,
            options.request.interceptors.attempt.isEmpty,
            // The response to TRACE describes the path of a single request (RFC 9110 §9.3.8).
            request.isReading, request.method != .trace, let identity = request.origin.identity
        else { return nil }
        let body: Data?
        switch request.body {
        case nil: body = nil
        case .bytes(let data): body = data
        case .file, .stream: return nil
        }
        var limits = options.limits
        // Each caller waits within its own timeout.
        limits.callTimeout = nil
        var caller = identity.texts(in: request)
        for identity in request.identities { caller += identity.sharingTexts }
        box = Box(
            Parts(
                method: request.method, address: request.address, headers: request.headersWithoutTracing, body: body,
                caller: caller,
                retry: options.retry.numbers, limits: limits, cache: request.cache,
                reachesOrigin: request.reachesOrigin, redirects: options.redirects, statuses: options.request.statuses,
                sharingGroup: options.request[SharingGroup.self]))
    }
}
