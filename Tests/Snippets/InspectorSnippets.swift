import Foundation
import Freshet
import FreshetInspector
import FreshetTesting
import Testing

// The code of the guide Inspect network calls, and of the comments of FreshetInspector.

struct Shop: Service {
    let baseURL = "https://shop.example/v1"
}

#if NIO
func inspectedShop() async throws -> Client<Shop> {
    let inspector = Inspector()
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(inspector.plugin("shop"))
    configuration.reachability = inspector.network
    let shop = Client(Shop(), configuration)
    inspector.watch(shop, named: "shop")
    let server = try await inspector.start()
    print("Calls are at \(server.address)")
    return shop
}
#endif

struct InspectorSnippets {
    @Test func withoutANetworkTheListSaysSo() async throws {
        let conditions = NetworkConditions()
        conditions.settings.isOffline = true
        var configuration = ClientConfiguration(transport: StubTransport { _ in .json("[]") }, cache: nil)
        configuration.attemptInterceptors.append(conditions)
        let shop = Client(Shop(), configuration)
        let error = await #expect(throws: FetchError.self) {
            try await shop.value(for: Request<Shop, [String]>("products"))
        }
        #expect(error?.kind == .cannotConnect(.offline))
    }
}
