import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// A key that travels as a piece of the path.
struct PathCredentialTests {
    private func shop(_ base: String = "https://shop.example/v1", key: String? = "hush") -> Shop {
        var shop = Shop()
        shop.baseURL = base
        shop.credentials = .path(key)
        return shop
    }

    @Test(
        "The key directly follows the base path",
        arguments: [
            ("https://shop.example/v1", "https://shop.example/v1/hush/items/a"),
            ("https://shop.example/v1/", "https://shop.example/v1/hush/items/a"),
            ("https://shop.example", "https://shop.example/hush/items/a"),
            ("https://shop.example/", "https://shop.example/hush/items/a"),
            ("https://shop.example/v1?tenant=7", "https://shop.example/v1/hush/items/a?tenant=7"),
        ])
    func segment(base: String, expected: String) async throws {
        #expect(try await Shop.url(.item("a"), by: shop(base)) == expected)
    }

    @Test func aKeyIsOnePieceWhateverItHolds() async throws {
        #expect(
            try await Shop.url(.item("a"), by: shop(key: "a/b?c#d é"))
                == "https://shop.example/v1/a%2Fb%3Fc%23d%20%C3%A9/items/a")
    }

    @Test("Without a key the service reports what is missing", arguments: [nil, ""])
    func noKey(key: String?) async throws {
        #expect(try await Shop.url(.item("a"), by: shop(key: key)) == "https://shop.example/v1/items/a")
    }

    @Test func pathsThatAreNotBelowTheBaseGetNoKey() async throws {
        func url(_ address: String) async throws -> String {
            try await Shop.url(Request<Shop, Data>(.absolute(address)), by: shop())
        }
        #expect(try await url("https://shop.example/v1/items") == "https://shop.example/v1/hush/items")
        #expect(try await url("https://shop.example/v1") == "https://shop.example/v1/hush")
        #expect(try await url("https://shop.example/v10/items") == "https://shop.example/v10/items")
        #expect(try await url("https://shop.example/items") == "https://shop.example/items")
        #expect(try await url("https://other.example/v1/items") == "https://other.example/v1/items")
        #expect(try await url("http://shop.example/v1/items") == "http://shop.example/v1/items")
    }

    @Test func theKeyShowsNowhere() async throws {
        let recorder = EventRecorder()
        let (client, stub) = Shop.client(shop(), observers: [recorder]) { _ in .status(500) }
        let error = try #require(
            await failure { () async throws(FetchError) in try await client.value(for: .item("a")) })
        #expect(stub.requests[0].head.path == "/v1/hush/items/a")
        #expect(error.request?.url == "https://shop.example/v1/items/a")
        #expect(!"\(error) \(error.localizedDescription) \(recorder.events)".contains("hush"))
    }

    @Test(
        "A redirect that repeats the key neither shows it nor doubles it",
        arguments: [
            ("/v1/hush/items/new?x=1", "/v1/hush/items/new?x=1"),
            ("https://shop.example/v1/hush/items/new", "/v1/hush/items/new"), ("/v1/hush", "/v1/hush/"),
            ("/v1/items/new", "/v1/hush/items/new"), ("new", "/v1/hush/items/new"),
            ("/v1/hushed/items", "/v1/hush/hushed/items"), ("/else/where", "/else/where"),
        ])
    func redirects(location: String, path: String) async throws {
        let recorder = EventRecorder()
        let (client, stub) = Shop.client(shop(), observers: [recorder]) { request in
            request.head.path == "/v1/hush/items/old" ? .redirect(to: location) : .json(#"{"name":"tea"}"#)
        }
        let response = try await client.response(for: .item("old"))
        #expect(stub.requests.map(\.head.path) == ["/v1/hush/items/old", path])
        #expect(response.metrics.redirects == 1)
        #expect(!"\(response.url) \(recorder.events)".replacing("hushed", with: "").contains("hush"))
    }

    @Test func aRedirectAtTheRootOfTheServer() async throws {
        let (client, stub) = Shop.client(shop("https://shop.example")) { request in
            request.head.path == "/hush/items/old" ? .redirect(to: "/hush") : .json(#"{"name":"tea"}"#)
        }
        let response = try await client.response(for: .item("old"))
        #expect(stub.requests.map(\.head.path) == ["/hush/items/old", "/hush/"])
        #expect(response.url == "https://shop.example/")
    }

    @Test(
        "Another origin gets no key",
        arguments: ["https://other.example/v1/items", "https://shop.example:8443/v1/items"])
    func otherOrigins(location: String) async throws {
        let (client, stub) = Shop.client(shop()) { request in
            request.head.path == "/v1/hush/items/old" ? .redirect(to: location) : .json(#"{"name":"tea"}"#)
        }
        _ = try await client.value(for: .item("old"))
        #expect(stub.requests.last?.head.path == "/v1/items")
    }

    @Test(
        "A key that the server takes elsewhere shows nowhere",
        arguments: [
            ("https://www.shop.example/v1/hush/items", "https://www.shop.example/v1/REDACTED/items"),
            ("/v2/hush/items?x=1", "https://shop.example/v2/REDACTED/items?x=1"),
        ])
    func keysElsewhere(location: String, reported: String) async throws {
        let recorder = EventRecorder()
        let (client, _) = Shop.client(shop(), observers: [recorder]) { request in
            request.head.path == "/v1/hush/items/old" ? .redirect(to: location) : .json(#"{"name":"tea"}"#)
        }
        let response = try await client.response(for: .item("old"))
        #expect(response.url.description == reported)
        #expect(recorder.events.map(\.step).contains(.redirect(status: 302, to: reported)))
        #expect(!"\(recorder.events)".contains("hush"))
    }

    @Test func aWayBackFromAnotherOriginGetsNoKey() async throws {
        let (client, stub) = Shop.client(shop()) { request in
            switch (request.head.authority, request.head.path) {
            case ("shop.example", "/v1/hush/items/old"): .redirect(to: "https://other.example/x")
            case ("other.example", _): .redirect(to: "https://shop.example/v1/items/new")
            default: .json(#"{"name":"tea"}"#)
            }
        }
        _ = try await client.value(for: .item("old"))
        #expect(stub.requests.map(\.head.path) == ["/v1/hush/items/old", "/x", "/v1/items/new"])
    }
}
