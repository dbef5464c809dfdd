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

    /// A change of each option by the name of its storage, and whether calls that differ in it share a request.
    private static let options: [String: (isShared: Bool, change: @Sendable (inout RequestOptions) -> Void)] = [
        "cache": (false, { $0.cache = .reload }),
        "retry": (false, { $0.retry = .policy(RetryPolicy(base: .seconds(9))) }),
        "_sharing": (false, { $0.sharing = .never }),
        "redirects": (false, { $0.redirects = .manual }),
        "statuses": (false, { $0.statuses = .any }),
        "access": (false, { $0.access = .private }),
        "_timeout": (true, { $0.timeout = .seconds(9) }),
        "idleTimeout": (false, { $0.idleTimeout = .seconds(9) }),
        "bodyLimit": (false, { $0.bodyLimit = 9 }),
        "_problem": (true, { $0.problem = "it is not complete" }),
        "values": (false, { $0[ReachesOrigin.self] = false }),
    ]

    @Test func everyOptionDecidesWhetherCallsShare() throws {
        let plain = try key(.item("tea"))
        let stored = Mirror(reflecting: RequestOptions.Content()).children.compactMap(\.label)
        #expect(Set(stored) == Set(Self.options.keys))
        for (name, option) in Self.options {
            var request = ItemRequest.item("tea")
            option.change(&request.options)
            let shop = Shop(privateCredentials: .query("session", "s"))
            let options = CallOptions(request, service: shop, limits: Limits(), retry: .standard, time: .system)
            // As the call begins with it, and as an interceptor changes it.
            var changed = try OutgoingRequest(ItemRequest.item("tea"), service: Shop())
            let plainOptions = CallOptions(
                ItemRequest.item("tea"), service: shop, limits: Limits(), retry: .standard, time: .system)
            #expect((RequestKey(changed, options) == plain) == option.isShared, "\(name)")
            changed.options = request.options
            #expect((RequestKey(changed, plainOptions) == plain) == option.isShared, "\(name)")
        }
    }

    @Test func aPolicyIsComparedByAllButItsClosures() {
        func names(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
        #expect(names(RetryPolicy.standard) == names(RetryPolicy.standard.numbers).union(["shouldRetry", "jitter"]))
    }

    private enum Compared: RequestOptionKey {
        static let defaultValue = 1
        static let sharing = OptionSharing<Int>.ifEqual
    }

    private enum Free: RequestOptionKey {
        static let defaultValue = 1
        static let sharing = OptionSharing<Int>.always
    }

    private enum Lonely: RequestOptionKey {
        static let defaultValue: (@Sendable () -> Void)? = nil
        static let sharing = OptionSharing<(@Sendable () -> Void)?>.never
    }

    @Test func aKeyDecidesWhetherCallsShare() throws {
        let tea = ItemRequest.item("tea")
        let plain = try key(tea)
        #expect(try key(tea.option(Compared.self, 2)) == key(tea.option(Compared.self, 2)))
        #expect(try key(tea.option(Compared.self, 2)) != key(tea.option(Compared.self, 3)))
        #expect(try key(tea.option(Compared.self, 2)) != plain)
        #expect(try key(tea.option(Compared.self, 1)) == plain)
        #expect(try key(tea.option(Free.self, 2)) == plain)
        #expect(try key(tea.option(Lonely.self) {}) == nil)
        let both = tea.option(Compared.self, 2).option(Free.self, 2)
        #expect(try key(both) == key(tea.option(Free.self, 3).option(Compared.self, 2)))
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
