import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The addresses to which redirects lead.
@Suite(.timeLimit(.minutes(1)))
struct RedirectAddressTests {
    /// Follows one redirect, and returns the requests and the address of the response.
    private static func follow(
        _ location: String, from path: RequestPath = "items/old?a=1", headers: HTTPFields = [:]
    ) async throws(FetchError) -> (sent: [TransportRequest], url: String) {
        let count = Lock(0)
        let (client, stub) = Shop.client { _ in
            count.withLock {
                $0 += 1
                return $0 == 1 ? .redirect(to: location) : .text("there")
            }
        }
        var request = Request<Shop, Data>(path)
        for field in headers { request = request.header(field.name, field.value) }
        let response = try await client.response(for: request.reading(.data))
        return (stub.requests, response.url.text)
    }

    @Test(
        "Escapes are kept, and only what is not allowed is encoded",
        arguments: [
            ("/x%20y?ids[]=1&q=a%2Fb", "https://shop.example/x%20y?ids%5B%5D=1&q=a%2Fb"),
            ("a b%20c", "https://shop.example/v1/items/a%20b%20c"),
            ("/100%/a%20b", "https://shop.example/100%25/a%20b"), ("/a|b", "https://shop.example/a%7Cb"),
            ("/files/caf%E9", "https://shop.example/files/caf%E9"), (" /a\t", "https://shop.example/a"),
            ("/é", "https://shop.example/%C3%A9"), ("//cdn.example/é%2F", "https://cdn.example/%C3%A9%2F"),
            ("https://bücher.example/%C3", "https://xn--bcher-kva.example/%C3"),
            ("../b/./c", "https://shop.example/v1/b/c"),
            ("?b=2", "https://shop.example/v1/items/old?b=2"), ("#part", "https://shop.example/v1/items/old?a=1"),
            ("", "https://shop.example/v1/items/old?a=1"),
        ])
    func location(text: String, expected: String) async throws {
        let (sent, url) = try await Self.follow(text)
        let last = try #require(sent.last)
        #expect(sent.count == 2)
        #expect(url == expected)
        #expect("https://\(last.head.authority ?? "")\(last.head.path ?? "")" == expected)
    }

    @Test("A redirect to itself ends at the limit")
    func itself() async {
        let (client, stub) = Shop.client { _ in .redirect(to: "") }
        let error = await failure { () async throws(FetchError) in try await client.data(for: .item("a")) }
        #expect(error?.kind == .redirect(.tooMany(limit: 10)))
        #expect(stub.requests.count == 11)
    }

    @Test("Where bytes were lost, no other address is asked")
    func lostBytes() async {
        let error = await failure { () async throws(FetchError) in try await Self.follow("/caf\u{FFFD}").url }
        #expect(error?.kind == .redirect(.forbidden("its target is wrong: it has unreadable characters")))
    }

    @Test(
        "An own Host stays with its origin (RFC 9110 §15.4)",
        arguments: [("/new", true), ("https://other.example/", false), ("https://shop.example:8443/", false)])
    func host(location: String, isKept: Bool) async throws {
        let name = HTTPField.Name("Host")!
        let (sent, _) = try await Self.follow(location, headers: [name: "inner.example"])
        #expect(sent.first?.head.headerFields[name] == "inner.example")
        #expect(sent.last?.head.headerFields[name] == (isKept ? "inner.example" : nil))
    }
}
