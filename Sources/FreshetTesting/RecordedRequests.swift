import Foundation
public import FreshetCore
import HTTPTypes

extension TransportRequest {
    /// The encoded path, without the query.
    public var path: String { String((head.path ?? "/").prefix { $0 != "?" }) }

    /// The encoded query, without `?`; `nil` if there is none.
    public var query: String? {
        head.path.flatMap { path in path.firstIndex(of: "?").map { String(path[path.index(after: $0)...]) } }
    }

    /// Decodes the body from JSON.
    ///
    /// - Throws: The decoder's error; ``BodyNotInMemory`` if the body is a file or a stream, or if
    ///   there is none.
    public func jsonBody<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        guard case .bytes(let data)? = body else { throw BodyNotInMemory() }
        return try JSONDecoder.freshet.decode(type, from: data)
    }
}

/// The error for a recorded request whose body a test can't read.
public struct BodyNotInMemory: Error, Hashable {
    /// Makes the error.
    public init() {}
}

#if NIO
extension LoopbackRequest {
    /// Decodes the body from JSON.
    ///
    /// - Throws: The decoder's error.
    public func jsonBody<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder.freshet.decode(type, from: body)
    }
}
#endif
