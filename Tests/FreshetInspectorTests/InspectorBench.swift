import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes

@testable import FreshetInspector

struct Shop: Service {
    let baseURL = "https://shop.example/v1"
}

/// A client with an inspector, and the routes of its server.
struct InspectorBench {
    let clock = ManualClock()
    let inspector: Inspector
    let routes: InspectorRoutes
    let client: Client<Shop>

    init(
        _ transport: any Transport, limits: Inspector.Limits = .init(),
        _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) {
        self.init(limits: limits, transport: { _ in transport }, change: change)
    }

    /// Makes a client whose transport takes time on the clock.
    init(
        limits: Inspector.Limits = .init(), transport: (ManualClock) -> any Transport,
        change: (inout ClientConfiguration) -> Void = { _ in }
    ) {
        let inspector = Inspector(limits: limits)
        self.inspector = inspector
        routes = InspectorRoutes(inspector, InspectorAccess(token: "secret"), time: clock.time)
        var configuration = ClientConfiguration(transport: transport(clock), cache: nil)
        configuration.time = clock.time
        configuration.plugins.append(inspector.plugin("shop"))
        change(&configuration)
        client = Client(Shop(), configuration)
    }

    /// Moves the time until the first call has ended.
    func passTimeUntilTheEnd() async throws {
        try await clock.run { inspector.calls.first?.end != nil }
    }

    func get(_ path: String) async -> InspectorResponse {
        await routes.respond(to: InspectorRequest(target: "/secret/\(path)"))
    }

    func text(_ path: String) async -> String { String(decoding: await get(path).body, as: UTF8.self) }

    func post(_ form: String) async -> InspectorResponse {
        await routes.respond(
            to: InspectorRequest(method: "POST", target: "/secret/actions", body: Data("token=secret&\(form)".utf8)))
    }

    func decoded<Value: Decodable>(_ path: String, as type: Value.Type) async throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return try decoder.decode(type, from: await get(path).body)
    }
}
