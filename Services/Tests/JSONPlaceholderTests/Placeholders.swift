import Foundation
import Freshet
import FreshetTesting
import JSONPlaceholder

/// The service to practise with, with responses that a test makes up.
enum Placeholders {
    typealias Respond = @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response

    static func client(_ respond: @escaping Respond) -> (Client<JSONPlaceholder>, StubTransport) {
        let stub = StubTransport(respond)
        return (Client(JSONPlaceholder(), transport: stub, cache: nil, retry: .never), stub)
    }

    /// Returns what a request makes of a body.
    static func value<Value>(_ request: Request<JSONPlaceholder, Value>, of json: String) async throws -> Value {
        try await client { _ in .json(json) }.0.value(for: request)
    }

    /// Returns a request as it is sent.
    static func sent<Value>(_ request: Request<JSONPlaceholder, Value>) async throws -> TransportRequest {
        let (client, stub) = client { _ in .json("{}") }
        _ = try await client.data(for: request)
        return stub.requests[0]
    }

    /// Returns the path and query that a request is sent with.
    static func path<Value>(_ request: Request<JSONPlaceholder, Value>) async throws -> String? {
        let head = try await sent(request).head
        return head.method == .get && head.authority == "jsonplaceholder.typicode.com" && head.scheme == "https"
            ? head.path : "\(head)"
    }
}
