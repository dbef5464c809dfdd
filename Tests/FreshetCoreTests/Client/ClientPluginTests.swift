import Foundation
import FreshetCookies
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

/// Plug-ins of an app do what the jar and the session do.
@Suite(.timeLimit(.minutes(1)))
struct ClientPluginTests {
    private static let tenantField = HTTPField.Name("X-Tenant")!

    /// The tenant for which the requests of a client are made.
    private final class Tenants: ClientPlugin {
        struct Tenant: CallerIdentity {
            let name: String
            let ended: Lock<[String]>

            var cacheTexts: [String] { ["tenant \(name)"] }
            var isOfServiceOnly: Bool { true }
            func callDidBegin(_ call: CallContext) { if name == "banned" { call.cancel() } }
            func callDidEnd(_ call: CallContext) { ended.withLock { $0.append(name) } }
        }

        let present = Lock("a")
        let ended = Lock<[String]>([])
        let removed = Lock<[String]>([])
        let clients = Lock(0)

        func attach(to configuration: ClientConfiguration) { clients.withLock { $0 += 1 } }

        func prepare(_ request: inout OutgoingRequest, at date: Date) throws(FetchError) {
            let name = present.withLock { $0 }
            if name.isEmpty { throw FetchError(.invalidRequest("no tenant was chosen")) }
            request.headers[ClientPluginTests.tenantField] = name
            request[identity: Tenant.self] = Tenant(name: name, ended: ended)
        }

        func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] {
            [Marking(position: position)]
        }

        func removeAll(ofAccount owner: String) async { removed.withLock { $0.append(owner) } }
    }

    /// Adds its position to a field of the response.
    private struct Marking: Interceptor {
        let position: ChainPosition

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            if position == .beforeCache, !request.isForService { request.headers[ClientPluginTests.tenantField] = nil }
            var response = try await next(request)
            response.head.headerFields[.server] = "\(position) \(response.head.headerFields[.server] ?? "")"
            return response
        }
    }

    private let tenants = Tenants()

    private func client(
        _ respond: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        let stub = StubTransport(respond)
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        configuration.plugins = [tenants]
        configuration.rateLimit = RateLimit(callsAtOnce: 9)
        return (Client(Shop(), configuration), stub)
    }

    private static func ofTenant(_ request: TransportRequest) -> StubTransport.Response {
        let tenant = request.head.headerFields[Self.tenantField] ?? "none"
        return .json(#"{"name":"\#(tenant)"}"#, headers: [.cacheControl: "max-age=60"])
    }

    @Test func tenantsGetNoCachedResponsesOfEachOther() async throws {
        let (client, stub) = client { Self.ofTenant($0) }
        for (tenant, count) in [("a", 1), ("b", 2), ("a", 2), ("b", 2)] {
            tenants.present.withLock { $0 = tenant }
            #expect(try await client.value(for: .item("tea")).name == tenant)
            #expect(stub.requests.count == count)
        }
    }

    @Test func tenantsShareNoRequestInFlight() async throws {
        let gate = Gate()
        let (client, stub) = client { request in
            await gate.wait()
            return Self.ofTenant(request)
        }
        async let first = client.value(for: .item("tea")).name
        try await gate.waitUntilWaiting()
        tenants.present.withLock { $0 = "b" }
        async let second = client.value(for: .item("tea")).name
        try await gate.waitUntilWaiting(count: 2)
        gate.open()
        #expect(try await [first, second] == ["a", "b"] && stub.requests.count == 2)
    }

    @Test func stagesAreInTheOrderOfTheirPositions() async throws {
        let (client, _) = client { _ in .json(#"{"name":"tea"}"#) }
        let response = try await client.response(for: .item("tea"))
        #expect(
            response.head.headerFields[.server]
                == "aroundCall beforeCache beforeRateLimit afterRateLimit aroundAttempt")
    }

    @Test func aRedirectToAnotherOriginLeavesTheTenant() async throws {
        let (client, stub) = client { request in
            request.head.authority == "shop.example"
                ? .status(302, headers: [.location: "https://other.example/tea"]) : Self.ofTenant(request)
        }
        #expect(try await client.value(for: .item("tea")).name == "none")
        tenants.present.withLock { $0 = "b" }
        #expect(try await client.value(for: .item("tea")).name == "none")
        // The response of the other origin belongs to no tenant.
        #expect(stub.requests.map(\.head.authority) == ["shop.example", "other.example", "shop.example"])
    }

    @Test func theBeginningAndTheEndOfACallAreTold() async throws {
        let (client, stub) = client { Self.ofTenant($0) }
        _ = try await client.value(for: .item("tea"))
        #expect(tenants.ended.withLock { $0 } == ["a"])
        tenants.present.withLock { $0 = "banned" }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.isCancellation == true)
        #expect(tenants.ended.withLock { $0 } == ["a", "banned"] && stub.requests.count == 1)
    }

    @Test func aRequestThatAPluginRefusesIsNotSent() async throws {
        let (client, stub) = client { Self.ofTenant($0) }
        tenants.present.withLock { $0 = "" }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .invalidRequest("no tenant was chosen"))
        #expect(stub.requests.isEmpty && tenants.clients.withLock { $0 } == 1)
    }

    @Test func theJarAndTheSessionAreFound() throws {
        var configuration = ClientConfiguration(transport: StubTransport { _ in .status(200) }, cache: nil)
        let (jar, other) = (CookieJar(), CookieJar())
        configuration.plugins = [tenants]
        configuration.cookies = jar
        configuration.cookies = other
        #expect(configuration.cookies === other && configuration.plugins.count == 2)
        configuration.cookies = nil
        #expect(configuration.cookies == nil && configuration.plugins.count == 1)
    }
}
