import Freshet
import FreshetInspector

#if NIO
private func startAnInspector() async throws {
    let inspector = Inspector()
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(inspector.plugin("shop"))
    let shop = Client(Shop(), configuration)
    let server = try await inspector.start()
    print(server.address)
    _ = shop
}
#endif

private func makeTheNetworkSlow() {
    let conditions = NetworkConditions()
    var configuration = ClientConfiguration.platform
    configuration.attemptInterceptors.append(conditions)
    configuration.reachability = conditions
    conditions.settings.latency = .seconds(2)
}

private struct CallCounter {
    let count = 7
    let limit = 100
}

extension CallCounter: Inspectable {
    var inspectedPart: InspectedPart {
        InspectedPart("Calls counted", [("today", "\(count) of \(limit)")])
    }
}
