import Foundation
import HTTPTypes
import Testing

@testable import FreshetCore

/// Which calls are identical.
struct RequestKeyTests {
    private typealias ItemRequest = Request<Shop, Shop.Item>

    private func key(_ request: Request<Shop, Shop.Item>, by shop: Shop = Shop()) throws -> RequestKey? {
        let options = CallOptions(request, service: shop, limits: Limits(), retry: .standard, time: .system)
        return RequestKey(try OutgoingRequest(request, service: shop), options)
    }

    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable (inout Request<Shop, Shop.Item>) -> Void

        init(_ name: String, _ make: @escaping @Sendable (inout Request<Shop, Shop.Item>) -> Void) {
            testDescription = name
            self.make = make
        }
    }

    @Test(
        "What makes two calls differ",
        arguments: [
            Change("the method") { $0.method = .head },
            Change("the query") { $0.query = ["page": 2] },
            Change("a field") { $0.headers[.acceptLanguage] = "de" },
            Change("the way of reading") {
                $0 = $0.map { $0 }; $0.headers[.accept] = "text/html"
            },
            Change("a body") { $0.body = .json(["a": 1]) },
            Change("whether they are tried again") { $0.options.retry = .never },
            Change("a policy of their own") { $0.options.retry = .policy(RetryPolicy(attempts: 7)) },
            Change("the use of the cache") { $0.options.cache = .reload },
            Change("how long they wait for the server") { $0.options.idleTimeout = .seconds(1) },
            Change("how much they read") { $0.options.bodyLimit = 10 },
        ])
    func differ(change: Change) throws {
        var request = ItemRequest.item("tea")
        let plain = try key(request)
        change.make(&request)
        let changed = try key(request)
        #expect(plain != nil)
        #expect(plain != changed)
    }

    @Test(
        "What does not",
        arguments: [
            Change("a limit of time") { $0.options.timeout = .seconds(1) },
            Change("a transform") { $0 = $0.map { $0 } },
            Change("fields that trace") { $0.headers[HTTPField.Name("traceparent")!] = "00-1-2-01" },
            Change("the order of fields") { request in
                request.headers = [.acceptLanguage: "de", .referer: "r"]
            },
        ])
    func agree(change: Change) throws {
        var request = ItemRequest.item("tea")
        if change.testDescription.contains("order") { request.headers = [.referer: "r", .acceptLanguage: "de"] }
        let plain = try key(request)
        change.make(&request)
        let changed = try key(request)
        #expect(plain != nil)
        #expect(plain == changed)
    }

    @Test(
        "Safe methods alone (RFC 9110 §9.2.1)",
        arguments: [
            (HTTPRequest.Method.get, true), (.head, true), (.options, true), (.trace, false), (.post, false),
            (.put, false), (.delete, false), (.patch, false),
        ])
    func methods(method: HTTPRequest.Method, isShared: Bool) throws {
        var request = ItemRequest.item("tea")
        request.method = method
        #expect(try (key(request) != nil) == isShared)
    }

    @Test func equalBodiesAgreeAndStreamsGoAlone() throws {
        var (one, other) = (ItemRequest.item("tea"), ItemRequest.item("tea"))
        one.body = .bytes(Data("q".utf8))
        other.body = .bytes(Data("q".utf8))
        #expect(try key(one) == key(other))
        one.body = .stream(AsyncThrowingStream<Data, any Error> { $0.finish() })
        #expect(try key(one) == nil)
        one.body = .file(URL(fileURLWithPath: "/any"))
        #expect(try key(one) == nil)
    }

    @Test func accountsNeverMeet() throws {
        let request = ItemRequest.item("tea")
        let keys = try [nil, "a", "b"].map { token in try key(request, by: Shop(credentials: .bearer(token))) }
        #expect(Set(keys).count == 3)
        #expect(try key(request, by: Shop(credentials: .bearer("a"))) == keys[1])
        var signed = request
        signed.options.access = .private
        let shop = Shop(credentials: .bearer("a"), privateCredentials: .query("session", "s"))
        #expect(try key(signed, by: shop) != key(request, by: shop))
    }

    @Test func tokensOfOneAccountAgree() throws {
        func key(_ token: String, of account: String?) throws -> RequestKey? {
            try self.key(.item("tea"), by: Shop(credentials: .bearer(token).account(account)))
        }
        #expect(try key("old", of: "ann") == key("new", of: "ann"))
        #expect(try key("old", of: "ann") != key("old", of: "ben"))
        #expect(try key("old", of: nil) != key("new", of: nil))
    }

    private struct Passing: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse { try await next(request) }
    }

    @Test func anInterceptorAroundTheAttemptGoesAlone() throws {
        #expect(try key(ItemRequest.item("tea").intercepting(attempt: Passing())) == nil)
        #expect(try key(ItemRequest.item("tea").intercepting(call: Passing())) == key(.item("tea")))
    }
}
