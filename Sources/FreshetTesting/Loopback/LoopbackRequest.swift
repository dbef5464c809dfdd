#if NIO
public import Foundation

/// A request as received by the loopback server.
public struct LoopbackRequest: Sendable {
    /// The method.
    public let method: String
    /// The request target, including its query.
    public let target: String
    /// The header fields, in order.
    public let headers: [(name: String, value: String)]
    /// The body, up to ``LoopbackServer/bodyLimit``.
    public let body: Data
    /// The complete length of the body in bytes.
    public let bodyLength: Int
    /// The number of the connection on which the request arrived, counted from 1.
    public let connection: Int
    /// The number of the request on its connection, counted from 1.
    public let numberOnConnection: Int
    /// Whether the request arrived over HTTP/2.
    public let isHTTP2: Bool
    /// The number of the request's HTTP/2 stream: 1, 3, 5 and so on; `nil` over HTTP/1.1.
    public let stream: Int?

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The query as it was sent, without `?`; `nil` if there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Returns the first value of a field, or `nil` if there is none. The case of the name is
    /// ignored.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
#endif
