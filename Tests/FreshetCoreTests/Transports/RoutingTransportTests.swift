import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

struct RoutingTransportTests {
    @Test func routedOriginsGoElsewhereAndKeepTheirAddress() async throws {
        let stub = StubTransport { _ in .json(#"{"name":"tea"}"#) }
        let routing = try RoutingTransport(stub, routes: ["https://shop.example": "http://127.0.0.1:8080"])
        let client = Client(Shop(), transport: routing, cache: nil)
        let response = try await client.response(for: .item("a"))
        #expect(response.url == "https://shop.example/v1/items/a")
        #expect(stub.requests[0].head.scheme == "http")
        #expect(stub.requests[0].head.authority == "127.0.0.1:8080")
        #expect(stub.requests[0].head.path == "/v1/items/a")
        _ = try await client.data(for: Request<Shop, Data>(.absolute("https://other.example/x")))
        #expect(stub.requests[1].head.authority == "other.example")
    }

    @Test func aRouteThatIsNoOriginIsRefused() {
        #expect(throws: FetchError.self) {
            try RoutingTransport(StubTransport { _ in .status(200) }, routes: ["nowhere": "x"])
        }
    }
}
