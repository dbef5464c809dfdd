import Foundation
public import FreshetCore
import HTTPTypes

extension TransportRequest {
    /// The encoded path, without the query.
    public var path: String { String((head.path ?? "/").prefix { $0 != "?" }) }

    /// The encoded query, without `?`; `nil` for none.
    public var query: String? {
        head.path.flatMap { path in path.firstIndex(of: "?").map { String(path[path.index(after: $0)...]) } }
    }

    /// Decodes the body from JSON.
    ///
    /// - Throws: The error of the decoder; ``BodyNotInMemory`` for a body that is a file, a stream or missing.
    public func jsonBody<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        guard case .bytes(let data)? = body else { throw BodyNotInMemory() }
        return try JSONDecoder.freshet.decode(type, from: data)
    }
}

/// The error of a recorded request whose body a test can't read.
public struct BodyNotInMemory: Error, Hashable {
    /// Makes the error.
    public init() {}
}

#if NIO
extension LoopbackRequest {
    /// Decodes the body from JSON.
    ///
    /// - Throws: The error of the decoder.
    public func jsonBody<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder.freshet.decode(type, from: body)
    }
}
#endif
