import Foundation
import HTTPTypes

/// What two calls must have in common to share an exchange.
///
/// It holds the secrets of the credentials, so that the answers of two accounts never meet; it lives only as long as the
/// exchange, and nothing writes it anywhere.
struct FlightKey: Hashable {
    /// Fields that follow a call through systems and select nothing.
    private static let tracingFields: [HTTPField.Name] = [
        HTTPField.Name("traceparent")!, HTTPField.Name("tracestate")!, HTTPField.Name("X-Request-ID")!,
    ]

    private let method: HTTPRequest.Method
    private let address: WebAddress
    private let headers: HTTPFields
    private let body: Data?
    private let secrets: [String?]
    private let patience: Patience.Numbers
    private let cache: CachePolicy

    /// Makes the key of a request; `nil` when it has to go alone.
    init?(_ request: PreparedRequest) {
        // Safe methods, but TRACE, whose answer is about the way of the one request (RFC 9110 §9.3.8).
        guard [.get, .head, .options].contains(request.method) else { return nil }
        switch request.body {
        case nil: body = nil
        case .bytes(let data): body = data
        case .file, .stream: return nil
        }
        method = request.method
        address = request.address
        var headers = request.headers
        for name in Self.tracingFields { headers[fields: name] = [] }
        self.headers = headers
        secrets = request.credentials.map { $0.secret() }
        patience = request.patience.numbers
        cache = request.cache
    }
}
