import Foundation
import Freshet
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide "GraphQL".

struct GraphQLBody<Variables: Encodable & Sendable>: Encodable, Sendable {
    let query: String
    let variables: Variables
}

/// What the server could read, beside the errors of what it could not.
struct GraphQLReply<Content: Decodable & Sendable>: Decodable, Sendable {
    let data: Content
    let errors: [GraphQLProblem]

    private enum CodingKeys: CodingKey { case data, errors }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        errors = try fields.decodeIfPresent([GraphQLProblem].self, forKey: .errors) ?? []
        guard let data = try fields.decodeIfPresent(Content.self, forKey: .data) else { throw ServiceError(errors) }
        self.data = data
    }
}

struct GraphQLProblem: Decodable, Hashable, Sendable {
    struct Extensions: Decodable, Hashable, Sendable { let code: String? }

    let message: String
    let extensions: Extensions?
}

extension ServiceError {
    init(_ problems: [GraphQLProblem]) {
        self.init(
            code: problems.first?.extensions?.code, message: problems.first?.message ?? "There is no data.",
            details: problems)
    }
}

struct BookShop: Service {
    let baseURL = "https://books.example"

    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable { let errors: [GraphQLProblem] }
        return (try? decoder.decode(Failure.self, from: body)).map { ServiceError($0.errors) }
    }
}

struct BookVariables: Encodable, Sendable {
    let id: Int
}

struct BookData: Decodable, Sendable, Equatable {
    struct Book: Decodable, Sendable, Equatable {
        let title: String
        let rating: Double?
    }

    let book: Book?
}

extension Request where API == BookShop, Value == GraphQLReply<BookData> {
    static func book(_ id: Int) -> Self {
        let document = "query Book($id: ID!) { book(id: $id) { title rating } }"
        return Request(
            "graphql", method: .post, body: .json(GraphQLBody(query: document, variables: BookVariables(id: id)))
        ).readingOnly()
    }
}

func bookLines(_ id: Int, in shop: Client<BookShop>) async throws(FetchError) -> [String] {
    let reply = try await shop.value(for: .book(id))
    return [reply.data.book?.title ?? "There is no such book."] + reply.errors.map(\.message)
}

struct GraphQLSnippets {
    @Test func dataStaysBesideItsErrors() async throws {
        let server = StubTransport { _ in
            .json(#"{"data": {"book": {"title": "Emma"}}, "errors": [{"message": "No ratings today."}]}"#)
        }
        let shop = Client(BookShop(), transport: server, cache: nil)
        #expect(try await bookLines(7, in: shop) == ["Emma", "No ratings today."])
        guard case .bytes(let body)? = server.requests[0].body else { throw FetchError(.cancelled) }
        #expect(String(decoding: body, as: UTF8.self).hasSuffix(#""variables":{"id":7}}"#))
    }

    @Test func noDataIsAnError() async throws {
        let body = #"{"errors": [{"message": "Please sign in.", "extensions": {"code": "UNAUTHENTICATED"}}]}"#
        for status in [200, 400] {
            let shop = Client(BookShop(), transport: StubTransport { _ in .json(body, status: status) }, cache: nil)
            let error = await #expect(throws: FetchError.self) { try await bookLines(7, in: shop) }
            #expect(error?.code == "service.UNAUTHENTICATED" && error?.localizedDescription == "Please sign in.")
        }
    }

    @Test func equalQueriesShareARequest() async throws {
        let server = StubTransport()
        let shop = Client(BookShop(), transport: server, cache: HTTPCache())
        let calls = [7, 7, 8].map { id in Task { try await shop.value(for: .book(id)).data.book?.title } }
        try await tasksAtRest()
        for _ in 1...2 {
            try await server.nextRequest().respond(with: .json(#"{"data": {"book": {"title": "Emma"}}}"#))
        }
        for call in calls { #expect(try await call.value == "Emma") }
        #expect(server.requests.count == 2)
    }

    @Test func aQueryIsStoredForALifetime() async throws {
        let server = StubTransport { _ in .json(#"{"data": {"book": {"title": "Emma"}}}"#) }
        let shop = Client(BookShop(), transport: server, cache: HTTPCache())
        for id in [7, 7, 8] { _ = try await shop.value(for: .book(id).caching(.lifetime(.seconds(60)))) }
        #expect(server.requests.count == 2)
    }

    @Test func aQueryHasAResource() async throws {
        let server = StubTransport { _ in .json(#"{"data": {"book": {"title": "Emma", "rating": 4.5}}}"#) }
        let shop = Client(BookShop(), transport: server, cache: nil)
        let reply = try await shop.resource(.book(7)).refetch()
        #expect(reply.data == BookData(book: BookData.Book(title: "Emma", rating: 4.5)) && reply.errors.isEmpty)
        #expect(shop.resource(.book(7)).state.value?.data == reply.data)
        #expect(shop.resource(.book(8)).state.value == nil)
    }
}
