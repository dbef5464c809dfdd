import Foundation
import FreshetCore
import HTTPTypes
import Testing

/// The fields, bodies and credentials that reach the transport.
struct HeadTests {
    @Test func aUserAgentIsAlwaysSent() async throws {
        #expect(try await Shop.sent(.item("a")).head.headerFields[.userAgent] == "Freshet/0.2")
        let shop = Shop(headers: [.userAgent: "Shop/2"])
        #expect(try await Shop.sent(.item("a"), by: shop).head.headerFields[.userAgent] == "Shop/2")
    }

    @Test func theRequestsFieldsWin() async throws {
        let shop = Shop(headers: [.acceptLanguage: "en", .userAgent: "Shop/2"])
        let request: Request<Shop, Shop.Item> = .item("a").header(.acceptLanguage, "de").reading(.decoded)
        let head = try await Shop.sent(request, by: shop).head
        #expect(head.headerFields[fields: .acceptLanguage].map(\.value) == ["de"])
    }

    @Test func jsonAndFormsSayWhatTheyAre() async throws {
        let json = try await Shop.sent(
            Request<Shop, Void>("items", method: .post, body: .json(Shop.Item(name: "tea")), reading: .nothing))
        #expect(json.head.headerFields[.contentType] == "application/json")
        guard case .bytes(let body) = json.body else {
            Issue.record("no body")
            return
        }
        #expect(try JSONDecoder().decode(Shop.Item.self, from: body) == Shop.Item(name: "tea"))
        let form = try await Shop.sent(
            Request<Shop, Void>("items", method: .post, body: .form(["a": "x y", "b": 2]), reading: .nothing))
        guard case .bytes(let fields) = form.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: fields, as: UTF8.self) == "a=x%20y&b=2")
    }

    @Test func aBodyThatCannotBeEncodedIsNotSent() async {
        let request = Request<Shop, Void>("items", method: .post, body: .json(Double.infinity), reading: .nothing)
        let error = await failure { () async throws(FetchError) in try await Shop.sent(request) }
        #expect(error?.kind == .invalidRequest("its body can't be encoded"))
        #expect(error?.underlying is EncodingError)
    }

    @Test func credentialsTravelWhereTheServiceWantsThem() async throws {
        let key = HTTPField.Name("X-Api-Key")!
        #expect(
            try await Shop.sent(.item("a"), by: Shop(credentials: .header(key, "secret"))).head.headerFields[key]
                == "secret")
        #expect(
            try await Shop.sent(.item("a"), by: Shop(credentials: .bearer("secret"))).head.headerFields[.authorization]
                == "Bearer secret")
        #expect(
            try await Shop.url(.item("a"), by: Shop(credentials: .query("api key", "s&t")))
                == "https://shop.example/v1/items/a?api%20key=s%26t")
        #expect(
            try await Shop.url(.item("a"), by: Shop(credentials: .query("key", nil)))
                == "https://shop.example/v1/items/a")
    }

    @Test func aTokenSignsPrivateRequestsOnly() async throws {
        let shop = Shop(privateCredentials: .bearer("token"))
        let open = Request<Shop, Shop.Item>.item("a")
        #expect(try await Shop.sent(open, by: shop).head.headerFields[.authorization] == nil)
        let request = open.access(.private)
        #expect(try await Shop.sent(request, by: shop).head.headerFields[.authorization] == "Bearer token")
        #expect(try await Shop.sent(request.map(\.name), by: shop).head.headerFields[.authorization] == "Bearer token")
    }

    @Test func credentialsStayWithTheServicesOrigin() async throws {
        let shop = Shop(credentials: .bearer("secret"))
        for address in ["https://other.example/a", "http://shop.example/a", "https://shop.example:8443/a"] {
            let request = Request<Shop, Data>(.absolute(address))
            #expect(try await Shop.sent(request, by: shop).head.headerFields[.authorization] == nil)
        }
        let own = Request<Shop, Data>(.absolute("https://shop.example/v2/a"))
        #expect(try await Shop.sent(own, by: shop).head.headerFields[.authorization] == "Bearer secret")
    }
}
