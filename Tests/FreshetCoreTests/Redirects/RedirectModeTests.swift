import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The modes of redirects, and the reports about those that were followed.
@Suite(.timeLimit(.minutes(1)))
struct RedirectModeTests {
    private static let item = #"{"name":"tea","price":7}"#

    /// A shop whose `/v1/items/old` leads by way of `/v1/items/new` to a target.
    private static func client(
        leadingTo target: String = "/v1/items/last?token=hush", observers: [any FetchObserver] = [],
        last: @escaping @Sendable () -> StubTransport.Response = { .json(item) }
    ) -> (Client<Shop>, StubTransport) {
        Shop.client(observers: observers) { request in
            switch request.head.path {
            case "/v1/items/old": .redirect(301, to: "/v1/items/new?session=hush")
            case "/v1/items/new?session=hush": .redirect(307, to: target)
            default: last()
            }
        }
    }

    private static let way = [
        Redirection(status: .movedPermanently, url: "https://shop.example/v1/items/old"),
        Redirection(status: .temporaryRedirect, url: "https://shop.example/v1/items/new?session=hush"),
    ]

    @Test("A response lists its redirects, with each status and the true address") func chain() async throws {
        let (client, _) = Self.client()
        let response = try await client.response(for: .item("old"))
        #expect(response.redirects == Self.way && response.metrics.redirects == 2)
        #expect(response.url.text == "https://shop.example/v1/items/last?token=hush")
        #expect(response.map { $0.name }.redirects == Self.way)
        #expect("\(response)".contains("hush") == false && "\(response)".contains("token=REDACTED"))
        var dumped = ""
        dump(response.redirects, to: &dumped)
        #expect(!dumped.contains("hush"))
        #expect(try await client.stream(for: .item("old")).redirects == Self.way)
        #expect(try await client.response(for: .item("plain")).redirects.isEmpty)
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let last: @Sendable () -> StubTransport.Response
        let code: String
    }

    @Test(
        "A failure after redirects names the final address and the redirects, without secrets (T74)",
        arguments: [
            Failure(testDescription: "a status", last: { .status(404) }, code: "status.404"),
            Failure(
                testDescription: "the service's error", last: { .json(#"{"message":"no tea"}"#, status: 500) },
                code: "service.unnamed"),
            Failure(testDescription: "no JSON", last: { .json("[") }, code: "decoding"),
            Failure(
                testDescription: "HTML", last: { StubTransport.Response(headers: [.contentType: "text/html"]) },
                code: "wrong_content"),
            Failure(
                testDescription: "a lost connection",
                last: { StubTransport.Response(failure: FetchError(.connectionLost)) }, code: "connection_lost"),
            Failure(
                testDescription: "a redirect too far", last: { .redirect(to: "ftp://shop.example/") },
                code: "redirect.forbidden"),
        ])
    func failures(example: Failure) async throws {
        let events = EventRecorder()
        let (client, _) = Self.client(observers: [events], last: example.last)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("old")) }
        #expect(error?.code == example.code)
        #expect(error?.request?.url == "https://shop.example/v1/items/last?token=REDACTED")
        #expect(error?.redirects.map(\.status) == Self.way.map(\.status))
        #expect(error?.redirects.last?.url.text == "https://shop.example/v1/items/new?session=REDACTED")
        #expect(events.events.last?.step == error.map { .failed($0) })
        #expect(events.events.last?.request.url == "https://shop.example/v1/items/old")
    }

    @Test("A stream that is refused after redirects names the final address") func refusedStream() async throws {
        let (client, _) = Self.client(last: { .status(404) })
        let error = await failure { () async throws(FetchError) in try await client.stream(for: .item("old")) }
        #expect(error?.request?.url == "https://shop.example/v1/items/last?token=REDACTED")
        #expect(error?.redirects.count == 2 && error?.isRetryable == false)
    }

    @Test("By hand: the redirect is the response") func manual() async throws {
        let (client, stub) = Self.client()
        let request = Request<Shop, Shop.Item>.item("old").reading(.nothing).redirecting(.manual)
        let response = try await client.response(for: request)
        #expect(response.head.status == .movedPermanently)
        #expect(response.head.headerFields[.location] == "/v1/items/new?session=hush")
        #expect(response.redirects.isEmpty && stub.requests.count == 1)
    }

    @Test("By hand: a status 3xx that leads nowhere is an error") func manualWithoutLocation() async throws {
        let (client, _) = Shop.client { _ in .status(304) }
        let request = Request<Shop, Shop.Item>.item("old").reading(.nothing).redirecting(.manual)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == .status(.notModified))
    }

    @Test("A redirect that is an error") func error() async throws {
        let (client, stub) = Self.client()
        let request = Request<Shop, Shop.Item>.item("old").redirecting(.error)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.code == "redirect.forbidden" && stub.requests.count == 1)
        #expect(error?.request?.url == "https://shop.example/v1/items/old")
    }

    @Test(
        "Within its own origin",
        arguments: [
            "https://other.example/", "https://shop.example:8443/", "//other.example/v1/items", "http://shop.example/",
        ])
    func sameOrigin(target: String) async throws {
        let (client, stub) = Self.client(leadingTo: target)
        let request = Request<Shop, Shop.Item>.item("old").redirecting(.sameOrigin)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.code == "redirect.forbidden" && stub.requests.count == 2)
        let (near, _) = Self.client()
        #expect(try await near.response(for: request).redirects.count == 2)
    }

    @Test("A client's way of treating redirects is that of requests that leave it open") func configured() async throws
    {
        let (_, stub) = Self.client()
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = .never
        configuration.redirects = .error
        let client = Client(Shop(), configuration)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("old")) }
        #expect(error?.code == "redirect.forbidden")
        #expect(try await client.response(for: .item("old").redirecting(.follow)).redirects.count == 2)
    }

    @Test("Calls that treat redirects in other ways share no request") func sharing() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .redirect(to: "/v1/items/new")
        }
        let client = Client(Shop(), transport: stub, cache: nil, retry: .never)
        let item = Request<Shop, Shop.Item>.item("old").reading(.nothing)
        async let manual = client.response(for: item.redirecting(.manual))
        async let refused = failure { () async throws(FetchError) in
            try await client.response(for: item.redirecting(.error))
        }
        try await gate.waitUntilWaiting()
        try await stub.waitForRequests(count: 2)
        gate.open()
        #expect(try await manual.head.status == .found)
        #expect(await refused?.code == "redirect.forbidden")
    }
}
