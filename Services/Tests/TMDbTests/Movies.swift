import Foundation
import Freshet
import FreshetTesting
import TMDb
import Testing

/// The service of movies with responses that a test makes up.
enum Movies {
    static let key = "0123456789abcdef0123456789ABCDEF"

    static func client(
        as authentication: TMDb.Authentication? = .token("token"),
        observers: [any FetchObserver] = [],
        _ response: StubTransport.Response
    ) -> (Client<TMDb>, StubTransport) {
        let stub = StubTransport { _ in response }
        return (Client(TMDb(authentication), transport: stub, cache: nil, retry: .never, observers: observers), stub)
    }

    /// Returns what a request makes of a body.
    static func value<Value>(_ request: Request<TMDb, Value>, of json: String) async throws -> Value {
        try await client(.json(json)).0.value(for: request)
    }

    /// Returns a movie with an id and some other fields, read in both of its ways.
    static func movie(_ fields: String = "") async throws -> TMDb.Movie {
        let json = #"{"id":1\#(fields.isEmpty ? "" : ",")\#(fields)}"#
        let movie = try await value(.movie(1), of: json)
        #expect(try JSONDecoder.freshet.decode(TMDb.Movie.self, from: Data(json.utf8)) == movie)
        return movie
    }

    /// Returns the path and query that a request is sent with.
    static func path<Value>(_ request: Request<TMDb, Value>) async throws -> String? {
        let (client, stub) = client(.json("{}"))
        _ = try await client.data(for: request)
        let head = stub.requests[0].head
        return head.method == HTTPRequest.Method.get && head.authority == "api.themoviedb.org" && head.scheme == "https"
            ? head.path : "\(head)"
    }
}
