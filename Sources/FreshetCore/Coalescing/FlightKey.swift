import Foundation
import HTTPTypes

/// What two calls must have in common to share an exchange.
///
/// It holds the secrets of the credentials, so that the answers of two accounts never meet; it lives only as long as the
/// exchange, and nothing writes it anywhere.
///
/// It is one word wide, since everybody who waits holds one.
struct FlightKey: Hashable {
    private struct Parts: Equatable {
        let method: HTTPRequest.Method
        let address: WebAddress
        let headers: HTTPFields
        let body: Data?
        let secrets: [String?]
        let patience: Patience.Numbers
        let cache: CachePolicy
        let limits: RequestLimits
    }

    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    /// Fields that follow a call through systems and select nothing.
    private static let tracingFields: [HTTPField.Name] = [
        HTTPField.Name("traceparent")!, HTTPField.Name("tracestate")!, HTTPField.Name("X-Request-ID")!,
    ]

    private let box: Box

    static func == (first: Self, second: Self) -> Bool {
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

    /// Makes the key of a request; `nil` when it has to go alone.
    @inline(never)
    init?(_ request: PreparedRequest) {
        // Safe methods, but TRACE, whose answer is about the way of the one request (RFC 9110 §9.3.8).
        guard [.get, .head, .options].contains(request.method) else { return nil }
        let body: Data?
        switch request.body {
        case nil: body = nil
        case .bytes(let data): body = data
        case .file, .stream: return nil
        }
        var headers = request.headers
        for name in Self.tracingFields where headers.contains(name) { headers[fields: name] = [] }
        box = Box(
            Parts(
                method: request.method, address: request.address, headers: headers, body: body,
                secrets: request.credentials.map { $0.secret() }, patience: request.patience.numbers,
                cache: request.cache, limits: request.limits))
    }
}
