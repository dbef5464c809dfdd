import Foundation
import Freshet
import FreshetTesting
import HackerNews
import Testing

/// The service of news with responses that a test makes up.
enum News {
    typealias Respond = @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response

    static func client(
        limits: Limits = Limits(), time: TimeSource = .system, _ respond: @escaping Respond
    ) -> (Client<HackerNews>, StubTransport) {
        let stub = StubTransport(respond)
        return (Client(HackerNews(), transport: stub, cache: nil, limits: limits, retry: .never, time: time), stub)
    }

    /// Returns what a request makes of a body.
    static func value<Value>(_ request: Request<HackerNews, Value>, of json: String) async throws -> Value {
        try await client { _ in .json(json) }.0.value(for: request)
    }

    /// Returns the path and query that a request is sent with.
    static func path<Value>(_ request: Request<HackerNews, Value>) async throws -> String? {
        let (client, stub) = client { _ in .json("null") }
        _ = try await client.data(for: request)
        let head = stub.requests[0].head
        return head.method == .get && head.authority == "hacker-news.firebaseio.com" && head.scheme == "https"
            ? head.path : "\(head)"
    }

    /// Reads an item in both of its ways.
    static func item(_ json: String) async throws -> HackerNews.Item {
        let item = try #require(try await value(.item(1), of: json))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(HackerNews.Item.self, from: Data(json.utf8)) == item)
        return item
    }

    /// Returns a comment with the ids of those below it.
    static func comment(
        _ id: Int, kids: [Int] = [], fields: String = #""by":"ann","text":"t""#
    ) async throws
        -> HackerNews.Item
    {
        try await item(#"{"id":\#(id),"type":"comment",\#(fields),"kids":\#(kids)}"#)
    }
}

extension TransportRequest {
    /// The number of the requested item.
    var item: Int? {
        let name = head.path?.split(separator: "/").last ?? ""
        return Int(name.prefix { $0 != "." })
    }
}
