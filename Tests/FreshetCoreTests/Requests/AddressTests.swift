import Foundation
import FreshetCore
import HTTPTypes
import Testing

/// How descriptions become addresses.
struct AddressTests {
    enum Size: String, QueryValue { case small }

    @Test(
        "Values survive the round trip (T38)",
        arguments: [
            "a+b", "salt & pepper", "100%", "#1", "say \"hi\"", "it's", "two  blanks", "Åse Øst", "日本語", "🙂", "a=b;c",
            "", "%41",
            "line\r\nbreak", "null\u{0}",
        ])
    func roundTrip(text: String) async throws {
        let url = try await Shop.url(Request<Shop, Data>("search", query: ["q": text]))
        let encoded: Substring = try #require(url.split(separator: "?").last)
        #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(URLComponents(string: url)?.queryItems == [URLQueryItem(name: "q", value: text)])
    }

    @Test func queryValuesOfEveryKind() async throws {
        let missing: Int? = nil
        let request = Request<Shop, Data>(
            "items",
            query: [
                "page": 2, "missing": missing, "none": nil, "fresh": true, "size": Size.small, "tag": ["a", "b"],
                "ids": [1, 2].commaSeparated, "empty": [Int]().commaSeparated, "rate": 0.5,
            ])
        #expect(
            try await Shop.url(request)
                == "https://shop.example/v1/items?page=2&fresh=true&size=small&tag=a&tag=b&ids=1%2C2&rate=0.5")
    }

    @Test("Existing parameters are kept (T50)")
    func existingQueryIsKept() async throws {
        var shop = Shop()
        shop.baseURL = "https://shop.example/v1?tenant=7"
        let request = Request<Shop, Data>("items?sort=price", query: ["page": 1])
        #expect(try await Shop.url(request, by: shop) == "https://shop.example/v1/items?tenant=7&sort=price&page=1")
        let absolute = Request<Shop, Data>(.absolute("https://shop.example/next?cursor=x%2F1"), query: ["page": 1])
        #expect(try await Shop.url(absolute) == "https://shop.example/next?cursor=x%2F1&page=1")
    }

    @Test(
        "Paths",
        arguments: [
            ("https://shop.example", "items", "https://shop.example/items"),
            ("https://shop.example/", "/items", "https://shop.example/items"),
            ("https://shop.example/v1/", "items/", "https://shop.example/v1/items/"),
            ("https://shop.example/v1", "", "https://shop.example/v1"),
            ("http://127.0.0.1:8080", "a b/ü", "http://127.0.0.1:8080/a%20b/%C3%BC"),
            ("https://shop.example:443", "%2Fa", "https://shop.example/%2Fa"),
            ("https://SHOP.example", "a", "https://shop.example/a"),
            ("http://[::1]:8080", "a", "http://[::1]:8080/a"),
        ])
    func paths(base: String, path: String, expected: String) async throws {
        var shop = Shop()
        shop.baseURL = base
        #expect(try await Shop.url(Request<Shop, Data>(RequestPath(path)), by: shop) == expected)
    }

    @Test func interpolatedPiecesCannotBreakOut() async throws {
        #expect(try await Shop.url(.item("a/b?c#d")) == "https://shop.example/v1/items/a%2Fb%3Fc%23d")
        let ids = [1, 2]
        #expect(try await Shop.url(Request<Shop, Data>("lists/\(ids)")) == "https://shop.example/v1/lists/1%2C2")
    }

    @Test(
        "What is no request is never sent and never traps (T38)",
        arguments: [
            "", "shop.example", "ftp://shop.example", "https://", "https://user:secret@shop.example",
            "https://shop.example:0",
            "https://shop.example:99999", "https://sh op", "http://[::1", "://x", "https://a\u{0}b.example/",
        ])
    func wrongBaseURL(base: String) async {
        var shop = Shop()
        shop.baseURL = base
        let error = await failure { () async throws(FetchError) in try await Shop.url(.item("a"), by: shop) }
        guard case .invalidRequest = error?.kind else {
            Issue.record("\(base): \(String(describing: error))")
            return
        }
        #expect(error?.description.contains("secret") == false)
    }

    @Test("Pieces that would change the resource", arguments: ["", ".", ".."])
    func dotSegments(piece: String) async {
        let error = await failure { () async throws(FetchError) in try await Shop.url(.item(piece)) }
        #expect(error?.kind == .invalidRequest("a piece of the path is \"\(piece)\""))
    }
}
