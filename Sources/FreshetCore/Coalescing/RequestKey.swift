import Foundation
import HTTPTypes

/// What two calls must have in common to share an in-flight request.
///
/// It holds the secrets of the credentials, so that the responses of two accounts never meet; it lives only as long as the
/// exchange, and nothing writes it anywhere.
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
    }

    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    // Boxed, since each caller that waits holds one, and so does the table.
    private let box: Box

    static func == (first: RequestKey, second: RequestKey) -> Bool {
        first.box === second.box || first.box.parts == second.box.parts
    }

    func hash(into hasher: inout Hasher) {
        let parts = box.parts
        hasher.combine(parts.method)
        hasher.combine(parts.address)
        hasher.combine(parts.body)
        // The order of fields makes no difference, and `HTTPFields` makes a dictionary to hash them.
        hasher.combine(parts.headers.reduce(0) { $0 &+ $1.hashValue })
    }

    /// Makes the key of a request; `nil` when it shares no exchange.
    ///
    /// - Parameter tracingFields: Fields that identify a call and select nothing.
    init?(_ request: OutgoingRequest, _ options: CallOptions, tracingFields: Set<HTTPField.Name>) {
        // Interceptors can't be compared, and a stream has one reader.
        guard options.sharing == .inFlight, !options.isStream, options.interceptors.attempt.isEmpty,
            // Safe methods, but TRACE, whose response is about the way of the one request (RFC 9110 §9.3.8).
            [.get, .head, .options].contains(request.method), let identity = request.origin.identity
        else { return nil }
        let body: Data?
        switch request.body {
        case nil: body = nil
        case .bytes(let data): body = data
        case .file, .stream: return nil
        }
        var headers = request.headers
        for name in tracingFields where headers.contains(name) { headers[fields: name] = [] }
        var limits = options.limits
        // Each caller waits as long as its own limit says.
        limits.callTimeout = nil
        let caller = identity.texts(in: request) + [request.cookieIdentity?.field].compactMap(\.self)
        box = Box(
            Parts(
                method: request.method, address: request.address, headers: headers, body: body, caller: caller,
                retry: options.retry.numbers, limits: limits, cache: request.cache,
                reachesOrigin: request.reachesOrigin))
    }
}
