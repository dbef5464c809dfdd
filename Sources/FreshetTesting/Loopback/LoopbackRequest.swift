#if NIO
public import Foundation

/// A request as the loopback server received it.
public struct LoopbackRequest: Sendable {
    /// The method.
    public let method: String
    /// The target of the request line, with its query.
    public let target: String
    /// The fields in their order.
    public let headers: [(name: String, value: String)]
    /// The body, up to ``LoopbackServer/bodyLimit``.
    public let body: Data
    /// The full length of the body.
    public let bodyLength: Int
    /// The number of the connection on which the request came, from 1.
    public let connection: Int
    /// The number of the request among those of its connection, from 1.
    public let numberOnConnection: Int
    /// Whether the request came over HTTP/2.
    public let isHTTP2: Bool
    /// The number of the request's HTTP/2 stream: 1, 3, 5 and so on; `nil` over HTTP/1.1.
    public let stream: Int?

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The query as it was sent, without `?`.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Returns the first value of a field, by its name in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
#endif
