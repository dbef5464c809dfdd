import Foundation
import Freshet
import FreshetTesting
import Testing
import TheMealDB

/// The service of meals with responses that a test makes up.
enum Meals {
    static func client(
        _ response: StubTransport.Response, of service: TheMealDB = TheMealDB()
    ) -> (Client<TheMealDB>, StubTransport) {
        let stub = StubTransport { _ in response }
        return (Client(service, transport: stub, cache: nil, retry: .never), stub)
    }

    /// Returns what a request makes of a body.
    static func value<Value>(_ request: Request<TheMealDB, Value>, of json: String) async throws -> Value {
        try await client(.json(json)).0.value(for: request)
    }

    /// Returns the path and query that a request is sent with.
    static func path<Value>(_ request: Request<TheMealDB, Value>) async throws -> String? {
        let (client, stub) = client(.json("{}"))
        _ = try await client.data(for: request)
        let head = stub.requests[0].head
        return head.method == .get && head.authority == "www.themealdb.com" && head.scheme == "https"
            ? head.path : "\(head)"
    }

    /// Returns a meal with an id and some other fields, read in both of its ways.
    static func meal(_ fields: String = "") async throws -> TheMealDB.Meal? {
        let json = #"{"idMeal":"1"\#(fields.isEmpty ? "" : ",")\#(fields)}"#
        let meal = try await value(.meal("1"), of: #"{"meals":[\#(json)]}"#)
        #expect(try JSONDecoder.freshet.decode(TheMealDB.Meal.self, from: Data(json.utf8)) == meal)
        return meal
    }
}
